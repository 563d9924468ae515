import { toSerial } from "../../src/formulas/table/dates";
import type { CellFormat } from "../../src/ooxml/cell-format";
import type { AnchorPoint, ChartModel, SeriesModel } from "../../src/ooxml/chart-model";
import type { ConditionalFormat } from "../../src/ooxml/conditional-format";
import type { DataValidation } from "../../src/ooxml/data-validation";
import type { WorkbookJson } from "../../src/workbench/file/workbook-json";
import type { Demo } from "./demo-workbooks";
import { calculateSavedValues, type Query } from "./saved-values";

/** The universe with events in every sector and month. */
const portfolio = "Holdings";
const lowestScore = 3;
const months = 12;
/** So many sectors stand in the chart: the largest. */
const chartSectors = 8;
/** Rows of the list of the latest events. */
const severe = 8;

/** The first cell of each result: of the events, the latest of them, the months and the sectors. */
const results = ["Events!A1", "Report!B28", "Report!B38", "Sectors!A1"] as const;

/** A table on the report's own page is one dash where it failed. The line below the title says why. */
const orDash = (call: string): string => `=LET(all,${call},IF(ISERROR(INDEX(all,1,1)),"–",all))`;

const queries = (from: string): readonly Query[] => {
  const choices = "Report!$M$1,Report!$M$3,Report!$M$2";
  const inputs = [lowestScore, from, null, null];
  const fields =
    "last_activity,entity.name,entity.country,entity.isic4.description,score,title,categories,sub_categories,related_documents_count,dashboard_url";
  const latest = "entity.name,last_activity,score,title";
  const latestOptions = "sort=last_activity:desc; headers=no; more=no";
  // Both dates of an event are dates of the report: the list, the tiles and the tables count by the same one.
  const counted = "wide=score; show=events; total=yes; date=last_activity";
  return [
    {
      cell: results[0],
      formula: `=ESG.EVENTS(${choices},,,"${fields}",,"sort=last_activity:desc")`,
      name: "ESG.EVENTS",
      values: [...inputs, fields, null, "sort=last_activity:desc"],
    },
    {
      cell: results[1],
      formula: orDash(`ESG.EVENTS(Report!$M$1,5,Report!$M$2,,,"${latest}",${severe},"${latestOptions}")`),
      name: "ESG.EVENTS",
      values: [5, from, null, null, latest, severe, latestOptions],
    },
    {
      cell: results[2],
      formula: orDash(`ESG.SUMMARY(${choices},,,"month","${counted}")`),
      name: "ESG.SUMMARY",
      values: [...inputs, "month", counted],
    },
    {
      cell: results[3],
      formula: `=ESG.SUMMARY(${choices},,,"sector","${counted}")`,
      name: "ESG.SUMMARY",
      values: [...inputs, "sector", counted],
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
  { color: "#c9d6df", fill: "#eef2f5", text: "#33414d" },
  { color: "#e9dfa3", fill: "#f8f4dc", text: "#544a00" },
  { color: "#f5c242", fill: "#fdf1c7", text: "#5c4400" },
  { color: "#e8833a", fill: "#fbdcc2", text: "#6b2d00" },
  { color: "#c5283d", fill: "#f6c9ce", text: "#7a0014" },
] as const;

const severityOf = (ranges: readonly string[]): readonly ConditionalFormat[] =>
  severity.map(({ fill, text }, index) => ({
    id: `score-${index + 1}`,
    ranges,
    rule: {
      type: "cellIs",
      operator: "equal",
      formulas: [String(index + 1)],
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

/** A column of the events. The functions below count neither its header nor the error in the last row of a list that the row cap ended. */
const column = (number: number): string => `INDEX(Events!$A$1#,,${number})`;
const [dates, companies, scores] = [column(1), column(2), column(5)];
/** A figure, or a dash where the events failed or there are none to compute it of. */
const ofEvents = (figure: string): string => `=IF(ISERROR(Events!$A$1),"–",${figure})`;
const ofSomeEvents = (figure: string): string => ofEvents(`IF(COUNT(${scores})=0,"–",${figure})`);
const latestEvent = `MAXIFS(${dates},${scores},">0")`;

const tiles: readonly Tile[] = [
  {
    area: "B",
    columns: ["B", "B"],
    label: "Events",
    formula: ofEvents(`COUNT(${scores})`),
    note: '=IF(Charts!$J$6,"the first rows only: the row limit cut the list",IF(Report!M3="","with any score","with a score of "&Report!M3&" or more"))',
    numberFormat: "#,##0",
  },
  {
    area: "C",
    columns: ["C", "E"],
    label: "Companies",
    formula: ofEvents(`IF(COUNT(${scores})=0,0,ROWS(UNIQUE(FILTER(${companies},ISNUMBER(${scores})))))`),
    note: "with an event",
    numberFormat: "#,##0",
  },
  {
    area: "F",
    columns: ["F", "H"],
    label: "Most severe",
    formula: ofEvents(`COUNTIF(${scores},5)`),
    note: "events with score 5",
    numberFormat: "#,##0",
  },
  {
    area: "I",
    columns: ["I", "K"],
    label: "Average score",
    formula: ofSomeEvents(`AVERAGEIF(${scores},">0")`),
    note: "from 1 to 5",
    numberFormat: "0.00",
  },
  {
    area: "L",
    columns: ["L", "O"],
    label: "Last 30 days",
    formula: ofSomeEvents(`COUNTIF(${dates},">"&${latestEvent}-30)`),
    note: "until the latest event",
    numberFormat: "#,##0",
  },
];

const at = (column: number, row: number): AnchorPoint => ({ row, column, rowOffset: 0, columnOffset: 0 });

const charts: readonly ChartModel[] = [
  {
    name: "Events by month",
    type: "ColumnStacked",
    title: { text: "Events by month and score: up to 12 months" },
    legend: "Bottom",
    categoryAxis: {},
    valueAxis: { gridlines: true },
    series: severity.map(({ color }, index): SeriesModel => ({
      name: { formula: `Charts!$${"BCDEF"[index]}$1` },
      categories: { formula: `Charts!$G$2:$G$${1 + months}` },
      values: { formula: `Charts!$${"BCDEF"[index]}$2:$${"BCDEF"[index]}$${1 + months}` },
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
        categories: { formula: `Charts!$M$2:$M$${1 + chartSectors}` },
        values: { formula: `Charts!$N$2:$N$${1 + chartSectors}` },
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

/** What the line below the title says: how old the values are, that they are fetched, or why some are missing. */
const stateOfValues = [
  '=IF(COUNTIF(Charts!$J$2:$J$5,"running")>0,"Fetching …"',
  'IF(COUNTIF(Charts!$J$2:$J$5,"failed")>0,"Not complete: "&INDEX(Charts!$L$2:$L$5,MATCH("failed",Charts!$J$2:$J$5,0))',
  '"Values of "&TEXT(MIN(Charts!$K$2:$K$5),"yyyy-mm-dd hh:mm")' +
    '&IF(MAX(Charts!$K$2:$K$5)-MIN(Charts!$K$2:$K$5)>1/288," to "&TEXT(MAX(Charts!$K$2:$K$5),"yyyy-mm-dd hh:mm"),"")' +
    '&" UTC"&IF(COUNTIF(Charts!$J$2:$J$5,"saved")>0,", saved. Sign in and refresh for new ones.","")))',
].join(",");

const listRule = (cells: string, formula: string, message: string): DataValidation => ({
  id: cells,
  ranges: [cells],
  type: "list",
  formulas: [formula],
  ignoreBlanks: true,
  alert: { shown: true, style: "warning", title: "", message },
  prompt: { shown: false, title: "", message: "" },
});

const dateRule = (cells: string): DataValidation => ({
  id: cells,
  ranges: [cells],
  type: "date",
  operator: "between",
  formulas: [String(toSerial(Date.UTC(2000, 0, 1))), String(toSerial(Date.UTC(2100, 0, 1)))],
  ignoreBlanks: true,
  alert: { shown: true, style: "stop", title: "", message: "Write a day, such as 2026-01-31." },
  prompt: { shown: false, title: "", message: "" },
});

/** The items of a list stand in one text of at most 255 characters, separated by commas. */
const universeList = ({ universes, accounts: [account] }: Demo): string => {
  const names = universes
    .filter(({ visible_to, for_tests }) => !for_tests && visible_to.includes(account?.name ?? ""))
    .map(({ universe_name }) => universe_name)
    .filter((name) => !/[",]/.test(name));
  while (names.join(",").length > 255) names.pop();
  return `"${names.join(",")}"`;
};

const reportSheet = (
  from: number,
  demo: Demo,
): Omit<WorkbookJson["sheets"][number], "cells"> & {
  readonly cells: Record<string, string | number>;
} => ({
  name: "Report",
  cells: {
    B1: '="Controversies in "&IF(M1="","the selected universe",M1)',
    B2: stateOfValues,
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
    B26: '="Latest events with a score of 5"&IF(B28="–",": "&Charts!$L$3,"")',
    B27: "Company",
    C27: "Date",
    D27: "Score",
    E27: "Title",
    // Last, because it has as many rows as there are months.
    B37: '="Events by month and score"&IF(B38="–",": "&Charts!$L$4,"")',
  },
  widths: { A: 16, B: 222, C: 160, ...Object.fromEntries(letters("D", "O").map((letter) => [letter, 50])), P: 16 },
  heights: { "1": 34, "2": 36, "4": 10, "6": 38, "8": 10, "25": 10 },
  formats: {
    "A1:Z100": white,
    B1: { ...white, bold: true, size: 20, color: "#0b5a62", vertical: "center" },
    B2: { ...white, color: "#44546a", wrap: true, vertical: "center" },
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
    "B27:O27": heading,
    "C28:C35": { ...white, numberFormat: "yyyy-mm-dd hh:mm", align: "left" },
    "D28:D35": { ...white, align: "center" },
    B37: { ...white, ...section },
    "B38:B38": heading,
    "C38:H38": { ...heading, align: "right" },
    "B39:B98": { ...white, align: "left", numberFormat: "mmm yy" },
  },
  merged: [
    ...["B2:J2", "K1:L1", "K2:L2", "K3:L3", "M1:O1", "M2:O2", "M3:O3"],
    ...tiles
      .filter(({ columns: [first, last] }) => first !== last)
      .flatMap(({ columns: [first, last] }) => [5, 6, 7].map((row) => `${first}${row}:${last}${row}`)),
  ],
  conditionalFormats: [totalRow("B39:H98", "$B39"), ...severityOf(["D28:D35", "C38:G38"]), heat("C39:G98")],
  dataValidations: [
    listRule("M1", universeList(demo), "This is none of the listed universes. Keep it?"),
    dateRule("M2"),
    listRule("M3", '"1,2,3,4,5"', "A score is 1 to 5. Keep it?"),
  ],
  charts,
});

const eventsSheet: WorkbookJson["sheets"][number] = {
  name: "Events",
  cells: {},
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

const sectorsSheet: WorkbookJson["sheets"][number] = {
  name: "Sectors",
  cells: {},
  widths: { A: 380, ...Object.fromEntries(letters("B", "G").map((letter) => [letter, 62])) },
  formats: { A1: heading, "B1:G1": { ...heading, align: "right" } },
  conditionalFormats: [totalRow("A2:G60", "$A2"), heat("B2:F60")],
  frozenRows: 1,
};

/**
 * What the charts draw, because their ranges are fixed while results have as many months and sectors as there are events; and what is known
 * of the four results. `at`: when the saved values were calculated, as a serial.
 */
const chartsSheet = (at: number): WorkbookJson["sheets"][number] => {
  const monthRows = Array.from({ length: months }, (_, index) => index + 2);
  const cells: Record<string, string | number> = {
    ...{
      A1: "Month",
      G1: "Label",
      I1: "Result",
      J1: "State",
      K1: "Fetched at",
      L1: "Error",
      M1: "Sector",
      N1: "Events",
    },
    I6: "List is cut",
    J6: `=NOT(ISERROR(Events!$A$1))*(SUMPRODUCT(--ISERROR(${dates}))>0)>0`,
  };
  const firstOfMonth = (day: string): string => `DATE(YEAR(${day}),MONTH(${day}),1)`;
  // No month before the first day asked for: it would look like a month without events.
  cells["A2"] = ofSomeEvents(
    `MAX(EDATE(${firstOfMonth(latestEvent)},${1 - months}),IF(ISNUMBER(Report!$M$2),${firstOfMonth("Report!$M$2")},0))`,
  ).replaceAll('"–"', '""');
  for (const row of monthRows.slice(1)) {
    const next = `EDATE(A${row - 1},1)`;
    cells[`A${row}`] = `=IF(A${row - 1}="","",IF(${next}>${latestEvent},"",${next}))`;
  }
  // The first month may begin before the first day asked for, and the last one is not over.
  for (const row of monthRows)
    cells[`G${row}`] =
      `=IF(A${row}="","",IF(A${row}<N(Report!$M$2),"from "&TEXT(Report!$M$2,"d mmm"),` +
      `IF(EDATE(A${row},1)>${latestEvent},"to "&TEXT(${latestEvent},"d mmm"),TEXT(A${row},"mmm yy"))))`;
  severity.forEach((_, index) => {
    const letter = "BCDEF"[index] ?? "";
    const score = index + 1;
    // A score without events is a dash in the legend: those below the lowest score were not asked for.
    cells[`${letter}1`] = ofEvents(`IF(COUNTIF(${scores},${score})=0,"–",${score})`);
    for (const row of monthRows) {
      const inMonth = `${dates},">="&$A${row},${dates},"<"&EDATE($A${row},1)`;
      cells[`${letter}${row}`] = `=IF($A${row}="","",COUNTIFS(${scores},${score},${inMonth}))`;
    }
  });
  for (const [index, result] of results.entries()) {
    const row = index + 2;
    const info = (item: string): string => `QUERY.INFO(${result},"${item}")`;
    cells[`I${row}`] = result;
    // A result that nobody asked for in this session is a saved one.
    cells[`J${row}`] = `=IF(ISERROR(${info("status")}),"saved",${info("status")})`;
    cells[`K${row}`] = `=IF(J${row}="saved",${at},IF(J${row}="done",${info("fetched_at")},""))`;
    cells[`L${row}`] = `=IF(J${row}="saved","",${info("error")})`;
  }
  for (let index = 0; index < chartSectors; index += 1) {
    // A bar chart has its first row at the bottom.
    const [row, source] = [index + 2, chartSectors + 1 - index];
    const sector = `Sectors!$A$${source}`;
    cells[`M${row}`] = `=IF(ISERROR(Sectors!$A$1),"",IF(OR(${sector}="",${sector}="Total"),"",${sector}))`;
    cells[`N${row}`] = `=IF(M${row}="","",INDEX(Sectors!$A$${source}:$Z$${source},MATCH("Total",Sectors!$A$1:$Z$1,0)))`;
  }
  return {
    name: "Charts",
    cells,
    widths: { A: 90, G: 90, H: 30, I: 110, K: 120, L: 300, M: 380 },
    formats: {
      "A1:G1": heading,
      "I1:N1": heading,
      "A2:A13": { numberFormat: "mmm yy" },
      "K2:K5": { numberFormat: "yyyy-mm-dd hh:mm" },
    },
    frozenRows: 1,
  };
};

/** The report with its formulas, and the values that they have now. */
export const demoReport = async (demo: Demo & { readonly today: string }, address: string): Promise<WorkbookJson> => {
  const now = new Date();
  const today = new Date(`${demo.today}T00:00:00Z`);
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 1));
  const from = first.toISOString().slice(0, 10);
  const shown = queries(from);
  const values = await calculateSavedValues(shown, { demo, address, universe: portfolio });
  const report = reportSheet(toSerial(first.getTime()), demo);
  const sheets = [report, eventsSheet, sectorsSheet, chartsSheet(toSerial(now.getTime()))].map((sheet) => ({
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
