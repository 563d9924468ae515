import { systemClock } from "../../src/engine/clock";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import { Readers } from "../../src/engine/readers";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import type { KeyValueStorage } from "../../src/engine/storage";
import { functions } from "../../src/formulas/functions";
import { toExcelMatrix } from "../../src/addin/excel/functions/cell-values";
import { toSerial } from "../../src/formulas/table/dates";
import type { CellFormat } from "../../src/ooxml/cell-format";
import type { AnchorPoint, ChartModel, SeriesModel } from "../../src/ooxml/chart-model";
import type { ConditionalFormat } from "../../src/ooxml/conditional-format";
import type { WorkbookFile } from "../../src/workbench/file/workbook-file";
import type { Demo } from "./demo-workbooks";

/** The universe with events in every sector and month. */
const portfolio = "Holdings";
const lowestScore = 3;
const months = 12;
/** So many sectors stand in the chart: the largest. */
const chartSectors = 8;
const severe = 8;

/** A formula of the report with one call, and the values that the call has with the report's own choices. */
interface Query {
  /** `Sheet!A1`. */
  readonly cell: string;
  readonly formula: string;
  readonly name: string;
  /** The universe is put in front. */
  readonly values: readonly unknown[];
}

const queries = (from: string): readonly Query[] => {
  const choices = "Report!$M$1,Report!$M$3,Report!$M$2";
  const given = [lowestScore, from, null, null];
  const fields =
    "last_activity,entity.name,entity.country,entity.isic4.description,score,title,categories,sub_categories,related_documents_count,dashboard_url";
  return [
    {
      cell: "Report!B27",
      formula: `=ESG.SUMMARY(${choices},,,"score","wide=month; show=events; total=yes")`,
      name: "ESG.SUMMARY",
      values: [...given, "score", "wide=month; show=events; total=yes"],
    },
    {
      cell: "Report!B37",
      formula: `=ESG.EVENTS(Report!$M$1,5,Report!$M$2,,,"entity.name,last_activity,score,title",${severe},"sort=last_activity:desc; headers=no; more=no")`,
      name: "ESG.EVENTS",
      values: [
        5,
        from,
        null,
        null,
        "entity.name,last_activity,score,title",
        severe,
        "sort=last_activity:desc; headers=no; more=no",
      ],
    },
    {
      cell: "Events!A2",
      formula: `=ESG.EVENTS(${choices},,,"${fields}",,"sort=last_activity:desc; headers=no")`,
      name: "ESG.EVENTS",
      values: [...given, fields, null, "sort=last_activity:desc; headers=no"],
    },
    {
      cell: "Sectors!A1",
      formula: `=ESG.SUMMARY(${choices},,,"sector","wide=month; show=events; total=yes")`,
      name: "ESG.SUMMARY",
      values: [...given, "sector", "wide=month; show=events; total=yes"],
    },
  ];
};

const heading: CellFormat = { bold: true, fill: "#e3f1f2", vertical: "center" };
const section: CellFormat = { bold: true, size: 12, color: "#0b5a62" };
const tile: CellFormat = { fill: "#f1f7f8" };
const white: CellFormat = { fill: "#ffffff" };
/** What a person may change is blue, as in financial models. */
const input: CellFormat = { color: "#0033aa", fill: "#fff9e5", align: "right" };
const severity = [
  { color: "#f5c242", fill: "#fdf1c7", text: "#5c4400" },
  { color: "#e8833a", fill: "#fbdcc2", text: "#6b2d00" },
  { color: "#c5283d", fill: "#f6c9ce", text: "#7a0014" },
] as const;

const severityOf = (ranges: readonly string[]): readonly ConditionalFormat[] =>
  severity.map(({ fill, text }, index) => ({
    id: `score-${lowestScore + index}`,
    ranges,
    rule: {
      type: "cellIs",
      operator: "equal",
      formulas: [String(lowestScore + index)],
      format: { fill, color: text, bold: true },
    },
  }));

/** The row of totals, wherever it is. */
const totalRow = (range: string, first: string): ConditionalFormat => ({
  id: "total",
  ranges: [range],
  stopIfTrue: true,
  rule: { type: "expression", formula: `${first}="Total"`, format: { bold: true, fill: "#e3f1f2" } },
});

const heat = (range: string): ConditionalFormat => ({
  id: "heat",
  ranges: [range],
  rule: {
    type: "colorScale",
    points: [
      { type: "min", color: "#ffffff" },
      // The total below is above all others.
      { type: "percentile", value: 95, color: "#f2a36b" },
    ],
  },
});

interface Tile {
  readonly area: string;
  readonly columns: readonly [first: string, last: string];
  readonly label: string;
  readonly formula: string;
  readonly note: string;
  readonly numberFormat: string;
}

const column = (number: number): string => `INDEX(Events!A2#,,${number})`;
const tiles: readonly Tile[] = [
  {
    area: "B",
    columns: ["B", "B"],
    label: "Events",
    formula: "=ROWS(Events!A2#)",
    note: '="with a score of "&Report!M3&" or more"',
    numberFormat: "#,##0",
  },
  {
    area: "C",
    columns: ["C", "E"],
    label: "Companies",
    formula: `=ROWS(UNIQUE(${column(2)}))`,
    note: "with an event",
    numberFormat: "#,##0",
  },
  {
    area: "F",
    columns: ["F", "H"],
    label: "Most severe",
    formula: `=SUMPRODUCT(--(${column(5)}=5))`,
    note: "events with score 5",
    numberFormat: "#,##0",
  },
  {
    area: "I",
    columns: ["I", "K"],
    label: "Average score",
    formula: `=AVERAGE(${column(5)})`,
    note: "from 1 to 5",
    numberFormat: "0.00",
  },
  {
    area: "L",
    columns: ["L", "O"],
    label: "Last 30 days",
    formula: `=SUMPRODUCT(--(${column(1)}>MAX(${column(1)})-30))`,
    note: "events until the latest one",
    numberFormat: "#,##0",
  },
];

const at = (column: number, row: number): AnchorPoint => ({ row, column, rowOffset: 0, columnOffset: 0 });

const charts: readonly ChartModel[] = [
  {
    name: "Events by month",
    type: "ColumnStacked",
    title: { text: "Events by month and score" },
    legend: "Bottom",
    categoryAxis: {},
    valueAxis: { gridlines: true },
    series: severity.map(({ color }, index): SeriesModel => ({
      name: { formula: `Charts!$${"BCD"[index]}$1` },
      categories: { formula: `Charts!$A$2:$A$${1 + months}` },
      values: { formula: `Charts!$${"BCD"[index]}$2:$${"BCD"[index]}$${1 + months}` },
      color,
    })),
    from: at(1, 8),
    to: at(6, 24),
  },
  {
    name: "Events by sector",
    type: "BarClustered",
    title: { text: "Events by sector: the largest eight" },
    categoryAxis: {},
    valueAxis: { gridlines: true },
    series: [
      {
        categories: { formula: `Charts!$F$2:$F$${1 + chartSectors}` },
        values: { formula: `Charts!$G$2:$G$${1 + chartSectors}` },
        color: "#1b7f8a",
      },
    ],
    from: at(6, 8),
    to: at(15, 24),
  },
];

const letters = (first: string, last: string): readonly string[] =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) =>
    String.fromCharCode(first.charCodeAt(0) + index),
  );

const reportSheet = (
  from: number,
  at: string,
): Omit<WorkbookFile["sheets"][number], "cells"> & {
  readonly cells: Record<string, string | number>;
} => ({
  name: "Report",
  cells: {
    B1: '="Controversies in "&M1',
    B2: `=IFERROR("Values of "&TEXT(QUERY.INFO(Events!A2,"fetched_at"),"yyyy-mm-dd hh:mm")&" UTC","Values of ${at} UTC, saved. Sign in and refresh for new ones.")`,
    B3: "Events of a universe since a day. Change the blue cells, and the report follows.",
    K1: "Universe",
    M1: portfolio,
    K2: "Events since",
    M2: from,
    K3: "Lowest score",
    M3: lowestScore,
    ...Object.fromEntries(
      tiles.flatMap(({ area, label, formula, note }) => [
        [`${area}5`, label],
        [`${area}6`, formula],
        [`${area}7`, note],
      ]),
    ),
    B26: "Events by score and month",
    // Above it is room for five scores and their total.
    B35: "Latest events with a score of 5",
    B36: "Company",
    C36: "Date",
    D36: "Score",
    E36: "Title",
  },
  widths: { A: 16, B: 250, ...Object.fromEntries(letters("C", "N").map((letter) => [letter, 50])), O: 56, P: 16 },
  heights: { "1": 34, "4": 10, "6": 38, "8": 10, "25": 10 },
  formats: {
    "A1:Z60": white,
    B1: { ...white, bold: true, size: 20, color: "#0b5a62", vertical: "center" },
    B2: { ...white, color: "#44546a" },
    B3: { ...white, color: "#44546a" },
    "K1:L3": { ...white, align: "right", color: "#44546a" },
    "M1:O3": input,
    "M2:O2": { ...input, numberFormat: "yyyy-mm-dd" },
    ...Object.fromEntries(
      tiles.flatMap(({ columns: [first, last], numberFormat }) => [
        [`${first}5:${last}5`, { ...tile, color: "#44546a" }],
        [`${first}6:${last}6`, { ...tile, bold: true, size: 22, color: "#0b5a62", align: "left", numberFormat }],
        [`${first}7:${last}7`, { ...tile, color: "#44546a" }],
      ]),
    ),
    B26: { ...white, ...section },
    "B27:B27": heading,
    "C27:O27": { ...heading, size: 9, align: "right", numberFormat: "mmm yy" },
    "B28:B33": { ...white, align: "left" },
    B35: { ...white, ...section },
    "B36:O36": heading,
    "C37:C44": { ...white, numberFormat: "d mmm" },
    "D37:D44": { ...white, align: "center" },
  },
  merged: [
    ...["K1:L1", "K2:L2", "K3:L3", "M1:O1", "M2:O2", "M3:O3"],
    ...tiles
      .filter(({ columns: [first, last] }) => first !== last)
      .flatMap(({ columns: [first, last] }) => [5, 6, 7].map((row) => `${first}${row}:${last}${row}`)),
  ],
  conditionalFormats: [totalRow("B28:O33", "$B28"), ...severityOf(["D37:D44", "B28:B33"]), heat("C28:N33")],
  charts,
});

const eventsSheet: WorkbookFile["sheets"][number] = {
  name: "Events",
  cells: {
    A1: "Last activity",
    B1: "Company",
    C1: "Country",
    D1: "Industry",
    E1: "Score",
    F1: "Title",
    G1: "ESG",
    H1: "Topics",
    I1: "Documents",
    J1: "Link",
  },
  widths: { A: 92, B: 210, C: 160, D: 300, E: 54, F: 430, G: 60, H: 210, I: 84, J: 320 },
  formats: {
    "A1:J1": heading,
    "A:A": { numberFormat: "yyyy-mm-dd" },
    "E:E": { align: "center" },
    "G:G": { align: "center" },
  },
  conditionalFormats: [...severityOf(["E2:E2000"])],
  frozenRows: 1,
};

const sectorsSheet: WorkbookFile["sheets"][number] = {
  name: "Sectors",
  cells: {},
  widths: { A: 380, ...Object.fromEntries(letters("B", "N").map((letter) => [letter, 62])) },
  formats: { A1: heading, "B1:N1": { ...heading, align: "right", numberFormat: "mmm yy" } },
  conditionalFormats: [totalRow("A2:N60", "$A2"), heat("B2:M60")],
  frozenRows: 1,
};

/** What the charts draw: their ranges are fixed, while results have as many months and sectors as there are events. */
const chartsSheet = (): WorkbookFile["sheets"][number] => {
  const inMonth = (row: number): string => `(${column(1)}>=$A${row})*(${column(1)}<EDATE($A${row},1))`;
  const monthRows = Array.from({ length: months }, (_, index) => index + 2);
  const cells: Record<string, string | number> = { A1: "Month", F1: "Sector", G1: "Events" };
  severity.forEach((_, index) => {
    const letter = "BCD"[index] ?? "";
    cells[`${letter}1`] = lowestScore + index;
    for (const row of monthRows) cells[`${letter}${row}`] = `=SUMPRODUCT((${column(5)}=${letter}$1)*${inMonth(row)})`;
  });
  for (const row of monthRows)
    cells[`A${row}`] = `=EDATE(DATE(YEAR(MAX(${column(1)})),MONTH(MAX(${column(1)})),1),${row - 1 - months})`;
  for (let index = 0; index < chartSectors; index += 1) {
    // A bar chart has its first row at the bottom.
    const [row, source] = [index + 2, chartSectors + 1 - index];
    cells[`F${row}`] = `=IF(OR(Sectors!A${source}="",Sectors!A${source}="Total"),"",Sectors!A${source})`;
    cells[`G${row}`] = `=IF(F${row}="",0,INDEX(Sectors!A${source}:Z${source},MATCH("Total",Sectors!$A$1:$Z$1,0)))`;
  }
  return {
    name: "Charts",
    cells,
    widths: { A: 90, E: 30, F: 380 },
    formats: { "A1:D1": heading, "F1:G1": heading, "A2:A13": { numberFormat: "mmm yy" } },
    frozenRows: 1,
  };
};

/** The report with its formulas, and the values that they have now. */
export const demoReport = async (demo: Demo, address: string): Promise<WorkbookFile> => {
  const now = new Date();
  const today = new Date(`${demo.today}T00:00:00Z`);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 1));
  const from = first.toISOString().slice(0, 10);
  const shown = queries(from);
  const values = await calculate(shown, demo, address);
  const report = reportSheet(toSerial(first.getTime()), now.toISOString().slice(0, 16).replace("T", " "));
  const sheets = [report, eventsSheet, sectorsSheet, chartsSheet()].map((sheet) => ({
    ...sheet,
    cells: {
      ...sheet.cells,
      ...Object.fromEntries(
        shown
          .filter(({ cell }) => cell.startsWith(`${sheet.name}!`))
          .map(({ cell, formula }) => [cell.slice(sheet.name.length + 1), formula]),
      ),
    },
  }));
  return {
    name: "Controversies report",
    sheets,
    active: "Report",
    values: Object.fromEntries(shown.map(({ cell }, index) => [cell, [{ key: "*", value: values[index] }]])),
  };
};

/** What a workbook that was just saved shows: the functions of the add-in run here, with the demo account. */
const calculate = async (shown: readonly Query[], demo: Demo, address: string): Promise<readonly unknown[]> => {
  const universe = demo.universes.find(({ universe_name }) => universe_name === portfolio)?.universe_id;
  const [account] = demo.accounts;
  if (universe === undefined || account === undefined) throw new Error(`The demo has no universe "${portfolio}".`);
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send: (request) => fetch(request),
    clock: systemClock,
    addresses: { baseUrl: address, authUrl: address, audience: demo.audience, clientId: demo.client_id },
    storage: nothingStored,
    crypto: globalThis.crypto,
    partition: "demo-report",
  });
  await runtime.ready;
  await runtime.session.signIn({ key: account.api_key, secret: account.api_secret }, false);
  try {
    return await Promise.all(
      shown.map(async ({ cell, name, values }) => {
        const definition = functions.find((one) => one.name === name);
        if (definition === undefined) throw new Error(`There is no ${name}.`);
        const { cells: rows } = await definition.invoke([universe, ...values], {
          runtime,
          host: { formattedValues: true, entityCards: true, maxCharacters: 1_900_000, maxCells: 5_000_000 },
          address: cell,
          signal: new AbortController().signal,
          preview: false,
          reloadSince: undefined,
        });
        return toExcelMatrix(rows);
      }),
    );
  } finally {
    await runtime.session.signOut();
  }
};

const nothingStored: KeyValueStorage = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};
