import { hostFunctions } from "../../../support/host-functions";
import { eventPages, listAll, shapeEvents } from "../../../support/large-listing";
import { mapStorage } from "../../../support/map-storage";
import { universeOf } from "../../../support/virtual-data";
import { esgEvents } from "../../../../src/formulas/functions/esg/esg-events";
import type { WireRecord } from "../../../../src/contract/page";
import type { FormulaResult } from "../../../../src/formulas/table/formula-result";
import { wholeListing } from "../../../../src/formulas/table/listing-table";
import { lineTo } from "../../engine/line-to";
import { virtualOffice } from "../../../support/virtual-runtime";
import { allNumbers, fatCount, fatOffice, numbersOf } from "../../../support/large-records";

const pages = eventPages(4);
const records = pages.flatMap((page) => (JSON.parse(page) as { readonly data: readonly WireRecord[] }).data);

test("a listing of several pages, its rows made page by page, is the table of all its records", async () => {
  const shown = (await listAll(pages)) as readonly (readonly unknown[])[];
  expect(shown).toHaveLength(4_001);
  // The dates are formatted values.
  const plain = shown.map((row) => row.map((cell) => (cell as { readonly basicValue?: number }).basicValue ?? cell));
  expect(plain).toEqual((await shapeEvents(records, () => undefined)).cells);
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
  const before = calls();
  expect(await enter(null)).toEqual(first);
  expect(await enter("sort=title:desc")).toHaveLength(first.length);
  expect(calls()).toBe(before);
});

test("a number over a listing counts 100,000 records, and is refused for one more", async () => {
  const { runtime, clock, open } = await virtualOffice();
  const whole = (events: number): Promise<readonly WireRecord[]> =>
    clock.run(
      wholeListing(
        { runtime, requestContext: open() },
        { route: "listEsgEvents", path: { universe_id: universeOf(1, events) }, query: {}, fields: ["score"] },
      ),
    );
  expect(await whole(100_000)).toHaveLength(100_000);
  await expect(whole(100_001)).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("more than 100,000 records") as string,
  });
}, 60_000);

test("what only reading to the end can sort is refused behind 100,000 records, and never sorted in part", async () => {
  const { runtime, clock, service } = await virtualOffice();
  const host = { formattedValues: false, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 };
  const list = (count: number, options: string): Promise<FormulaResult> =>
    clock.run(
      esgEvents.invoke([universeOf(1, count), null, null, null, null, "title", 5, options], {
        runtime,
        host,
        address: undefined,
        signal: new AbortController().signal,
        preview: false,
        reloadSince: undefined,
      }),
    );
  await expect(list(100_001, "sort=title:asc")).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining("more than 100,000 records") as string,
  });
  expect(service.counts.calls).toBe(100);
  service.reset();
  expect(await list(100_002, "sort=score:desc")).toHaveProperty("height", 6);
  expect(service.counts.calls).toBe(1);
}, 60_000);

test("a listing that never ends and brings nothing new shows its rows and says why no more follow", async () => {
  let pages = 0;
  const { runtime, clock, calls } = await lineTo(() => {
    pages += 1;
    const data = [{ id: "one", title: "the only event" }];
    return Promise.resolve(
      Response.json({ data, size: 1_000, has_next: true, count: 1, search_after: `cursor ${pages}` }),
    );
  });
  const host = { formattedValues: false, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 };
  const { signal } = new AbortController();
  const context = { runtime, host, address: undefined, signal, preview: false, reloadSince: undefined };
  const shown = await clock.run(
    esgEvents.invoke([universeOf(1, 1), null, null, null, null, "id,title", null, "headers=no"], context),
  );
  const sentence = expect.stringContaining("repeats pages or sends empty ones. The list stops there.") as string;
  expect(shown.cells).toEqual([
    ["one", "the only event"],
    [expect.objectContaining({ message: sentence }), expect.anything()],
  ]);
  expect(calls).toHaveLength(4);
});
