import { hostFunctions } from "../../bench/host-functions";
import { eventPages, listAll } from "../../bench/large-listing";
import { mapStorage } from "../../bench/map-storage";
import { shapeEvents } from "../../bench/shape-events";
import { universeOf } from "../../bench/virtual-world";
import { esgEvents } from "../../src/functions/esg-events";
import type { WireRecord } from "../../src/runtime/wire-record";
import { allNumbers, fatCount, fatOffice, numbersOf } from "../runtime/fat-service";

const pages = eventPages(4);
const records = pages.flatMap((page) => (JSON.parse(page) as { readonly data: readonly WireRecord[] }).data);

test("a listing of several pages, its rows made page by page, is the table of all its records", async () => {
  const shown = (await listAll(pages)) as readonly unknown[];
  expect(shown).toHaveLength(4_001);
  expect(shown).toEqual(await shapeEvents(records, () => undefined));
});

test("a table of a listing that memory cannot hold is made again from the device, without a call", async () => {
  const { runtime, clock, calls } = await fatOffice(mapStorage());
  const events = hostFunctions([esgEvents], { runtime, clock }).get("ESG.EVENTS");
  const enter = (options: string | null): Promise<unknown> =>
    clock.run(
      events?.(universeOf(1, 1), null, null, null, null, "id,title", fatCount, options, { address: "Sheet1!A1" }) ??
        Promise.resolve(),
    );
  const first = (await enter(null)) as readonly (readonly unknown[])[];
  expect(numbersOf(first.slice(1).map(([id]) => ({ id })))).toEqual(allNumbers);
  const asked = calls();
  expect(await enter(null)).toEqual(first);
  expect(await enter("sort=title:desc")).toHaveLength(first.length);
  expect(calls()).toBe(asked);
});
