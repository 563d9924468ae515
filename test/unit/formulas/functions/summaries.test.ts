import { toSerial } from "../../../../src/formulas/table/dates";
import { CellError } from "../../../../src/formulas/table/matrix";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { type IsicNode, type PlainEntity, type ReadListing, readPlain, tally } from "./plain-records";

let office: Office;
let listed: ReadListing;

beforeAll(async () => {
  office = await openOffice();
  listed = await readPlain(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const universe = "EU Banks";
/** A header row of wire names. */
const wire = "headers=names";

const eventFields =
  "fields=id,entity_id,categories,sub_categories,score,start_date,related_documents_count,ungc_classification";
const events = () => listed(`universes/${office.universe(universe)}/esg/events`, eventFields);

const documentFields = "fields=id,entity_id,categories,event_id,polarity,extract_date,score";
const documents = () => listed(`universes/${office.universe(universe)}/esg/documents`, documentFields);

const companies = async (): Promise<ReadonlyMap<string, PlainEntity>> => {
  const path = `universes/${office.universe(universe)}/entities`;
  const entities = (await listed(path, "fields=id,name,country,isic4")) as readonly unknown[] as readonly PlainEntity[];
  return new Map(entities.map((entity) => [entity.id, entity]));
};

const summary = (by: unknown, options: string, ...others: readonly unknown[]) =>
  office.run("ESG.SUMMARY", universe, ...[null, null, null, null].map((blank, i) => others[i] ?? blank), by, options);

/** The text of a cell that holds a text or a number. */
const text = (cell: unknown): string => String(cell);

const serial = (day: string): number => toSerial(Date.parse(day));

const count = (rows: readonly (readonly unknown[])[], column: number): number =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

/** Counts by the first column, without periods in which nothing happened. */
const withEvents = (rows: readonly (readonly unknown[])[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(rows.filter(([, number]) => number !== 0)) as Readonly<Record<string, unknown>>;

describe("ESG.SUMMARY", () => {
  test("events without a UN Global Compact class count under (none), so that all events are counted", async () => {
    const all = await events();
    const rows = await summary("ungc_classification", "show=events; headers=no");
    expect(Object.fromEntries(rows)).toEqual(tally(all.map((event) => event.ungc_classification ?? "(none)")));
    expect(count(rows, 1)).toBe(all.length);
    expect(rows.map(([name]) => name)).toEqual(["low risk", "watchlist", "violator", "(none)"]);
  });

  test("the name comes first and the id last, with the most events on top", async () => {
    const [all, entities] = [await events(), await companies()];
    const [header, ...rows] = await summary("entity", wire);
    expect(header).toEqual(["entity.name", "events", "highest_score", "entity_id"]);
    for (const [name, number, highest, id] of rows) {
      const own = all.filter((event) => event.entity_id === id);
      expect([name, number]).toEqual([entities.get(text(id))?.name, own.length]);
      expect(highest).toBe(Math.max(...own.map(({ score }) => score)));
    }
    expect(count(rows, 1)).toBe(all.length);
    const numbers = rows.map(([, number]) => Number(number));
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  });

  test("months and weeks are real dates, their first day, in time", async () => {
    const all = await events();
    const months = await summary("month", "show=events; headers=no");
    expect(withEvents(months)).toEqual(tally(all.map(({ start_date }) => serial(`${start_date.slice(0, 7)}-01`))));
    const weeks = await summary("week", "show=events; headers=no; dates=iso");
    const monday = (day: Date): string => {
      while (day.getUTCDay() !== 1) day = new Date(day.getTime() - 86_400_000);
      return day.toISOString().slice(0, 10);
    };
    expect(withEvents(weeks)).toEqual(tally(all.map((event) => monday(new Date(event.start_date)))));
    for (const rows of [months, weeks]) {
      const days = rows.map(([day]) => text(day));
      expect(days).toEqual([...days].sort());
    }
    const years = await summary("year", "show=events; headers=no");
    expect(years.map(([year]) => typeof year)).toContain("number");
  });

  test("an event of two categories counts under each, and total=yes counts it once", async () => {
    const all = await events();
    const rows = await summary("category", "show=events; headers=no; total=yes");
    expect(Object.fromEntries(rows)).toEqual({
      ...tally(all.flatMap(({ categories }) => (categories.length === 0 ? ["(none)"] : categories))),
      Total: all.length,
    });
    expect(rows.at(-1)).toEqual(["Total", all.length]);
    expect(count(rows.slice(0, -1), 1)).toBeGreaterThan(all.length);
  });

  test("the total stays the last row when rows are sorted", async () => {
    const rows = await summary("score", "show=events; headers=no; total=yes; sort=events:desc");
    const numbers = rows.slice(0, -1).map(([, number]) => Number(number));
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
    expect(rows.at(-1)).toEqual(["Total", numbers.reduce((sum, number) => sum + number, 0)]);
  });

  test("by sector, each event counts once, under the section of its company's primary industry, in two calls", async () => {
    const [all, entities] = [await events(), await companies()];
    const leaves = (nodes: readonly IsicNode[]): readonly IsicNode[] =>
      nodes.flatMap((node) => (node.values?.length ? leaves(node.values) : [node]));
    const sectionOf = (id: string): string => {
      const sections = (entities.get(id)?.isic4 ?? []).map((section) => ({
        code: section.code,
        priority: Math.min(...leaves([section]).map(({ priority }) => priority ?? Infinity)),
      }));
      return sections.sort((one, other) => one.priority - other.priority)[0]?.code ?? "(none)";
    };
    const rows = await summary("sector", "show=events; headers=no; total=yes; cache=never");
    expect(
      Object.fromEntries(rows.slice(0, -1).map(([sector, number]) => [text(sector).split(" ")[0], number])),
    ).toEqual(tally(all.map((event) => sectionOf(event.entity_id))));
    expect(count(rows.slice(0, -1), 1)).toBe(all.length);
    expect(rows.at(-1)).toEqual(["Total", all.length]);
    expect(office.sent).toHaveLength(Math.ceil(all.length / 1000) + 1);
    expect(office.sent.at(-1)).toMatch(/^POST \/v3\/entities\/msearch/);
  });

  test("wide= puts months across without a gap, with a total that counts each event once", async () => {
    const [all, entities] = [await events(), await companies()];
    const [header = [], ...rows] = await summary("entity", `wide=month; show=events; total=yes; ${wire}`);
    expect(header[0]).toBe("entity.name");
    expect(header.slice(-2)).toEqual(["Total", "entity_id"]);
    const months = header.slice(1, -2).map(String);
    for (const [index, month] of months.slice(1).entries()) {
      const next = new Date(`${months[index] ?? ""}-01T00:00:00Z`);
      next.setUTCMonth(next.getUTCMonth() + 1);
      expect(month).toBe(next.toISOString().slice(0, 7));
    }
    for (const row of rows.slice(0, -1)) {
      const own = all.filter((event) => event.entity_id === row.at(-1));
      const counts = tally(own.map(({ start_date }) => start_date.slice(0, 7)));
      expect(row).toEqual([
        entities.get(text(row.at(-1)))?.name,
        ...months.map((month) => counts[month] ?? 0),
        own.length,
        row.at(-1),
      ]);
    }
    expect(rows.at(-1)?.slice(-2)).toEqual([all.length, ""]);
  });

  test("scores across go from 1 to 5, and (none) across is last", async () => {
    const all = await events();
    const [scores] = await summary("category", `wide=score; show=events; ${wire}`);
    expect(scores?.slice(1)).toEqual([...new Set(all.map(({ score }) => score))].sort());
    const [classes] = await summary("score", `wide=ungc_classification; show=events,mean_score; ${wire}`);
    expect(classes).toEqual([
      "score",
      ...["events", "mean_score"].flatMap((measure) =>
        ["low risk", "watchlist", "violator", "(none)"].map((name) => `${name} ${measure}`),
      ),
    ]);
  });

  const modern = { formattedValues: true, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 };
  const across = (wide: string, options: string) =>
    office.runWith(
      { host: modern },
      "ESG.SUMMARY",
      universe,
      null,
      "-2y",
      null,
      null,
      "category",
      `wide=${wide}; ${options}`,
    );

  test.each([
    ["week", "yyyy-mm-dd"],
    ["month", 'mmm yyyy" (to 1 Nov)"'],
    ["quarter", 'yyyy" Q4 (to 1 Nov)"'],
  ])(
    "a %s across has the date of its first day as header, so that a formula can look it up",
    async (wide, numberFormat) => {
      const rows = await office.run("ESG.SUMMARY", universe, null, "-2y", null, null, wide, "show=events; headers=no");
      const days = rows.map(([day]) => day);
      for (const headers of ["yes", "names"]) {
        const [header = []] = await across(wide, `show=events; total=yes; headers=${headers}`);
        expect(header.slice(1, -1).every((cell) => typeof cell === "object" && "value" in cell)).toBe(true);
        expect(header.slice(1, -1).map((cell) => (cell as { value: number }).value)).toEqual(
          expect.arrayContaining(days),
        );
        expect(header.slice(1, -1)).toContainEqual({ kind: "formatted", value: days.at(-1), numberFormat });
        expect(header.at(-1)).toBe("Total");
      }
      const [texts = []] = await across(wide, "show=events; dates=iso");
      expect(texts.every((cell) => typeof cell === "string")).toBe(true);
      const [two = []] = await across(wide, "show=events,companies");
      expect(two.every((cell) => typeof cell === "string")).toBe(true);
    },
  );

  test("years and scores across have numbers as headers, and a host without formatted values gets texts for months", async () => {
    const [years = []] = await across("year", "show=events");
    expect(years.slice(1)).toEqual([
      { kind: "formatted", value: 2024, numberFormat: '0" (from 1 Nov)"' },
      2025,
      { kind: "formatted", value: 2026, numberFormat: '0" (to 1 Nov)"' },
    ]);
    expect(years.length).toBeGreaterThan(2);
    const [months = []] = await summary("category", "wide=month; show=events");
    expect(months.slice(1, -1).every((cell) => /^\d{4}-\d{2}$/.test(text(cell)))).toBe(true);
    expect(months.at(-1)).toBe("2026-11 (to 1 Nov)");
  });

  test("a share has a percent format, a total row has no year of 0, and a missing mean can be 0 or #N/A", async () => {
    const shares = await office.runWith(
      { host: modern },
      "ESG.SUMMARY",
      universe,
      null,
      null,
      null,
      null,
      "score",
      "show=share",
    );
    for (const [, share] of shares.slice(1))
      expect(share).toEqual({ kind: "formatted", value: expect.any(Number) as number, numberFormat: "0.0%" });
    const long = await office.resultWith({}, "ESG.SUMMARY", universe, null, null, null, null, "score", "show=share");
    expect(long.pendingFormats).toMatchObject({ formats: [undefined, "0.0%"], headers: 1 });
    const last = (await summary("category,year", "show=events; total=yes; empty=zero")).at(-1);
    expect(last?.slice(0, 2)).toEqual(["Total", ""]);
    const means = await summary("category", "wide=month; show=mean_score; empty=na; headers=no");
    expect(means.flat().filter((cell) => cell instanceof CellError).length).toBeGreaterThan(0);
    expect(means.flat()).not.toContain("");
  });

  test("by takes up to three dimensions, and every combination has a row", async () => {
    const all = await events();
    const [, ...rows] = await summary("score,ungc_classification,year", `show=events; ${wire}`);
    expect(withEvents(rows.map((row) => [row.slice(0, 3).map(text).join(" "), row[3]]))).toEqual(
      tally(
        all.map(
          ({ score, ungc_classification, start_date }) =>
            `${score} ${ungc_classification ?? "(none)"} ${start_date.slice(0, 4)}`,
        ),
      ),
    );
    expect(await failure(summary("score,year,month,week", ""))).toMatchObject({
      message: "by takes one to 3 values, got 4.",
    });
  });

  test("measures are those of the records: documents so far, companies, mean, first and latest, share", async () => {
    const all = await events();
    const [[, ...shown] = []] = await summary(
      "score",
      "show=documents_so_far,companies,mean_score,first,latest,share; headers=no; dates=iso; sort=score:desc",
    );
    const highest = Math.max(...all.map(({ score }) => score));
    const own = all.filter(({ score }) => score === highest);
    const days = own.map(({ start_date }) => start_date).sort();
    expect(shown).toEqual([
      own.reduce((sum, event) => sum + event.related_documents_count, 0),
      new Set(own.map(({ entity_id }) => entity_id)).size,
      highest,
      days[0],
      days.at(-1),
      own.length / all.length,
    ]);
  });

  test("of=documents counts documents and their events, with the mean polarity", async () => {
    const all = await documents();
    const rows = await summary("category", "of=documents; show=documents,events,mean_polarity; headers=no");
    for (const [category, number, eventCount, polarity] of rows) {
      const own = all.filter(({ categories }) =>
        category === "(none)" ? categories.length === 0 : categories.includes(text(category)),
      );
      expect([number, eventCount]).toEqual([
        own.length,
        new Set(own.flatMap(({ event_id }) => (event_id === null ? [] : [event_id]))).size,
      ]);
      expect(polarity).toBeCloseTo(own.reduce((sum, each) => sum + each.polarity, 0) / own.length, 10);
    }
  });

  test("align=yes answers beside a list with the values only, and with the reason where a company is not covered", async () => {
    const [all, entities] = [await events(), await companies()];
    const [busy = ""] = all.map(({ entity_id }) => entity_id);
    const outside = office.demo.entities.find(({ id }) => !entities.has(id))!;
    const list = [[busy], [""], [outside.isin], [busy], ["SE0ZZ0000013"]];
    const rows = await summary("entity", "align=yes; show=events,highest_score", null, null, null, list);
    const own = all.filter(({ entity_id }) => entity_id === busy);
    const busyRow = [own.length, Math.max(...own.map(({ score }) => score))];
    expect([rows[0], rows[3]]).toEqual([busyRow, busyRow]);
    expect(rows[1]?.[0]).toMatchObject({ code: "no-rows" });
    expect(rows[2]?.[0]).toMatchObject({ code: "not-found" });
    expect(rows[4]?.[0]).toMatchObject({ code: "invalid-argument" });
    expect(await failure(summary("entity", "align=yes; total=yes; show=events", null, null, null, list))).toMatchObject(
      { code: "invalid-argument" },
    );
  });

  const refused: readonly (readonly [string, string, string, RegExp])[] = [
    ["order", "entity", "order=score:desc", /^options: order has no effect on counts\./],
    ["mean_polarity of events", "entity", "show=mean_polarity", /needs of=documents: events have none\.$/],
    ["documents of events", "entity", "show=documents", /need of=documents\. .* are documents_so_far\.$/],
    ["documents so far of documents", "entity", "of=documents; show=documents_so_far", /needs of=events/],
    ["days without a calendar period", "entity", "show=days", /week, month, quarter or year/],
    ["UN Global Compact classes of documents", "ungc_classification", "of=documents", /needs of=events/],
    ["them across", "entity", "of=documents; wide=ungc_classification", /needs of=events/],
    ["align=yes without a list", "entity", "align=yes", /needs a list of entities\.$/],
    ["a date of events for documents", "entity", "of=documents; date=start_date", /date filters events/],
  ];
  test.each(refused)("refuses %s before any call", async (_, by, options, sentence) => {
    expect(await failure(summary(by, options))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(sentence) as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("refuses a list that cannot stay aligned", async () => {
    const list = office.demo.entities.slice(0, 2).map(({ isin }) => [isin]);
    const aligned = (by: string, options: string) =>
      failure(summary(by, `align=yes; ${options}`, null, null, null, list));
    expect(await aligned("month", "")).toMatchObject({
      message: expect.stringContaining("by must be entity") as string,
    });
    expect(await aligned("entity", "sort=events")).toMatchObject({
      message: "options: sort moves rows, so it cannot be used with align=yes.",
    });
    expect(office.sent).toEqual([]);
  });
});

describe("Summaries of SDG documents", () => {
  const companyIds = () => office.demo.entities.slice(0, 4).map(({ id }) => id);
  const fields = "fields=id,entity_id,categories,score,extract_date,positive,negative,polarity";
  const documentsOf = async (ids: readonly string[]) => {
    const lists = await Promise.all(ids.map((id) => listed(`entities/${id}/sdg/documents`, fields)));
    return lists.flatMap((list, index) => list.map((record) => ({ ...record, entity_id: ids[index] ?? "" })));
  };
  const column = (values: readonly string[]) => values.map((value) => [value]);
  const sdg = (name: string, list: unknown, ...others: readonly unknown[]) =>
    office.run(name, list, null, null, null, ...others);
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const goals = Array.from({ length: 17 }, (_, index) => `SDG:${index + 1}`);

  test("SDG.SUMMARY by goal counts a document under each of its goals, and once in the total", async () => {
    const all = await documentsOf(companyIds());
    const rows = await sdg(
      "SDG.SUMMARY",
      column(companyIds()),
      "goal",
      "show=documents; total=yes; headers=no; cache=never; texts=raw",
    );
    expect(office.sent).toHaveLength(companyIds().length);
    expect(Object.fromEntries(rows)).toEqual({
      ...tally(all.flatMap(({ categories }) => (categories.length === 0 ? ["(none)"] : categories))),
      Total: all.length,
    });
    const shown = rows.slice(0, -1).map(([goal]) => text(goal));
    expect(shown).toEqual(goals.filter((goal) => shown.includes(goal)));
  });

  test("SDG.SUMMARY shows means, the net level and the quarter as a date", async () => {
    const all = await documentsOf(companyIds());
    const rows = await sdg("SDG.SUMMARY", column(companyIds()), "quarter", "show=documents,mean_score,net; headers=no");
    expect(rows.reduce((sum, [, number]) => sum + Number(number), 0)).toBe(all.length);
    for (const [quarter, number, score, net] of rows) {
      const own = all.filter(({ extract_date }) => {
        const [year, month] = [extract_date.slice(0, 4), Number(extract_date.slice(5, 7))];
        const first = String(month - ((month - 1) % 3)).padStart(2, "0");
        return serial(`${year}-${first}-01`) === quarter;
      });
      expect(number).toBe(own.length);
      if (own.length === 0) {
        expect([score, net]).toEqual(["", ""]);
        continue;
      }
      expect(score).toBeCloseTo(mean(own.map((document) => document.score)), 10);
      expect(net).toBeCloseTo(mean(own.map(({ positive, negative }) => positive - negative)), 10);
    }
  });

  test("SDG.SUMMARY answers beside its list, and a company that is not found has its own row", async () => {
    const [first = "", second = ""] = companyIds();
    const all = await documentsOf([first, second]);
    const nobody = "00000000-0000-4000-8000-000000000000";
    const list = column([first, "", nobody, second]);
    const rows = await sdg("SDG.SUMMARY", list, "entity", "align=yes; show=documents");
    const rowOf = (id: string) => [all.filter(({ entity_id }) => entity_id === id).length];
    expect([rows[0], rows[3]]).toEqual([rowOf(first), rowOf(second)]);
    expect(rows[1]?.[0]).toMatchObject({ code: "no-rows" });
    expect(rows[2]?.[0]).toMatchObject({ code: "not-found" });
    // Over all companies, a number without one of them would mislead.
    expect(await failure(sdg("SDG.SUMMARY", list, "goal"))).toMatchObject({ code: "not-found" });
    const unaligned = await sdg("SDG.SUMMARY", list, "entity", "show=documents; headers=no");
    expect(unaligned).toHaveLength(3);
    expect(unaligned.at(-1)?.[0]).toMatchObject({ code: "not-found" });
  });

  test("SDG.MATRIX shows counts, mean score and mean levels of each goal", async () => {
    const [id = ""] = companyIds();
    const all = await documentsOf([id]);
    const options = `show=count,mean_score,positive,negative,net; ${wire}`;
    const [header, row = []] = await sdg("SDG.MATRIX", column([id]), options);
    const measures = ["count", "mean_score", "positive", "negative", "net"];
    expect(header).toEqual(measures.flatMap((measure) => goals.map((goal) => `${goal} ${measure}`)));
    for (const [index, goal] of goals.entries()) {
      const own = all.filter(({ categories }) => categories.includes(goal));
      const [count, ...levels] = measures.map((_, place) => row[place * goals.length + index]);
      expect(count).toBe(own.length);
      if (own.length === 0) expect(levels).toEqual(["", "", "", ""]);
      else
        for (const [place, value] of [
          mean(own.map(({ score }) => score)),
          mean(own.map(({ positive }) => positive)),
          mean(own.map(({ negative }) => negative)),
          mean(own.map(({ positive, negative }) => positive - negative)),
        ].entries())
          expect(levels[place]).toBeCloseTo(value, 10);
    }
  });

  test.each([
    ["SDG.MATRIX", ["order=score:desc"], "options: order has no effect here. The rows are in the order of entities."],
    ["SDG.SUMMARY", ["goal", "order=score:desc"], /^options: order has no effect on counts\./],
  ] as const)("%s refuses order before any call", async (name, others, message) => {
    expect(await failure(sdg(name, column(companyIds()), ...others))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(message) as string,
    });
    expect(office.sent).toEqual([]);
  });
});
