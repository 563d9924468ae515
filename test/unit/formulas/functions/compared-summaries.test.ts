import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { type PlainRecord, type ReadListing, readPlain, tally } from "./plain-records";

let office: Office;
let listed: ReadListing;

beforeAll(async () => {
  office = await openOffice();
  listed = await readPlain(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const universe = "EU Banks";

const events = () =>
  listed(`universes/${office.universe(universe)}/esg/events`, "fields=id,entity_id,categories,score,start_date");

/** The country of each company, by id. */
const countries = async (): Promise<ReadonlyMap<string, string>> => {
  const entities = await listed(`universes/${office.universe(universe)}/entities`, "fields=id,country");
  return new Map(entities.map((entity) => [entity.id, (entity as { country?: string }).country ?? "(none)"]));
};

const summary = (by: unknown, options: string, ...others: readonly unknown[]) =>
  office.run("ESG.SUMMARY", universe, ...[null, null, null, null].map((blank, i) => others[i] ?? blank), by, options);

/** The text of a cell that holds a text or a number. */
const text = (cell: unknown): string => String(cell);

describe("The option compare", () => {
  const days = 86_400_000;
  const [today, now] = [Date.parse("2026-11-01"), Date.parse("2026-11-02")];
  const between = (from: number, to: number) => (event: PlainRecord) =>
    Date.parse(event.start_date) >= from && Date.parse(event.start_date) < to;
  /** The clock stands at nine o'clock, so a period that is not over is compared until nine o'clock. */
  const nine = 9 * 3_600_000;

  test("compare=previous of days until now shows as many days and hours directly before from, and the change, with one listing", async () => {
    const [all, known] = [await events(), await countries()];
    const country = (event: PlainRecord) => known.get(event.entity_id) ?? "(none)";
    const rows = await summary("country", "show=events; compare=previous; headers=names", null, "-6d");
    const [these, those] = [between(today - 6 * days, now), between(today - 13 * days, today - 7 * days + nine)];
    const [late, early] = [tally(all.filter(these).map(country)), tally(all.filter(those).map(country))];
    expect(rows[0]).toEqual(["country", "events", "events_before", "events_change"]);
    expect(new Set(rows.slice(1).map(([name]) => text(name).toLowerCase()))).toEqual(
      new Set([...Object.keys(late), ...Object.keys(early)]),
    );
    for (const [name, ...numbers] of rows.slice(1)) {
      const [one, other] = [late[text(name).toLowerCase()] ?? 0, early[text(name).toLowerCase()] ?? 0];
      expect([name, ...numbers]).toEqual([name, one, other, one - other]);
    }
    expect(office.sent.filter((line) => line.includes("/esg/events"))).toHaveLength(1);
  });

  test("compare=year shows the same days a year earlier; what lies between does not count", async () => {
    const all = await events();
    const rows = await summary(
      "category",
      "show=events,share; compare=year; headers=no",
      null,
      "2026-09-01",
      "2026-10-31",
    );
    const late = all.filter(between(Date.parse("2026-09-01"), Date.parse("2026-11-01")));
    const early = all.filter(between(Date.parse("2025-09-01"), Date.parse("2025-11-01")));
    const held = (records: readonly PlainRecord[], name: unknown) =>
      records.filter(({ categories }) => categories.includes(text(name))).length;
    expect(early.length).toBeGreaterThan(0);
    for (const [name, one, other, change, share, shareBefore, shareChange] of rows) {
      expect([one, other, change]).toEqual([held(late, name), held(early, name), held(late, name) - held(early, name)]);
      expect(share).toBeCloseTo(held(late, name) / late.length, 10);
      expect(shareBefore).toBeCloseTo(held(early, name) / early.length, 10);
      expect(shareChange).toBeCloseTo(Number(share) - Number(shareBefore), 10);
    }
  });

  test("a highest score rises from 0 where nothing happened before; sort takes the change; dates have none", async () => {
    const all = await events();
    const rows = await summary(
      "entity",
      "show=highest_score,latest; compare=previous; sort=highest_score_change:desc; headers=names; empty=zero",
      null,
      "-2d",
    );
    expect(rows[0]).toEqual([
      "entity.name",
      "highest_score",
      "highest_score_before",
      "highest_score_change",
      "latest",
      "latest_before",
      "entity_id",
    ]);
    const highest = (id: unknown, from: number, to: number) =>
      Math.max(0, ...all.filter(between(from, to)).flatMap((one) => (one.entity_id === id ? [one.score] : [])));
    for (const row of rows.slice(1)) {
      const id = row.at(-1);
      const [one, other] = [highest(id, today - 2 * days, now), highest(id, today - 5 * days, today - 3 * days + nine)];
      expect(row.slice(1, 4)).toEqual([one, other, one - other]);
    }
    const changes = rows.slice(1).map((row) => Number(row[3]));
    expect(changes[0]).toBeGreaterThan(0);
    expect(changes).toEqual([...changes].sort((one, other) => other - one));
  });

  test.each([
    ["from is blank", [null, null], /needs a date in from/],
    ["from has an operator", [null, "gte:-6d"], /^from must be/],
  ])("is refused before any call where %s", async (_, others, message) => {
    expect(await failure(summary("entity", "compare=previous", ...others))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(message) as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("compares documents of goals of a list, beside it", async () => {
    const ids = office.demo.entities.slice(0, 4).map(({ id }) => id);
    const rows = await office.run(
      "SDG.SUMMARY",
      ids.map((id) => [id]),
      null,
      "-1y",
      null,
      "entity",
      "align=yes; show=documents; compare=previous; headers=names",
    );
    expect(rows[0]).toEqual(["documents", "documents_before", "documents_change"]);
    for (const [place, [one, other, change]] of rows.slice(1).entries()) {
      const all = await listed(`entities/${ids[place] ?? ""}/sdg/documents`, "fields=id,extract_date");
      const start = Date.parse("2025-11-01");
      const count = (from: number, to: number) =>
        all.filter(({ extract_date: at }) => Date.parse(at) >= from && Date.parse(at) < to).length;
      expect([one, other]).toEqual([count(start, now), count(2 * start - now, start - days + nine)]);
      expect(change).toBe(Number(one) - Number(other));
    }
  });
});
