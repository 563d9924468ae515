import { functions } from "../../../../src/formulas/functions";
import { toSerial } from "../../../../src/formulas/table/dates";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { type PlainRecord, type ReadListing, readPlain } from "./plain-records";

// The world and the day of docs/questions.md: a Thursday, nine o'clock.
let office: Office;
let listed: ReadListing;

beforeAll(async () => {
  office = await openOffice("demo", {}, "small", "2026-11-19");
  listed = await readPlain(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const universe = "Demo Portfolio";
const events = () =>
  listed(
    `universes/${office.universe(universe)}/esg/events`,
    "fields=id,entity_id,categories,score,start_date,last_activity",
  );
const documents = () =>
  listed(`universes/${office.universe(universe)}/esg/documents`, "fields=id,entity_id,extract_date");

const summary = (from: unknown, to: unknown, by: string, options: string) =>
  office.run("ESG.SUMMARY", universe, null, from, to, null, by, options);

type DateMember = "start_date" | "last_activity" | "extract_date";

/** Records from the start of one day until the end of another. */
const count = (records: readonly PlainRecord[], member: DateMember, first: string, last: string): number =>
  records.filter((record) => record[member].slice(0, 10) >= first && record[member].slice(0, 10) <= last).length;

const serial = (day: string): number => toSerial(Date.parse(day));

describe("compare beside rows in time", () => {
  test("each quarter of this year stands beside the same quarter a year earlier, the last one as far as it has come", async () => {
    const all = await events();
    const rows = await summary("ytd", null, "quarter", "show=events; compare=year; date=last_activity; headers=no");
    const pairs = [
      ["2026-01-01", "2026-03-31", "2025-01-01", "2025-03-31"],
      ["2026-04-01", "2026-06-30", "2025-04-01", "2025-06-30"],
      ["2026-07-01", "2026-09-30", "2025-07-01", "2025-09-30"],
      ["2026-10-01", "2026-11-19", "2025-10-01", "2025-11-19"],
    ] as const;
    expect(rows).toEqual(
      pairs.map(([first, last, firstBefore, lastBefore]) => {
        const [now, before] = [
          count(all, "last_activity", first, last),
          count(all, "last_activity", firstBefore, lastBefore),
        ];
        return [serial(first), now, before, now - before];
      }),
    );
    // In the audit the first quarter stood beside 0.
    expect(rows[0]?.[2]).toBeGreaterThan(0);
    const read = count(all, "last_activity", "2025-01-01", "2026-11-19");
    expect(office.sent.filter((line) => line.includes("/esg/events"))).toHaveLength(Math.ceil(read / 1_000));
  });

  test("each month stands beside the month before it, and a month that is not over beside the same days", async () => {
    const all = await events();
    const rows = await summary("2026-08-10", null, "month", "show=events; compare=previous; total=yes; headers=no");
    const pairs = [
      ["2026-08-01", "2026-08-10", "2026-08-31", "2026-07-10", "2026-07-31"],
      ["2026-09-01", "2026-09-01", "2026-09-30", "2026-08-01", "2026-08-31"],
      ["2026-10-01", "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
      ["2026-11-01", "2026-11-01", "2026-11-19", "2026-10-01", "2026-10-19"],
    ] as const;
    const expected = pairs.map(([month, ...days]) => {
      const [now, before] = [count(all, "start_date", days[0], days[1]), count(all, "start_date", days[2], days[3])];
      return [serial(month), now, before, now - before];
    });
    expect(rows.slice(0, -1)).toEqual(expected);
    const sum = (column: number) => expected.reduce((total, row) => total + Number(row[column]), 0);
    expect(rows.at(-1)).toEqual(["Total", sum(1), sum(2), sum(3)]);
  });

  test("weeks across stand beside those 52 weeks earlier, and their headers say so", async () => {
    const all = await events();
    const options = "wide=week; show=events; compare=year";
    const [header = [], ...rows] = await summary("2026-11-02", "2026-11-15", "score", options);
    expect(header).toEqual([
      "Score (start date)",
      ...["events", "events before (52 weeks earlier)", "events change"].flatMap((name) => [
        `2026-11-02 ${name}`,
        `2026-11-09 ${name}`,
      ]),
    ]);
    for (const [score, ...numbers] of rows) {
      const own = all.filter((event) => event.score === score);
      const [now, then] = [
        [count(own, "start_date", "2026-11-02", "2026-11-08"), count(own, "start_date", "2026-11-09", "2026-11-15")],
        [count(own, "start_date", "2025-11-03", "2025-11-09"), count(own, "start_date", "2025-11-10", "2025-11-16")],
      ];
      expect(numbers).toEqual([...now, ...then, ...now.map((number, place) => number - (then[place] ?? 0))]);
    }
  });

  test("weeks beside months have no counterpart, which is refused before any call", async () => {
    expect(await failure(summary("ytd", null, "month,week", "compare=previous"))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("no counterpart") as string,
    });
    expect(office.sent).toEqual([]);
  });
});

describe("A period that cannot be", () => {
  const portfolio = { align: () => [["SE0ZZ0000012"]], plain: () => null } as const;

  test.each([
    ["2026-10-10", "2026-10-01", "country", "plain"],
    ["mtd", "2026-10-15", "month", "plain"],
    ["2026-11-18", "-10d", "entity", "align"],
    ["2026-12-01", "2026-12-31", "quarter", "plain"],
    ["2026-12-01", null, "entity", "align"],
  ] as const)("from %s to %s by %s is refused with compare as without it", async (from, to, by, way) => {
    const run = (compare: string) =>
      failure(
        office.run(
          "ESG.SUMMARY",
          universe,
          null,
          from,
          to,
          portfolio[way](),
          by,
          `${way}=yes; ${compare}`.replace("plain=yes; ", ""),
        ),
      );
    const expected = (await run("show=events")).message;
    expect(expected).toMatch(/later than|after today/);
    for (const compare of ["previous", "year"])
      expect((await run(`show=events; compare=${compare}`)).message).toBe(expected);
    expect(office.sent).toEqual([]);
  });
});

describe("compare of a whole period", () => {
  test.each([
    ["mtd", null, "2026-11-01", "2026-11-19", "2026-10-01", "2026-10-19"],
    ["wtd", null, "2026-11-16", "2026-11-19", "2026-11-09", "2026-11-12"],
    ["qtd", null, "2026-10-01", "2026-11-19", "2026-07-01", "2026-08-19"],
    ["2026-11-01", null, "2026-11-01", "2026-11-19", "2026-10-01", "2026-10-19"],
    ["2026-11-01", "2026-11-30", "2026-11-01", "2026-11-19", "2026-10-01", "2026-10-19"],
    ["2026-10-01", "2026-10-31", "2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"],
    ["2026-08-01", "2026-10-31", "2026-08-01", "2026-10-31", "2026-05-01", "2026-07-31"],
    ["-7d", "-1d", "2026-11-12", "2026-11-18", "2026-11-05", "2026-11-11"],
    ["2026-11-04", "2026-11-06", "2026-11-04", "2026-11-06", "2026-11-01", "2026-11-03"],
  ])("%s to %s is compared with its like, which the header names", async (from, to, first, last, before, until) => {
    const all = await documents();
    const options = "of=documents; show=documents; compare=previous; total=yes";
    const rows = await summary(from, to, "score", options);
    expect(rows[0]?.[2]).toBe(`Documents before (${before} to ${until})`);
    const [now, then] = [count(all, "extract_date", first, last), count(all, "extract_date", before, until)];
    expect(rows.at(-1)?.slice(1)).toEqual([now, then, now - then]);
  });

  test("days until now are compared until the same time of day, which the header names", async () => {
    const all = await documents();
    const rows = await summary("-6d", null, "score", "of=documents; show=documents; compare=previous; total=yes");
    expect(rows[0]?.[2]).toMatch(/^Documents before \(2026-11-06 to 2026-11-12 09:0\d UTC\)$/);
    const before = all.filter(
      ({ extract_date: at }) => at >= "2026-11-06" && Date.parse(at) <= Date.parse("2026-11-12T09:00:00Z"),
    );
    expect(rows.at(-1)?.[2]).toBe(before.length);
  });

  test("a month to date that was fetched yesterday is compared with its part until yesterday", async () => {
    const runtime = {
      ...office.runtime,
      clock: { ...office.runtime.clock, now: () => office.runtime.clock.now() + 86_400_000 },
    };
    const all = await documents();
    const options = "of=documents; show=documents; compare=previous; total=yes; headers=yes";
    await summary("mtd", null, "score", options);
    office.forget();
    const call = ["ESG.SUMMARY", universe, null, "mtd", null, null, "score", options] as const;
    const rows = await office.runWith({ runtime }, ...call);
    expect(office.sent).toEqual([]);
    expect(rows[0]?.[2]).toBe("Documents before (2026-10-01 to 2026-10-19)");
    expect(rows.at(-1)?.[2]).toBe(count(all, "extract_date", "2026-10-01", "2026-10-19"));
  });
});

describe("Periods", () => {
  test("have rows also without records, from the first day of from until today", async () => {
    const all = (await events()).filter(({ score, categories }) => score === 1 && categories.includes("E"));
    const rows = await summary("2026-04-01", null, "week", "score=in:1; category=E; show=events,days; headers=no");
    const monday = Date.parse("2026-03-30");
    const days = Array.from({ length: 34 }, (_, week) => new Date(monday + week * 7 * 86_400_000));
    expect(rows).toHaveLength(days.length);
    for (const [place, [week, number, covered]] of rows.entries()) {
      const first = days[place]!.toISOString().slice(0, 10);
      const last = new Date(days[place]!.getTime() + 6 * 86_400_000).toISOString().slice(0, 10);
      expect(week).toBe(serial(first));
      expect(number).toBe(count(all, "start_date", first < "2026-04-01" ? "2026-04-01" : first, last));
      expect(covered).toBe(place === 0 ? "5/7" : place === 33 ? "4/7" : "7/7");
    }
    expect(rows.some(([, number]) => number === 0)).toBe(true);
  });

  test("that are covered in part say so in their label, across too, and stay dates", async () => {
    const host = { formattedValues: true, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 };
    const call = (by: string, options: string) =>
      office.runWith({ host }, "ESG.SUMMARY", universe, null, "2026-05-19", "2026-11-05", null, by, options);
    const months = (await call("month", "show=events,days; headers=no")).map(([month, , days]) => [month, days]);
    const cell = (day: string, numberFormat: string) => ({ kind: "formatted", value: serial(day), numberFormat });
    expect(months[0]).toEqual([cell("2026-05-01", 'mmm yyyy" (from 19 May)"'), "13/31"]);
    expect(months[1]).toEqual(
      [serial("2026-06-01"), "30/30"].map((each, place) => (place === 0 ? cell("2026-06-01", "yyyy-mm-dd") : each)),
    );
    expect(months.at(-1)).toEqual([cell("2026-11-01", 'mmm yyyy" (to 5 Nov)"'), "5/30"]);
    const [years = []] = await call("score", "wide=year; show=events");
    expect(years.at(-1)).toEqual({ kind: "formatted", value: 2026, numberFormat: '0" (19 May to 5 Nov)"' });
  });

  test("of two kinds have rows for the days asked for only, and a week in two months has one in each", async () => {
    const all = await events();
    const rows = await summary("2026-10-01", "2026-11-08", "month,week", "show=events; headers=no");
    const pairs = [
      // 1 October is a Thursday: September is not asked for.
      ["2026-10-01", "2026-09-28", "2026-10-01", "2026-10-04"],
      ["2026-10-01", "2026-10-05", "2026-10-05", "2026-10-11"],
      ["2026-10-01", "2026-10-12", "2026-10-12", "2026-10-18"],
      ["2026-10-01", "2026-10-19", "2026-10-19", "2026-10-25"],
      ["2026-10-01", "2026-10-26", "2026-10-26", "2026-10-31"],
      ["2026-11-01", "2026-10-26", "2026-11-01", "2026-11-01"],
      ["2026-11-01", "2026-11-02", "2026-11-02", "2026-11-08"],
    ] as const;
    const values = rows.map((row) => row.map((cell) => (cell as { value?: unknown } | null)?.value ?? cell));
    expect(values).toEqual(
      pairs.map(([month, week, first, last]) => [serial(month), serial(week), count(all, "start_date", first, last)]),
    );
  });

  test("down have all months beside weeks across", async () => {
    const all = await events();
    const company = all.find(({ start_date }) => start_date.startsWith("2025"))?.entity_id;
    const own = all.filter(({ entity_id, start_date }) => entity_id === company && start_date.startsWith("2025"));
    const options = "show=events; wide=week; total=yes; headers=no";
    const rows = await office.run("ESG.SUMMARY", universe, null, "2025-01-01", "2025-12-31", company, "month", options);
    const months = Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, "0")}`);
    const counts = months.map((month) => own.filter(({ start_date }) => start_date.startsWith(month)).length);
    expect(counts).toContain(0);
    expect(rows.slice(0, -1).map((row) => [row[0], row.at(-1)])).toEqual(
      months.map((month, index) => [serial(`${month}-01`), counts[index]]),
    );
  });

  test("of a company have all months, for each company that has one", async () => {
    const rows = await summary("2026-06-01", "2026-08-31", "entity,month", "show=events; headers=no");
    const counts = new Map<unknown, number>();
    for (const row of rows) counts.set(row.at(-1), (counts.get(row.at(-1)) ?? 0) + 1);
    expect(new Set(counts.values())).toEqual(new Set([3]));
  });
});

describe("The date of an event", () => {
  test("is its start in summaries, so that a later document moves no event, unless asked otherwise", async () => {
    const all = await events();
    for (const [options, member] of [
      ["", "start_date"],
      ["; date=last_activity", "last_activity"],
    ] as const) {
      const rows = await summary("2026-05-01", "2026-05-31", "score", `show=events; total=yes${options}`);
      expect(rows[0]).toEqual(["Score", `Events (${member.replace("_", " ")})`]);
      expect(rows.at(-1)?.[1]).toBe(count(all, member, "2026-05-01", "2026-05-31"));
    }
    for (const [options, label] of [
      ["", "Last activity"],
      ["date=start_date", "Start date"],
    ] as const) {
      const [listed = []] = await office.run(
        "ESG.EVENTS",
        universe,
        4,
        null,
        null,
        null,
        null,
        1,
        `${options}; more=no`,
      );
      expect(listed[0]).toBe(label);
    }
    const [header] = await summary(null, null, "score", "show=events");
    expect(header).toEqual(["Score", "Events"]);
  });
});

describe("Dates as arguments", () => {
  const good: Readonly<Record<string, readonly unknown[]>> = {
    "SDG.DOCUMENTS": ["DE0ZZ0000001", null],
    "SDG.MATRIX": ["DE0ZZ0000001", null],
    "SDG.SUMMARY": ["DE0ZZ0000001", null],
  };
  const dated = functions.filter(({ parameters }) => parameters.some(({ name }) => name === "from"));

  test.each(dated.map(({ name }) => [name]))(
    "%s refuses a year, a month of digits and a day to come before any call",
    async (name) => {
      const before = good[name] ?? [universe, null];
      for (const [from, sentence] of [
        [2026, "from: 2026 is no date. Write 2026-01-01"],
        [202_611, "from: 202611 is no date. Write 2026-11-01"],
        ["2026-12-01", 'from ("2026-12-01") is after today (2026-11-19).'],
        ["gte:2026-12-01", "is after today (2026-11-19)."],
        [serial("2099-01-01"), "from (2099-01-01) is after today"],
      ] as const)
        expect(await failure(office.run(name, ...before, from))).toMatchObject({
          code: "invalid-argument",
          message: expect.stringContaining(sentence) as string,
        });
      expect(office.sent).toEqual([]);
    },
  );

  test.each(dated.map(({ name }) => [name]))("%s asks once for NOW() at five times of one day", async (name) => {
    const before = good[name] ?? [universe, null];
    const answers = [];
    for (const time of [0.376, 0.4, 0.5123, 0.75, 0.999]) {
      answers.push(await office.run(name, ...before, serial("2026-11-10") + time));
      if (answers.length === 1) office.forget();
    }
    expect(office.sent).toEqual([]);
    expect(new Set(answers.map((rows) => JSON.stringify(rows))).size).toBe(1);
  });

  test("a time counts as ISO text with T", async () => {
    await office.run("ESG.EVENTS", universe, null, "2026-11-10T10:30:00Z", "2026-11-12T08:00:00Z", null, "id");
    expect(office.sent.join()).toContain("between:2026-11-10T10:30:00.000Z;2026-11-12T08:00:00.000Z");
  });
});
