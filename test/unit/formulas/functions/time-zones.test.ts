import { toSerial } from "../../../../src/formulas/table/dates";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { type PlainRecord, type ReadListing, readPlain } from "./plain-records";

// The world and the day of docs/questions.md: Thursday, 19 November 2026, 9:00 UTC. In Tokyo it is 18:00, in New York 4:00.
let office: Office;
let listed: ReadListing;

beforeAll(async () => {
  office = await openOffice("demo", {}, "small", "2026-11-19");
  listed = await readPlain(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => {
  office.alter = undefined;
  setZone(undefined);
  office.forget();
});

const zones = ["America/New_York", "Asia/Tokyo"] as const;
const setZone = (timeZone: string | undefined): void =>
  office.runtime.settings.set({ ...office.runtime.settings.get(), timeZone });

const universe = "Demo Portfolio";
const documents = () =>
  listed(`universes/${office.universe(universe)}/esg/documents`, "fields=id,entity_id,extract_date");

/** One for each zone: a new one for each record takes 2 GB outside of V8's heap, which a worker never gives back. */
const dayFormats = new Map(zones.map((zone) => [zone, new Intl.DateTimeFormat("sv-SE", { timeZone: zone })]));

/** The day of a moment on the clocks of a zone, by Intl alone. */
const dayIn = (zone: (typeof zones)[number], moment: string): string =>
  dayFormats.get(zone)?.format(new Date(moment)) ?? "";

const serial = (day: string): number => toSerial(Date.parse(day));

/** Counts by the first letters of the day: 7 for a month. */
const countBy = (records: readonly PlainRecord[], toKey: (record: PlainRecord) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const record of records) counts.set(toKey(record), (counts.get(toKey(record)) ?? 0) + 1);
  return counts;
};

const summary = (from: unknown, to: unknown, by: string, options: string) =>
  office.run("ESG.SUMMARY", universe, null, from, to, null, by, options);

describe.each(zones)("In a workbook of %s", (zone) => {
  beforeEach(() => setZone(zone));

  test("documents are counted by the months of its clocks, with one listing", async () => {
    const all = (await documents()).filter(({ extract_date: at }) => dayIn(zone, at) >= "2026-06-01");
    const rows = await summary("2026-06-01", null, "month", "of=documents; show=documents; headers=no");
    const counts = countBy(all, ({ extract_date: at }) => dayIn(zone, at).slice(0, 7));
    expect(rows).toEqual([...counts].toSorted().map(([month, count]) => [serial(`${month}-01`), count]));
    // Days that are those of UTC would give other counts.
    const inUtc = countBy(all, ({ extract_date: at }) => at.slice(0, 7));
    expect([...counts.values()]).not.toEqual([...inUtc.values()]);
    const calls = office.sent.filter((line) => line.includes("/esg/documents"));
    setZone("UTC");
    office.forget();
    await summary("2026-06-01", null, "month", "of=documents; show=documents; headers=no; cache=never");
    expect(office.sent.filter((line) => line.includes("/esg/documents"))).toHaveLength(calls.length);
  });

  test("weeks begin on Monday there, also where clocks change", async () => {
    const all = await documents();
    const rows = await summary("2026-10-19", "2026-11-15", "week", "of=documents; show=documents; headers=no");
    const within = all.filter(
      ({ extract_date: at }) => dayIn(zone, at) >= "2026-10-19" && dayIn(zone, at) <= "2026-11-15",
    );
    const monday = (day: string): string => {
      const date = new Date(`${day}T00:00:00Z`);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return date.toISOString().slice(0, 10);
    };
    const counts = countBy(within, ({ extract_date: at }) => monday(dayIn(zone, at)));
    expect(rows).toEqual([...counts].toSorted().map(([week, count]) => [serial(week), count]));
  });

  test("compare pairs the days of its clocks, today as far as it has come", async () => {
    const all = await documents();
    const rows = await summary(
      "2026-09-01",
      null,
      "month",
      "of=documents; show=documents; compare=previous; headers=no",
    );
    const today = dayIn(zone, "2026-11-19T09:00:00Z");
    const count = (first: string, last: string): number =>
      all.filter(({ extract_date: at }) => dayIn(zone, at) >= first && dayIn(zone, at) <= last).length;
    const pairs = [
      ["2026-09-01", "2026-09-30", "2026-08-01", "2026-08-31"],
      ["2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
      ["2026-11-01", today, "2026-10-01", today.replace("-11-", "-10-")],
    ] as const;
    expect(rows).toEqual(
      pairs.map(([first, last, firstBefore, lastBefore]) => {
        const [now, before] = [count(first, last), count(firstBefore, lastBefore)];
        return [serial(first), now, before, now - before];
      }),
    );
  });

  test("the listing of one day is asked for by the exact moments of the day", async () => {
    const all = await documents();
    const rows = await office.run(
      "ESG.DOCUMENTS",
      universe,
      null,
      "2026-11-03",
      "2026-11-03",
      null,
      "id",
      "all",
      "headers=no",
    );
    const expected = all.filter(({ extract_date: at }) => dayIn(zone, at) === "2026-11-03");
    expect(rows.flat().toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    const bounds = {
      "America/New_York": "between:2026-11-03T05:00:00.000Z;2026-11-04T04:59:59.999Z",
      "Asia/Tokyo": "between:2026-11-02T15:00:00.000Z;2026-11-03T14:59:59.999Z",
    };
    expect(office.sent.join()).toContain(bounds[zone]);
  });

  test("the SDG summary counts its months too", async () => {
    const isin = "DE0ZZ0000001";
    const rows = await office.run("SDG.SUMMARY", isin, null, "2026-01-01", null, "month", "show=documents; headers=no");
    const id = office.demo.entities.find((entity) => entity.isin === isin)?.id ?? "";
    const all = await listed(`entities/${id}/sdg/documents`, "fields=id,extract_date");
    const counts = countBy(
      all.filter(({ extract_date: at }) => dayIn(zone, at) >= "2026-01-01"),
      ({ extract_date: at }) => dayIn(zone, at).slice(0, 7),
    );
    expect(rows.filter(([, count]) => count !== 0)).toEqual(
      [...counts].toSorted().map(([month, count]) => [serial(`${month}-01`), count]),
    );
  });
});

describe("A record at 23:30 UTC on the last day of a month", () => {
  const at = "2026-10-31T23:30:00Z";
  const countMonths = async (): Promise<unknown> => {
    office.alter = (path, _, answer) => {
      if (!path.endsWith("/esg/events")) return answer;
      const page = answer as { readonly data: readonly object[] };
      return {
        ...page,
        has_next: false,
        search_after: null,
        data: page.data.slice(0, 1).map((event) => ({ ...event, start_date: at })),
      };
    };
    return summary("2026-10-01", null, "month", "show=events; headers=no; cache=never");
  };

  test.each([
    [undefined, [1, 0]],
    ["UTC", [1, 0]],
    ["America/New_York", [1, 0]],
    ["Asia/Tokyo", [0, 1]],
  ])("in a workbook of %s counts in the month of its clocks", async (zone, counts) => {
    setZone(zone);
    expect(await countMonths()).toEqual([
      [serial("2026-10-01"), counts[0]],
      [serial("2026-11-01"), counts[1]],
    ]);
  });
});

describe("Today", () => {
  const sentDates = (): string => office.sent.join();

  test.each([
    ["America/New_York", "2026-11-19T05:00:00.000Z"],
    ["Asia/Tokyo", "2026-11-18T15:00:00.000Z"],
    // There it is already Friday.
    ["Pacific/Kiritimati", "2026-11-18T10:00:00.000Z"],
  ])("in %s begins at %s", async (zone, start) => {
    setZone(zone);
    await office.run("ESG.EVENTS", universe, null, "today", null, null, "id");
    expect(sentDates()).toContain(`gte:${start}`);
  });

  test("decides which month mtd means", async () => {
    const late = await openOffice("demo", {}, "test", "2026-11-01");
    const from = async (timeZone: string): Promise<string> => {
      late.runtime.settings.set({ ...late.runtime.settings.get(), timeZone });
      late.forget();
      await late.run("ESG.EVENTS", late.demo.universes[0]?.universe_name, null, "mtd", null, null, "id", 1, "more=no");
      return /gte:[^&]*Z/.exec(late.sent.join())?.[0] ?? "";
    };
    // At 9:00 UTC on 1 November it is still 31 October in Honolulu.
    expect(await from("Pacific/Honolulu")).toBe("gte:2026-10-01T10:00:00.000Z");
    expect(await from("Asia/Tokyo")).toBe("gte:2026-10-31T15:00:00.000Z");
    await late.close();
  });

  test.each([
    ["Asia/Tokyo", "2026-11-20", "2026-11-19"],
    ["America/New_York", "2026-11-20", "2026-11-19"],
    ["Pacific/Niue", "2026-11-19", "2026-11-18"],
  ])("in %s refuses a from of %s, because today is %s, without a call", async (zone, from, today) => {
    // At 9:00 UTC it is 22:00 of the day before in Niue.
    setZone(zone);
    expect((await failure(summary(from, null, "month", "show=events"))).message).toContain(`is after today (${today})`);
    expect(office.sent).toEqual([]);
    await summary(today, null, "month", "show=events");
  });

  test("is the day of UTC for a day of an analysis", async () => {
    setZone("Pacific/Kiritimati");
    const instance = office.demo.analyses[0]?.instance;
    await office.run("ANALYSIS.DOCUMENTS", instance, "id", 1, null, null, "date=2026-11-10").catch(() => undefined);
    expect(office.sent.join()).toContain('"date":"2026-11-10"');
  });
});

describe("A change of the time zone", () => {
  test("asks anew where the days are others, and not where they are the same", async () => {
    const ask = () => office.run("ESG.EVENTS", universe, null, "2026-11-01", "2026-11-10", null, "id");
    await ask();
    office.forget();
    setZone("UTC");
    await ask();
    expect(office.sent).toEqual([]);
    setZone("Asia/Tokyo");
    await ask();
    expect(office.sent).toHaveLength(1);
    office.forget();
    await ask();
    expect(office.sent).toEqual([]);
  });

  test("calculates formulas with days again, and no others", async () => {
    const reads = async (name: string, ...values: readonly unknown[]): Promise<readonly string[]> => {
      const address = `S!${name}`;
      await office.runWith({ address }, name, ...values);
      return [...(office.runtime.requestLog.latestAt(address)?.reads ?? [])];
    };
    expect(await reads("ESG.SUMMARY", universe)).toContain("settings");
    expect(await reads("UNIVERSE.COUNT", universe)).not.toContain("settings");
  });

  test("to an unknown one is an error in the cell and in the log, without a call", async () => {
    setZone("Europe/Atlantis");
    const error = await failure(office.runWith({ address: "S!A1" }, "ESG.SUMMARY", universe));
    expect(error.message).toBe("This computer does not know the time zone of the workbook: Europe/Atlantis.");
    expect(office.runtime.requestLog.latestAt("S!A1")?.error?.message).toBe(error.message);
    expect(office.sent).toEqual([]);
  });
});

describe("QUERY.INFO", () => {
  test("says the days of the time zone", async () => {
    setZone("America/New_York");
    await office.runWith({ address: "S!A1" }, "ESG.SUMMARY", universe, null, "mtd", "today");
    const [[period]] = (await office.runWith({ parameterAddresses: ["S!A1"] }, "QUERY.INFO", 1, "period")) as [
      [string],
    ];
    expect(period).toBe("2026-11-01 to 2026-11-19");
  });
});

describe("Covered days", () => {
  test("are those of the clocks: the last day is today there", async () => {
    setZone("Asia/Tokyo");
    const late = await openOffice("demo", {}, "small", "2026-11-19");
    late.runtime.settings.set({ ...late.runtime.settings.get(), timeZone: "Pacific/Niue" });
    const rows = await late.run(
      "ESG.SUMMARY",
      universe,
      null,
      "2026-10-01",
      null,
      null,
      "month",
      "show=days; headers=no",
    );
    expect(rows.map(([, days]) => days)).toEqual(["31/31", "18/30"]);
    await late.close();
  });
});
