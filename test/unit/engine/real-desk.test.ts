import { readDate } from "../../../src/formulas/arguments/dates";
import { millisecondsPerDay } from "../../../src/facts/dates";
import { virtualOffice } from "../../support/virtual-runtime";
import { eventsOf, lastPage, lineTo } from "./line-to";

/** Situations of an Excel on a real desk (docs/real-desk.md). */

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

const inZone = <Value>(zone: string, work: () => Value): Value => {
  process.env.TZ = zone;
  return work();
};

const zones = ["America/Los_Angeles", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"];

test.each(["today", "-30d", "-3m", "ytd", "2026-03-29"])("%s is the same day in every time zone", (text) => {
  const now = Date.UTC(2026, 2, 29, 1, 30);
  const spans = zones.map((zone) => inZone(zone, () => readDate(text, { name: "from", now })));
  expect(new Set(spans.map((span) => JSON.stringify(span))).size).toBe(1);
});

test("days are 24 hours long when summer time begins and ends", () => {
  for (const day of ["2026-03-29", "2026-10-25"]) {
    const { start, end } = inZone("Europe/Berlin", () => readDate(day, { name: "from", now: 0 }));
    expect(end - start + 1).toBe(millisecondsPerDay);
  }
});

const pages: readonly (readonly [string, () => Response])[] = [
  [
    "a proxy's page of HTML",
    () => new Response("<!doctype html><p>Blocked</p>", { headers: { "content-type": "text/html" } }),
  ],
  [
    "a captive portal's page",
    () => new Response("<html><form>Wi-Fi</form></html>", { headers: { "content-type": "text/html" } }),
  ],
];

test.each(pages)(
  "%s in place of an answer is asked again, and the rows come when the service answers",
  async (_, page) => {
    let isThrough = false;
    const { clock, runtime, calls } = await lineTo(() =>
      Promise.resolve(isThrough ? lastPage([{ title: "x" }]) : page()),
    );
    const entry = runtime.requestLog.open({ what: "ESG.EVENTS", address: "S!A1", query: "" });
    const answer = runtime.listings.read(eventsOf(5), { limit: 5 }, entry);
    await clock.advance(1_000);
    isThrough = true;
    expect((await clock.run(answer)).records).toEqual([expect.objectContaining({ title: "x" })]);
    expect(calls.length).toBeGreaterThan(1);
  },
);

/** What programs between Excel and the service answer in JSON, with status 200. */
const foreignAnswers: readonly unknown[] = [
  { status: "login required" },
  { data: { login: "https://portal.example/" } },
  { data: [null] },
  { data: ["text"] },
  {},
  [],
  null,
  "ok",
  0,
];

test.each(foreignAnswers.map((answer) => [JSON.stringify(answer), answer] as const))(
  "%s in place of a list is asked again, at most six times, and is a sentence in the cell",
  async (_, answer) => {
    let isThrough = false;
    const { clock, runtime, calls } = await lineTo(() =>
      Promise.resolve(isThrough ? lastPage([{ title: "x" }]) : Response.json(answer)),
    );
    const read = (universe: number) =>
      runtime.listings.read(
        eventsOf(universe),
        { limit: 5 },
        runtime.requestLog.open({ what: "ESG.EVENTS", address: "S!A1", query: "" }),
      );
    await expect(clock.run(read(5))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("the response was not one of the service") as string,
    });
    expect(calls).toHaveLength(6);
    const later = read(6);
    await clock.advance(300);
    isThrough = true;
    expect((await clock.run(later)).records).toEqual([expect.objectContaining({ title: "x" })]);
  },
);

test("a page of HTML that stays is a sentence in the cell, and no value", async () => {
  const { clock, runtime } = await lineTo(() => Promise.resolve(new Response("<html></html>")));
  const entry = runtime.requestLog.open({ what: "ESG.EVENTS", address: "S!A1", query: "" });
  await expect(clock.run(runtime.listings.read(eventsOf(5), { limit: 5 }, entry))).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("requests that a change of network breaks are made again on the new one", async () => {
  let isChanging = true;
  const { clock, runtime, service, open } = await virtualOffice({
    model: { fault: () => (isChanging ? { kind: "reset" } : undefined) },
  });
  const answer = runtime.listings.read(eventsOf(5), { limit: 5 }, open());
  await clock.advance(300);
  isChanging = false;
  expect((await clock.run(answer)).records).toHaveLength(5);
  expect(service.counts.calls).toBeGreaterThan(1);
});
