import {
  chooseGrain,
  reportNotes,
  readResults,
  toReport,
} from "../../../../../../src/addin/taskpane/features/analyses/results-report";
import { toSerial } from "../../../../../../src/formulas/table/dates";

const day = (text: string): number => toSerial(Date.parse(text));

const analysis = {
  instance: "a3975255-be9f-4899-9af9-cae6864770e0",
  name: "Acme: press",
  started_at: Date.parse("2025-04-01T08:00:00Z"),
  state: "ready",
  purpose: "companies",
  request: {
    start_date: "2025-01-10",
    end_date: "2025-03-31",
    entities: [{ entity_of_interest: "Acme" }, { entity_of_interest: "Volta" }],
  },
} as const;

/** Answers as the functions do: without headers, or with them where they are read. */
const answers =
  (series: readonly (readonly (string | number)[])[]) =>
  (name: string, [, metrics, pivots]: readonly unknown[], options: string) => {
    if (name === "ANALYSIS.DOCUMENTS") return Promise.resolve([["A strike", day("2025-03-30"), -0.5, "https://x"]]);
    if (pivots === "entity") return Promise.resolve([["Acme", 61, 0.1]]);
    if (!options.includes("wide")) return Promise.resolve(series);
    const header = options.includes("headers=no") ? [] : [["Extract day", "Acme", "Volta"]];
    return Promise.resolve([...header, [day("2025-01-01"), metrics === "polarity" ? 0.1 : 8, 9]]);
  };

const months = [
  [day("2025-01-01"), 5, 0.1],
  [day("2025-03-01"), 56, -0.2],
];

test("the notes say what nobody should conclude: a company left out, a silent one, a cut month, a gap, thin means, the newest only", async () => {
  const known = { ...analysis, leftOut: ["GB00BH4HKS39"] };
  const notes = reportNotes(await readResults(known, "month", answers(months)));
  expect(notes).toEqual([
    "One company is left out, because the service does not have it: GB00BH4HKS39.",
    "No document names Volta. The reason may be its search words, not a lack of news.",
    "Incomplete periods: the first one starts on Jan 10, 2025. Their numbers are lower because days are missing.",
    "One period has no document and is missing in the table and the chart.",
    "In one of 2 periods the sentiment is a mean of fewer than 10 documents: it says little.",
    "The list shows the 1 newest of 61 documents.",
  ]);
});

test("a complete result says that it is", async () => {
  const request = { ...analysis.request, start_date: "2025-03-01", entities: [{ entity_of_interest: "Acme" }] };
  const content = await readResults(
    { ...analysis, request },
    "month",
    answers([[day("2025-03-01"), 1, 0.2]].map((row) => [row[0]!, 12, 0.2])),
  );
  const report = toReport({ ...content, documents: [] }, Date.parse("2025-04-01T09:00:00Z"));
  expect(report.facts.at(-1)).toEqual({
    label: "To note",
    value: "Complete: every company and every day of the period.",
  });
});

test("the facts follow their cells: the documents add up the series, the state is asked for by the id below", async () => {
  const report = toReport(await readResults(analysis, "month", answers(months)), Date.parse("2025-04-01T09:00:00Z"));
  const [series] = report.tables;
  const fact = (label: string) => report.facts.find((one) => one.label === label);
  const first = (series?.row ?? 0) + 3;
  expect(fact("Documents")).toMatchObject({ value: 61, formula: `=SUM(B${first}:B${first + 1})` });
  const idRow = 4 + report.facts.findIndex(({ label }) => label === "Analysis id");
  expect(fact("State")?.formula).toBe(`=ANALYSIS.STATUS($B$${idRow})`);
  expect(series?.formula).toBe(
    `=ANALYSIS.SERIES($B$${idRow},"volume_document,polarity","extract_day","mean","month","headers=no")`,
  );
  expect(report.chart.categoryTitle).toBe("Month · the first one starts on Jan 10, 2025");
});

test("the sheet of a topic lists its words, because its name is only the first of them", async () => {
  const entities = [{ entity_of_interest: "strike", keywords: ["strike", "union", "wages"] }];
  const topic = { ...analysis, purpose: "topic", request: { ...analysis.request, entities } } as const;
  const { facts } = toReport(await readResults(topic, "month", answers(months)), 0);
  expect(facts[0]).toEqual({ label: "Topic", value: "strike, union, wages" });
});

test("no two tables and not the chart share a cell", async () => {
  for (const purpose of ["companies", "competitors", "topic"] as const) {
    const { tables, chart } = toReport(await readResults({ ...analysis, purpose }, "month", answers(months)), 0);
    const taken = new Set<string>();
    const take = (row: number, column: number, height: number, width: number): void => {
      for (let down = 0; down < height; down += 1)
        for (let right = 0; right < width; right += 1) {
          const cell = `${row + down}:${column + right}`;
          expect([cell, taken.has(cell)]).toEqual([cell, false]);
          taken.add(cell);
        }
    };
    take(chart.row, chart.column, chart.rows, chart.columnCount);
    for (const { row, column, rows, headers } of tables) take(row, column, rows.length + 2, headers.length);
  }
});

test("an analysis without documents has nothing to insert", async () => {
  const nothing = readResults(analysis, "month", () => Promise.resolve([]));
  await expect(nothing).rejects.toMatchObject({ code: "no-rows" });
});

test.each([
  ["2025-01-01", "2025-01-30", "day"],
  ["2025-01-01", "2025-03-31", "week"],
  ["2025-01-01", "2025-12-31", "month"],
])("from %s to %s a series goes by %s", (start, end, grain) => {
  expect(chooseGrain({ start, end })).toBe(grain);
});
