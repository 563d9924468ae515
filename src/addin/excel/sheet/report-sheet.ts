import { quoteSheet } from "../../../facts/sheet-names";
import { sheetColumns } from "../../../facts/excel-limits";
import type { CellContent } from "./ranges";
import { colourSentiment, headerFill } from "./result-formats";
import { runExcel } from "../run-excel";
import { addSheet } from "./tables";
import { literalText } from "./write-cells";

/** A table of a report: a heading, a row of headers below it, and its rows below that. */
export interface ReportTable {
  /** The cell of the heading, from 0. */
  readonly row: number;
  readonly column: number;
  readonly heading: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly CellContent[])[];
  /** Gives the same rows without headers; undefined where only values make sense. */
  readonly formula?: string;
  readonly numberFormats: readonly (string | undefined)[];
  /** Columns with a polarity from -1 to 1. */
  readonly sentiment?: readonly number[];
  /** Columns with sentences, which get as many lines as they need. */
  readonly wrapped?: readonly number[];
}

/**
 * A formula of a report whose result grows downward and has its own header row. It has its columns for itself, so that it never meets
 * another one.
 */
export interface ReportBlock {
  readonly column: number;
  readonly heading: string;
  /** What the block says about itself, below the heading; at most `mostNotes`. A label stands to the right, where it may run on. */
  readonly notes: readonly { readonly formula: string; readonly label?: string }[];
  readonly formula: string;
}

/** The chart of a report: the first column of its table has the categories, each other one of `columns` is a series. */
export interface ReportChart {
  readonly type: "ColumnClustered" | "Line";
  readonly title: string;
  readonly categoryTitle: string;
  readonly valueTitle: string;
  readonly table: ReportTable;
  readonly columns: number;
  /** The cells that it covers, from 0. */
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columnCount: number;
}

/** A sheet for people: a title, facts, tables and perhaps a chart. */
export interface Report {
  readonly sheetName: string;
  readonly title: string;
  readonly subtitle: string;
  readonly facts: readonly {
    readonly label: string;
    readonly value: CellContent;
    readonly formula?: string;
    /** The reader may change it: formulas of the sheet refer to it. */
    readonly isInput?: boolean;
  }[];
  /** Points by column, from A. */
  readonly widths: readonly number[];
  readonly tables: readonly ReportTable[];
  readonly chart?: ReportChart;
  /** Beside the facts, each with its heading in their first row. */
  readonly blocks?: readonly ReportBlock[];
}

const titleColor = "#0B5A62";
const quietColor = "#44546A";
const inputFill = "#FFF9E5";
/** Points. */
const dateWidth = 105;

/** The first row of the facts, from 0; labels are in A, values in B. */
export const firstFact = 3;

/** The most notes of a block. */
const mostNotes = 3;
/** The row of the formulas of blocks, from 0. */
export const blockRow = firstFact + mostNotes + 1;

/**
 * Writes a report on a new sheet and shows it. With `isLive` each table is its formula, and else its values. The chart is made while the
 * values are there, because Excel finds its series in them. Where something fails, the sheet is removed. Returns the address of the title.
 */
export const writeReport = async (report: Report, isLive: boolean): Promise<string> => {
  const name = await addSheet(report.sheetName);
  await runExcel(
    async (context) => {
      const sheet = context.workbook.worksheets.getItem(name);
      try {
        writeFacts(sheet, report, isLive);
        for (const table of report.tables) await writeTable(context, sheet, table);
        report.widths.slice(0, sheetColumns).forEach((width, column) => {
          sheet.getCell(0, column).getEntireColumn().format.columnWidth = width;
        });
        await context.sync();
        if (report.chart !== undefined) addChart(sheet, report.chart);
        await context.sync();
        if (isLive) for (const table of report.tables) enterFormula(sheet, table);
        if (report.blocks !== undefined) writeBlocks(sheet, report.blocks, report.facts.length);
        sheet.activate();
        sheet.getRange("A1").select();
        await context.sync();
      } catch (error) {
        sheet.delete();
        await context.sync();
        throw error;
      }
    },
    { mergeUndoGroup: true },
  );
  return `${quoteSheet(name)}!A1`;
};

const writeFacts = (sheet: Excel.Worksheet, { title, subtitle, facts }: Report, isLive: boolean): void => {
  const [top, below] = [sheet.getCell(0, 0), sheet.getCell(1, 0)];
  top.values = [[literalText(title)]];
  top.format.font.bold = true;
  top.format.font.size = 16;
  top.format.font.color = titleColor;
  below.values = [[literalText(subtitle)]];
  below.format.font.color = quietColor;
  const labels = sheet.getCell(firstFact, 0).getResizedRange(facts.length - 1, 0);
  const cells = sheet.getCell(firstFact, 1).getResizedRange(facts.length - 1, 0);
  labels.values = facts.map(({ label }) => [literalText(label)]);
  labels.format.font.color = quietColor;
  cells.values = facts.map(({ value }) => [literalText(value)]);
  cells.format.horizontalAlignment = "Left";
  cells.numberFormat = facts.map(({ value }) => [typeof value === "number" ? "#,##0" : "General"]);
  facts.forEach(({ isInput }, index) => {
    if (isInput === true) sheet.getCell(firstFact + index, 1).format.fill.color = inputFill;
  });
  if (!isLive) return;
  facts.forEach(({ formula }, index) => {
    if (formula !== undefined) sheet.getCell(firstFact + index, 1).formulas = [[formula]];
  });
};

const writeHeading = (cell: Excel.Range, heading: string): void => {
  cell.values = [[literalText(heading)]];
  cell.format.font.bold = true;
  cell.format.font.size = 12;
  cell.format.font.color = titleColor;
};

/** The facts stand at the top of their rows, because texts of the blocks make rows high. */
const writeBlocks = (sheet: Excel.Worksheet, blocks: readonly ReportBlock[], factCount: number): void => {
  for (const block of blocks) writeBlock(sheet, block);
  sheet.getCell(firstFact, 0).getResizedRange(factCount - 1, 1).format.verticalAlignment = "Top";
};

const writeBlock = (sheet: Excel.Worksheet, { column, heading, notes, formula }: ReportBlock): void => {
  writeHeading(sheet.getCell(firstFact, column), heading);
  // Wide enough for a date with its time, which Excel shows as #### in a narrower column.
  sheet.getCell(0, column).getEntireColumn().format.columnWidth = dateWidth;
  notes.forEach((note, index) => {
    const cell = sheet.getCell(firstFact + 1 + index, column);
    cell.formulas = [[note.formula]];
    cell.format.horizontalAlignment = "Left";
    if (note.label === undefined) return;
    const label = sheet.getCell(firstFact + 1 + index, column + 1);
    label.values = [[literalText(note.label)]];
    label.format.font.color = quietColor;
  });
  sheet.getCell(blockRow, column).formulas = [[formula]];
};

const tableBody = (sheet: Excel.Worksheet, { row, column, rows, headers }: ReportTable): Excel.Range =>
  sheet.getCell(row + 2, column).getResizedRange(Math.max(1, rows.length) - 1, headers.length - 1);

/** Rows that are written in one sync, because Excel on the web accepts 5 MB. */
const rowsPerSync = 500;

const writeTable = async (context: Excel.RequestContext, sheet: Excel.Worksheet, table: ReportTable): Promise<void> => {
  const { row, column, heading, headers, rows, numberFormats, sentiment = [], wrapped = [] } = table;
  writeHeading(sheet.getCell(row, column), heading);
  const head = sheet.getCell(row + 1, column).getResizedRange(0, headers.length - 1);
  head.values = [headers.map(literalText)];
  head.format.fill.color = headerFill;
  head.format.font.bold = true;
  head.format.wrapText = true;
  head.format.verticalAlignment = "Center";
  if (rows.length === 0) return;
  const body = tableBody(sheet, table);
  numberFormats.forEach((format, at) => {
    const cells = body.getColumn(at);
    if (format === undefined) return;
    cells.numberFormat = [[format]];
    if (!/[#0]/.test(format)) cells.format.horizontalAlignment = "Left";
  });
  for (let start = 0; start < rows.length; start += rowsPerSync) {
    const some = rows.slice(start, start + rowsPerSync);
    const cells = sheet.getCell(row + 2 + start, column).getResizedRange(some.length - 1, headers.length - 1);
    cells.values = some.map((values) => values.map(literalText));
    if (rows.length > rowsPerSync) await context.sync();
  }
  for (const at of sentiment) colourSentiment(body.getColumn(at));
  if (wrapped.length > 0) body.format.verticalAlignment = "Top";
  for (const at of wrapped) body.getColumn(at).format.wrapText = true;
};

const addChart = (sheet: Excel.Worksheet, chart: ReportChart): void => {
  const { table, columns, row, column, rows, columnCount } = chart;
  const source = sheet.getCell(table.row + 1, table.column + 1).getResizedRange(table.rows.length, columns - 1);
  const made = sheet.charts.add(chart.type, source, "Columns");
  const categories = sheet.getCell(table.row + 2, table.column).getResizedRange(table.rows.length - 1, 0);
  for (let at = 0; at < columns; at += 1) made.series.getItemAt(at).setXAxisValues(categories);
  made.name = chart.title;
  made.title.text = chart.title;
  made.axes.categoryAxis.title.text = chart.categoryTitle;
  made.axes.valueAxis.title.text = chart.valueTitle;
  made.legend.visible = columns > 1;
  if (columns > 1) made.legend.position = "Bottom";
  const [format] = table.numberFormats;
  if (format !== undefined) made.axes.categoryAxis.numberFormat = format;
  made.setPosition(sheet.getCell(row, column), sheet.getCell(row + rows - 1, column + columnCount - 1));
};

/** The values make room, because a formula does not spill over them. */
const enterFormula = (sheet: Excel.Worksheet, table: ReportTable): void => {
  if (table.formula === undefined || table.rows.length === 0) return;
  tableBody(sheet, table).clear(Excel.ClearApplyTo.contents);
  sheet.getCell(table.row + 2, table.column).formulas = [[table.formula]];
};
