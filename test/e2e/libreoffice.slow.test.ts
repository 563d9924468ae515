import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cellName, parseRange } from "../../src/facts/addresses";
import { examineWorkbook } from "../../src/addin/doctor/doctor";
import type { ChartModel } from "../../src/ooxml/chart-model";
import { readWorkbook } from "../../src/ooxml/read-workbook";
import type { DataValidation } from "../../src/ooxml/data-validation";
import type { ConditionalRule } from "../../src/ooxml/conditional-format";
import type { CellModel, WorkbookModel } from "../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../src/ooxml/write-workbook";
import { contextWith, sheetWith } from "../unit/addin/doctor/damaged-files";
import { byHand } from "../unit/ooxml/by-hand";
import { afterOneCell, compareButOneCell, partsOf } from "../unit/ooxml/compare-parts";
import { workbookOf } from "../unit/ooxml/models";
import { throughTheEngine } from "../unit/workbench/through-the-engine";

const program = [process.env["SOFFICE_PATH"], "/usr/bin/soffice"].find((one) => one !== undefined && existsSync(one));
const fixtures = path.join(__dirname, "../unit/ooxml/files");
const context = { custom: ["ESG.EVENTS"] };

/** What the tests make: by LibreOffice from the files of others, and by LibreOffice from ours. */
const sources = {
  ...Object.fromEntries(
    readdirSync(fixtures)
      .filter((name) => name.endsWith(".xlsx"))
      .map((name) => [name.replace(".xlsx", ""), new Uint8Array(readFileSync(path.join(fixtures, name)))]),
  ),
  ...Object.fromEntries(["formats", "sheets", "formulas"].map((name) => [`by-hand-${name}`, byHand[name]])),
};

// Without LibreOffice the tests are listed as skipped; `npm test` installs it where it can.
(program === undefined ? describe.skip : describe)("LibreOffice", () => {
  let folder: string;

  /** Converts files in one run of the program, and answers the folder with the results. */
  const convert = (files: Readonly<Record<string, Uint8Array | undefined>>, format: string): string => {
    const given = mkdtempSync(path.join(folder, "given-"));
    for (const [name, bytes] of Object.entries(files))
      writeFileSync(path.join(given, `${name}.xlsx`), bytes ?? new Uint8Array());
    const out = path.join(given, "out");
    mkdirSync(out);
    const inputs = readdirSync(given).filter((name) => name.endsWith(".xlsx"));
    const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
    execFileSync(
      program ?? "",
      [profile, "--headless", "--convert-to", format, "--outdir", out, ...inputs.map((name) => path.join(given, name))],
      { stdio: "ignore", timeout: 150_000 },
    );
    return out;
  };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "libreoffice-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("makes nine files that are read, and written back part by part without loss", () => {
    const out = convert(sources, "xlsx");
    const made = readdirSync(out);
    expect(made).toHaveLength(9);
    for (const name of made) {
      const bytes = new Uint8Array(readFileSync(path.join(out, name)));
      const model = readWorkbook(bytes, context);
      expect([name, partsOf(writeWorkbook(model, context, bytes))]).toEqual([name, partsOf(bytes)]);
      const { before, after, changed } = afterOneCell(bytes, context);
      expect([name, after, changed]).toEqual([name, before, "new here"]);
    }
  }, 200_000);

  it("makes files that the engine shows with their values and formulas, and writes back without loss", async () => {
    // LibreOffice knows neither SEQUENCE (before 24.8) nor functions of add-ins: it stores errors, which the engine calculates.
    const others = Object.entries(sources).filter(([name]) => name !== "by-hand-formulas");
    const out = convert(Object.fromEntries(others), "xlsx");
    const made = readdirSync(out);
    expect(made).toHaveLength(8);
    for (const name of made) {
      const bytes = new Uint8Array(readFileSync(path.join(out, name)));
      const { stored, shown, saved, changed } = await throughTheEngine(bytes, name);
      expect([name, shown]).toEqual([name, stored]);
      expect([name, partsOf(saved)]).toEqual([name, partsOf(bytes)]);
      const comparison = compareButOneCell(bytes, changed, { custom: [] });
      expect([name, comparison.after, comparison.changed]).toEqual([name, comparison.before, "new here"]);
    }
  }, 200_000);

  const cell = (row: number, column: number, value: CellModel["value"] | null, formula?: string): CellModel => ({
    row,
    column,
    ...(value !== null && value !== undefined && { value }),
    ...(formula !== undefined && { formula }),
  });

  const workbook = (cells: readonly CellModel[]): WorkbookModel => ({
    ...workbookOf({
      name: "Ours",
      cells: cells.toSorted((one, other) => one.row - other.row || one.column - other.column),
      columns: [{ start: 0, end: 0, width: 140 }],
      rows: [{ row: 0, height: 40 }],
      merged: ["H1:I2"],
      frozenRows: 1,
    }),
    names: [{ name: "Rate", formula: "Ours!$A$2" }],
  });

  it("calculates the formulas of our files: the functions that it knows", () => {
    // Formulas without a stored result: LibreOffice calculates them.
    const formulas: readonly (readonly [string, string])[] = [
      ["=SUM(A1:A3)", "6"],
      ['=IF(A1<Rate,"less & more","not")', "less & more"],
      ["=VLOOKUP(2,A1:B3,2,FALSE)", "two"],
      ['=TEXT(0.256,"0.0%")', "25.6%"],
      ["=SUMPRODUCT(A1:A3*2)", "12"],
      ["=MAX(A1:A3*10)", "30"],
      ['=IFERROR(1/0,"caught")', "caught"],
      ['=COUNTIF(B1:B3,"t*")', "2"],
      ['=TEXTJOIN("-",TRUE,B1:B3)', "one-two-three"],
      ["=A1&B1", "1one"],
    ];
    const values = ["one", "two", "three"].flatMap((text, row) => [cell(row, 0, row + 1), cell(row, 1, text)]);
    const cells = [...values, ...formulas.map(([formula], row) => cell(row, 3, null, formula))];
    const out = convert({ ours: writeWorkbook(workbook(cells), context) }, "csv");
    const lines = readFileSync(path.join(out, "ours.csv"), "utf8").trim().split("\n");
    expect(lines.map((line) => line.split(",")[3])).toEqual(formulas.map(([, result]) => result));
  }, 200_000);

  it("opens a file of its own again that was extended by three formulas, and calculates them", () => {
    const values = [4, 5, 6].map((value, row) => cell(row, 0, value));
    const theirs = convert({ theirs: writeWorkbook(workbook(values), context) }, "xlsx");
    const bytes = new Uint8Array(readFileSync(path.join(theirs, "theirs.xlsx")));
    const model = readWorkbook(bytes, context);
    const added = ["=SUM(A1:A3)", "=A1*Rate", "=MAX(A1:A3)"].map((formula, row) => cell(row, 1, null, formula));
    const sheets = model.sheets.map((sheet) => ({
      ...sheet,
      cells: [...sheet.cells, ...added].toSorted((one, other) => one.row - other.row || one.column - other.column),
    }));
    const out = convert({ extended: writeWorkbook({ ...model, sheets }, context, bytes) }, "csv");
    const lines = readFileSync(path.join(out, "extended.csv"), "utf8").trim().split("\n");
    expect(lines.map((line) => line.split(",").slice(0, 2))).toEqual([
      ["4", "15"],
      ["5", "20"],
      ["6", "6"],
    ]);
  }, 200_000);

  it("opens a file that npm run doctor has repaired: other formulas and values, and the cells of the result", () => {
    const bytes = sheetWith((xml) =>
      xml
        .replace('<c r="A1" t="str" cm="1">', '<c r="A1" t="str">')
        .replace("_xldudf_ENTITY_GET", "[2]!ENTITY.GET")
        .replace('<c r="A5" t="str"', '<c r="A5" t="e"')
        .replace("<v>SAP</v>", "<v>#BUSY!</v>"),
    );
    const { findings, repaired } = examineWorkbook(bytes, contextWith());
    expect(findings.map(({ repairable }) => repairable)).toEqual([true, true, true]);
    const out = convert({ repaired: repaired() }, "xlsx");
    const [sheet, notes] = readWorkbook(new Uint8Array(readFileSync(path.join(out, "repaired.xlsx"))), context).sheets;
    const cellAt = (name: string): CellModel | undefined =>
      sheet?.cells.find(({ row, column }) => cellName(row, column) === name);
    // LibreOffice does not know the functions, and shows that.
    expect(cellAt("A1")?.spill).toBe("A1:B3");
    expect(cellAt("A6")).toMatchObject({ formula: "=SUM(B2:B3)", value: 9 });
    expect(notes?.cells[0]?.value).toBe("private text 4711");
  }, 200_000);

  it("understands the charts of our files: their types, cells, titles and places", () => {
    const values = ["one", "two", "three"].flatMap((text, row) => [cell(row + 1, 0, text), cell(row + 1, 1, row + 1)]);
    const types = [
      "ColumnStacked",
      "BarClustered",
      "LineMarkers",
      "AreaStacked",
      "Pie",
      "Doughnut",
      "XYScatter",
    ] as const;
    const charts = types.map((type, index): ChartModel => ({
      name: `Chart ${index + 1}`,
      type,
      title: { text: `The ${type}` },
      legend: "Bottom",
      categoryAxis: {},
      valueAxis: {},
      series: [
        {
          name: { formula: "Ours!$B$1" },
          categories: { formula: type === "XYScatter" ? "Ours!$B$2:$B$4" : "Ours!$A$2:$A$4" },
          values: { formula: "Ours!$B$2:$B$4" },
        },
      ],
      from: { row: 5 + index * 12, column: 3, rowOffset: 0, columnOffset: 0 },
      to: { row: 15 + index * 12, column: 8, rowOffset: 0, columnOffset: 0 },
    }));
    const [sheet] = workbook([cell(0, 1, "Weight"), ...values]).sheets;
    const model = { ...workbook([]), sheets: sheet === undefined ? [] : [{ ...sheet, charts }] };
    const out = convert({ ours: writeWorkbook(model, context) }, "xlsx");
    const read =
      readWorkbook(new Uint8Array(readFileSync(path.join(out, "ours.xlsx"))), context).sheets[0]?.charts ?? [];
    const told = (one: readonly ChartModel[]): unknown[] =>
      one.map(({ type, title, series, from }) => [
        type,
        title?.text,
        series.map(({ name, categories, values: drawn }) => [name?.formula, categories?.formula, drawn?.formula]),
        [from.row, from.column],
      ]);
    expect(told(read)).toEqual(told(charts));
  }, 200_000);

  it("saves the values, formats and sizes of our files", () => {
    const cells = [
      { ...cell(0, 0, "Head"), format: { bold: true, fill: "#e3f1f2", size: 14 } as const },
      { ...cell(1, 0, 0.5), format: { numberFormat: "0.0%" } },
      cell(2, 0, true),
      cell(3, 0, "0012"),
    ];
    const out = convert({ ours: writeWorkbook(workbook(cells), context) }, "xlsx");
    const [sheet] = readWorkbook(new Uint8Array(readFileSync(path.join(out, "ours.xlsx"))), context).sheets;
    // Without a window LibreOffice saves no frozen panes, not even those of its own files.
    expect(sheet).toMatchObject({ name: "Ours", merged: ["H1:I2"], rows: [{ row: 0, height: 40 }] });
    expect(sheet?.columns[0]).toMatchObject({ start: 0, end: 0, width: 140 });
    expect(sheet?.cells.filter(({ value }) => value !== undefined).map(({ value }) => value)).toEqual([
      "Head",
      0.5,
      true,
      "0012",
    ]);
    expect(sheet?.cells[0]?.format).toMatchObject({ bold: true, fill: "#e3f1f2", size: 14 });
    expect(sheet?.cells.find(({ row }) => row === 1)?.format).toMatchObject({ numberFormat: "0.0%" });
  }, 200_000);

  it("shows the notes of our files", () => {
    const notes = [
      { cell: "B2", text: "Why so low?\nAsk Ann", author: "Ann & Bob", width: 160, height: 80 },
      { cell: "B3", text: "always", width: 200, height: 100, visible: true },
    ];
    const given = readWorkbook(byHand["sheets"] ?? new Uint8Array(), context);
    const sheets = given.sheets.map((sheet, index) => ({ ...sheet, ...(index === 0 && { notes }) }));
    const out = convert({ notes: writeWorkbook({ ...given, sheets }, context) }, "xlsx");
    const [sheet] = readWorkbook(new Uint8Array(readFileSync(path.join(out, "notes.xlsx"))), context).sheets;
    // LibreOffice writes no authors.
    const read = sheet?.notes?.map(({ cell, text, visible }) => ({ cell, text, visible }));
    expect(read).toEqual(notes.map(({ cell, text, visible }) => ({ cell, text, visible })));
  });

  it("shows the conditional formats of our files", () => {
    const format = { bold: true, color: "#9c0006", fill: "#ffc7ce" };
    const rules: readonly ConditionalRule[] = [
      { type: "cellIs", operator: "between", formulas: ["2", "$C$1"], format },
      { type: "expression", formula: "AND(A1>1,$C$1<9)", format },
      { type: "text", operator: "contains", text: 'a "b"', format },
      { type: "preset", preset: "duplicates", format },
      { type: "preset", preset: "belowAverage", format },
      { type: "top", rank: 10, percent: true, format },
      {
        type: "colorScale",
        points: [
          { type: "min", color: "#f8696b" },
          { type: "percentile", value: 50, color: "#ffeb84" },
          { type: "max", color: "#63be7b" },
        ],
      },
      { type: "iconSet", set: "3Arrows", points: [33, 67].map((value) => ({ type: "percent" as const, value })) },
    ];
    const conditionalFormats = rules.map((rule, index) => ({
      id: `r${index}`,
      ranges: [`A${index * 4 + 1}:A${index * 4 + 3}`],
      rule,
    }));
    const given = workbook([cell(0, 0, 1), cell(1, 0, 2), cell(2, 0, 3)]);
    const sheets = given.sheets.map((sheet) => ({ ...sheet, merged: [], conditionalFormats }));
    const out = convert({ ours: writeWorkbook({ ...given, sheets }, context) }, "xlsx");
    const [sheet] = readWorkbook(new Uint8Array(readFileSync(path.join(out, "ours.xlsx"))), context).sheets;
    const read = new Map(sheet?.conditionalFormats?.map((one) => [one.ranges.join(), one.rule]));
    for (const one of conditionalFormats)
      expect([one.ranges[0], read.get(one.ranges.join())]).toEqual([one.ranges[0], one.rule]);
  }, 200_000);

  it("has the links of our files", () => {
    const links = [
      { range: "A1", address: "https://example.com/?a=1&b=2#part" },
      { range: "A2", address: "mailto:a@b.example?subject=Hello" },
      { range: "A3", place: "Ours!B2" },
    ];
    const given = workbook([cell(0, 0, "web"), cell(1, 0, "mail"), cell(2, 0, "place")]);
    const sheets = given.sheets.map((sheet) => ({ ...sheet, merged: [], links }));
    const out = convert({ ours: writeWorkbook({ ...given, sheets }, context) }, "xlsx");
    const [sheet] = readWorkbook(new Uint8Array(readFileSync(path.join(out, "ours.xlsx"))), context).sheets;
    const whole = ({ range, address = "", place }: { range: string; address?: string; place?: string }): string =>
      `${range} ${address}${place === undefined ? "" : `#${place.replaceAll("'", "")}`}`;
    expect(sheet?.links?.map(whole)).toEqual(links.map(whole));
  }, 200_000);

  it("has the data validation of our files", () => {
    const rule = {
      ignoreBlanks: true,
      alert: { shown: true, style: "warning", title: "Score", message: 'Only "1 to 9" & <no others>' },
      prompt: { shown: true, title: "", message: "A number" },
    } as const;
    const dataValidations: readonly DataValidation[] = [
      { id: "whole", ranges: ["A1:A3", "C1"], type: "whole", operator: "between", formulas: ["1", "$D$1"], ...rule },
      { id: "date", ranges: ["A5"], type: "date", operator: "greaterThan", formulas: ["45292"], ...rule },
      { id: "length", ranges: ["A6"], type: "textLength", operator: "lessThanOrEqual", formulas: ["4"], ...rule },
      { id: "typed", ranges: ["A7"], type: "list", formulas: ['"low,high"'], ...rule },
      { id: "cells", ranges: ["A8"], type: "list", formulas: ["$D$1:$D$3"], ...rule, ignoreBlanks: false },
      { id: "custom", ranges: ["A9"], type: "custom", formulas: ["COUNTIF($A$1:$A$9,A9)=1"], ...rule },
    ];
    const given = workbook([cell(0, 0, 1)]);
    const sheets = given.sheets.map((sheet) => ({ ...sheet, merged: [], dataValidations }));
    const out = convert({ ours: writeWorkbook({ ...given, sheets }, context) }, "xlsx");
    const [sheet] = readWorkbook(new Uint8Array(readFileSync(path.join(out, "ours.xlsx"))), context).sheets;
    const cellsOf = (ranges: readonly string[]): string[] =>
      ranges
        .flatMap((range) => {
          const { startRow, endRow, startColumn } = parseRange(range)!;
          return Array.from({ length: endRow - startRow + 1 }, (_, row) => cellName(startRow + row, startColumn));
        })
        .toSorted();
    const compared = (list: readonly DataValidation[] = []): unknown[] =>
      list
        .map((one) => ({ ...one, id: "", ranges: cellsOf(one.ranges) }))
        .toSorted((one, other) => one.ranges.join().localeCompare(other.ranges.join()));
    expect(compared(sheet?.dataValidations)).toEqual(compared(dataValidations));
  }, 200_000);
});
