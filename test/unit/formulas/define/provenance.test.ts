import { functions } from "../../../../src/formulas/functions";
import { universeOf } from "../../../support/virtual-data";
import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const invoke = async ({ clock, runtime }: VirtualOffice, address: string, universe: string): Promise<void> => {
  const events = functions.find(({ name }) => name === "ESG.EVENTS");
  const host = { formattedValues: false, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 };
  const { signal } = new AbortController();
  const context = { runtime, host, address, signal, preview: false, reloadSince: undefined };
  await clock.run(events!.invoke([universe, null, null, null, null, "title,entity.name"], context));
};

test("a formula whose events are new says so, although the names of its companies were fetched 16 minutes earlier", async () => {
  const office = await virtualOffice();
  const { clock, runtime } = office;
  const early = clock.now();
  await invoke(office, "S!A1", universeOf(1, 20));
  expect(runtime.requestLog.latestAt("S!A1")).toMatchObject({ source: "live" });
  await clock.advance(16 * 60_000);
  const late = clock.now();
  await invoke(office, "S!H1", universeOf(2, 20));
  const entry = runtime.requestLog.latestAt("S!H1");
  expect(entry?.source).toBe("live");
  expect(entry?.fetchedAt).toBeGreaterThanOrEqual(late);
  expect(entry?.lookupsAt).toBeGreaterThanOrEqual(early);
  expect(entry?.lookupsAt).toBeLessThan(early + 60_000);
});
