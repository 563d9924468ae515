import type { IFilterColumn } from "@univerjs/preset-sheets-filter";
import { readFileSync } from "node:fs";
import path from "node:path";
import { valuesCopy } from "../../../src/ooxml/values-copy";
import { listLosses } from "../../../src/workbench/file/losses";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import { readXlsx } from "../../../src/workbench/file/xlsx";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { addDefinedName, changeName, definedNames, removeName } from "../../../src/workbench/univer/defined-names";
import { parseEntry } from "../../../src/workbench/univer/entry";
import { until } from "../../support/until";
import { partsOf } from "../ooxml/compare-parts";
import { byHand } from "../ooxml/by-hand";
import { startHost } from "./start-host";
import { cellFormats, enteredCells } from "../../support/sheet-cells";

const files = path.join(__dirname, "../ooxml/files");
const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(files, name)));

describe("an .xlsx file in the engine", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });

  const value = (address: string): unknown => host.book.values(host.book.area(address))[0]?.[0];
  const shows = (address: string, expected: unknown): Promise<void> =>
    until(`${address} shows ${String(expected)}`, () => value(address) === expected && !host.functions.unsettled);
  const enter = (address: string, text: string): void => host.book.write(host.book.area(address), [[text]]);

  it("is opened, extended by formulas, saved, and opened again with its values and without a call", async () => {
    await openXlsx(host, fixture("openpyxl-table.xlsx"), "Sales");
    await shows("D1", 30);
    enter("D2", "=SUM(SalesTable[Amount])*Rate");
    enter("F1", "=SEQUENCE(2,2)");
    enter("F5", "=TEST.ROWS(2)");
    enter("H1", "=SUM(F1#)");
    await shows("D2", 300);
    await shows("G6", 2);
    await shows("H1", 10);
    const bytes = toXlsx(host);
    const sheet = partsOf(bytes)["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).toContain('<f t="array" ref="F5:G6">_xldudf_TEST_ROWS(2)</f><v>row 1</v>');
    expect(sheet).toContain("SUM(_xlfn.ANCHORARRAY(F1))");
    const calls = host.functions.invocations;
    await openXlsx(host, bytes, "Again");
    await shows("D2", 300);
    await shows("H1", 10);
    expect(host.book.values(host.book.area("F5:G6"))).toEqual([
      ["row 1", 1],
      ["row 2", 2],
    ]);
    expect(host.functions.invocations).toBe(calls);
    expect(enteredCells(toStoredWorkbook(host).sheets[0]!)["F5"]).toBe("=TEST.ROWS(2)");
  });

  it("gives all cells of a result its date formats in the file and in a copy of values, with the heights of rows, but those with a format of their own", async () => {
    const date = (basicValue: number): object => ({ type: "FormattedNumber", basicValue, numberFormat: "yyyy-mm-dd" });
    host.functions.associate("TEST.ROWS", (rows) =>
      Array.from({ length: rows as number }, (_, row) => [date(46_000 + row), row]),
    );
    await openWorkbookJson(host, {
      name: "Dates",
      sheets: [
        {
          name: "One",
          cells: { A1: "=TEST.ROWS(4)" },
          formats: { A3: { numberFormat: "d mmm" } },
          heights: { "2": 44 },
        },
      ],
    });
    await shows("A4", 46_003);
    const saved = toXlsx(host);
    const { bytes: copy } = valuesCopy(saved, {
      custom: ["TEST.ROWS"],
      isOwnFunction: (call) => call.includes("TEST"),
      addin: { ids: [], settingsPrefix: "spillway." },
      kept: { namespace: "urn:spillway:", namePrefix: "_Spillway." },
      about: { name: "About the data", widths: [20], rows: () => [] },
    });
    for (const bytes of [saved, copy]) {
      const sheet = readXlsx(bytes, "Dates", {
        custom: ["TEST.ROWS"],
        addin: host.addin,
        extraNamespace: "urn:x",
      }).sheets[0]!;
      const formats = cellFormats(sheet);
      expect(["A1", "A2", "A3", "A4"].map((address) => formats[address]?.numberFormat)).toEqual([
        "yyyy-mm-dd",
        "yyyy-mm-dd",
        "d mmm",
        "yyyy-mm-dd",
      ]);
      expect(formats["B2"]?.numberFormat).toBeUndefined();
      expect(sheet.rows.find(({ row }) => row === 1)?.height).toBe(44);
      expect(enteredCells(sheet)["A1"]).toBe(bytes === copy ? 46_000 : "=TEST.ROWS(4)");
    }
    host.functions.associate("TEST.ROWS", (rows) =>
      Array.from({ length: rows as number }, (_, row) => [`row ${row + 1}`, row + 1]),
    );
  });

  it("brings back formats, sizes, names, settings and sheets of the workbench", async () => {
    const file = {
      name: "Mine",
      sheets: [
        {
          name: "One",
          cells: { A1: "Head", A2: "'0012", A3: "=1/0", B2: 0.5, B3: true },
          formats: { "A1:B1": { bold: true, fill: "#e3f1f2" }, B2: { numberFormat: "0.0%" }, "D:D": { italic: true } },
          widths: { A: 140 },
          heights: { 1: 44 },
          merged: ["A5:B6"],
          frozenRows: 1,
          frozenColumns: 1,
        },
        { name: "It's two", cells: { A1: "=Half*2" }, hiddenRows: [3], hiddenColumns: ["C"] },
      ],
      names: [{ name: "Half", formula: "One!$B$2" }],
      active: "It's two",
      settings: { universe: "u-1" },
    };
    await openWorkbookJson(host, file);
    await shows("A1", 1);
    const before = toStoredWorkbook(host);
    await openXlsx(host, toXlsx(host), "Mine");
    await shows("A1", 1);
    const left = (key: string, member: unknown): unknown => (key === "part" || key === "source" ? undefined : member);
    expect(JSON.parse(JSON.stringify(toStoredWorkbook(host), left))).toEqual(before);
    expect(value("One!A3")).toBe("#DIV/0!");
  });

  it("has a table with the name of its sheet and a row of totals, and undo does not take it away", async () => {
    await openXlsx(host, byHand["totals"] ?? new Uint8Array(), "Totals");
    await shows("D1", 3);
    await shows("B4", 3);
    await host.book.engine.api.undo();
    expect(host.book.tables.list().map(({ name }) => name)).toEqual(["Positions"]);
    expect(partsOf(toXlsx(host))).toEqual(partsOf(byHand["totals"] ?? new Uint8Array()));
  });

  it("says what stays behind when rows have moved, and nothing before", async () => {
    await openXlsx(host, byHand["lists"] ?? new Uint8Array(), "Lists");
    expect(listLosses(host)).toEqual([]);
    host.book.sheet(host.book.activeSheetId).insertRowsBefore(1, 1);
    expect(listLosses(host)).toEqual([
      '"Sheet1" has parts that stay at their old cells, because rows or columns have moved: data validation.',
    ]);
    expect(toStoredWorkbook(host).sheets[0]).toMatchObject({
      moved: true,
      cells: [
        { row: 0, value: 1 },
        { row: 2, value: 2 },
      ],
    });
  });

  const filtered = {
    name: "Filtered",
    sheets: [
      {
        name: "One",
        cells: { A1: "Name", B1: "Score", A2: "a", B2: 1, A3: "b", B3: 5, A4: "c", B4: 9, A5: "d", B5: 3 },
        hiddenRows: [8],
      },
    ],
  };
  const shownRows = (): boolean[] =>
    [1, 2, 3, 4].map((row) => host.book.sheet(host.book.activeSheetId).getSheet().getRowVisible(row));

  const sheetFilter = () => host.book.sheet(host.book.activeSheetId).getFilter();
  /** Filters an area as the button of the toolbar does. */
  const filter = (address: string) => host.book.range(host.book.area(address)).createFilter();
  const moreThanTwo = {
    colId: 1,
    customFilters: { customFilters: [{ val: "2", operator: "greaterThan" }] },
  } as unknown as IFilterColumn;

  it("brings back a filter with what it hides, which a cleared filter shows again", async () => {
    await openWorkbookJson(host, filtered);
    await shows("B4", 9);
    filter("A1:B5")
      ?.setColumnFilterCriteria(1, moreThanTwo)
      .setColumnFilterCriteria(0, { colId: 0, filters: { filters: ["a", "b", "d"] } });
    expect(shownRows()).toEqual([false, true, false, true]);
    const before = toStoredWorkbook(host);
    expect(before.sheets[0]).toMatchObject({
      rows: [1, 3, 8].map((row) => ({ row, hidden: true })),
      filter: {
        range: "A1:B5",
        columns: [
          { column: 0, values: ["a", "b", "d"] },
          { column: 1, conditions: [{ operator: "greaterThan", value: "2" }] },
        ],
        hiddenRows: [1, 3],
      },
    });
    await openXlsx(host, toXlsx(host), "Filtered");
    await shows("B4", 9);
    expect(shownRows()).toEqual([false, true, false, true]);
    expect(toStoredWorkbook(host).sheets[0]?.filter).toEqual(before.sheets[0]?.filter);
    sheetFilter()?.removeFilterCriteria();
    expect(shownRows()).toEqual([true, true, true, true]);
    expect(toStoredWorkbook(host).sheets[0]).toMatchObject({
      rows: [{ row: 8, hidden: true }],
      filter: { range: "A1:B5" },
    });
    sheetFilter()?.remove();
    expect(toStoredWorkbook(host).sheets[0]?.filter).toBeUndefined();
  });

  it("brings back whether a filter shows empty cells", async () => {
    await openWorkbookJson(host, filtered);
    filter("A1:B5")?.setColumnFilterCriteria(0, { colId: 0, filters: { filters: ["a"], blank: true } });
    const columns = [{ column: 0, values: ["a"], blank: true }];
    expect(toStoredWorkbook(host).sheets[0]?.filter).toMatchObject({ columns });
    await openXlsx(host, toXlsx(host), "Filtered");
    expect(toStoredWorkbook(host).sheets[0]?.filter).toMatchObject({ columns });
  });

  it("has a filter of whole columns, which goes as far as the sheet", async () => {
    const wide = { columns: [{ column: 0, values: ["a"] }], hiddenRows: [2, 3, 4] };
    await openWorkbookJson(host, {
      ...filtered,
      sheets: [{ ...filtered.sheets[0], filter: { address: "A1:B1048576", ...wide } }],
    });
    await shows("B4", 9);
    expect(shownRows()).toEqual([true, false, false, false]);
    // Nothing of it changed.
    expect(toStoredWorkbook(host).sheets[0]?.filter).toEqual({ range: "A1:B1048576", ...wide });
    const bytes = toXlsx(host);
    await openXlsx(host, bytes, "Whole columns");
    await shows("B4", 9);
    expect(partsOf(toXlsx(host))["xl/worksheets/sheet1.xml"]).toContain('<autoFilter ref="A1:B1048576">');
    expect(partsOf(toXlsx(host))["xl/workbook.xml"]).toBe(partsOf(bytes)["xl/workbook.xml"]);
    host.book.sheet(host.book.activeSheetId).insertRowsBefore(0, 2);
    expect(toStoredWorkbook(host).sheets[0]?.filter?.range).toBe("A3:B1048576");
    sheetFilter()?.remove();
    filter("A3:B9");
    expect(toStoredWorkbook(host).sheets[0]?.filter).toEqual({ range: "A3:B9", columns: [] });
  });

  it("has a filter that is wider than the sheet, and keeps it so", async () => {
    await openWorkbookJson(host, { ...filtered, sheets: [{ ...filtered.sheets[0], filter: { address: "A1:DZ9" } }] });
    await shows("B4", 9);
    expect(toStoredWorkbook(host).sheets[0]?.filter).toEqual({ range: "A1:DZ9", columns: [] });
  });

  it("moves a filter with the rows above it", async () => {
    await openWorkbookJson(host, { ...filtered, sheets: [{ ...filtered.sheets[0], filter: { address: "A1:B5" } }] });
    await shows("B4", 9);
    host.book.sheet(host.book.activeSheetId).insertRowsBefore(0, 2);
    expect(toStoredWorkbook(host).sheets[0]?.filter).toEqual({ range: "A3:B7", columns: [] });
  });

  it("that is damaged is refused, and the open workbook stays", async () => {
    enter("A1", "stays");
    await expect(openXlsx(host, fixture("openpyxl-rules.xlsx").subarray(0, 500), "Broken")).rejects.toThrow(
      "The file is no .xlsx file: it is no zip file.",
    );
    expect(value("A1")).toBe(parseEntry("stays").v);
  });
});

describe("a name", () => {
  it("is known by the formulas that use it when it is added, changed and deleted", async () => {
    const host = startHost();
    const cells = { A1: 2, A2: "=Tax*A1", A3: "=SUM(Tax)" };
    await openWorkbookJson(host, { name: "Names", sheets: [{ name: "S", cells }] });
    const { book } = host;
    const shows = (values: readonly unknown[]): Promise<void> =>
      until(`A2:A3 shows ${values.join()}`, () =>
        Promise.resolve(JSON.stringify(book.values(book.area("A2:A3")).flat()) === JSON.stringify(values)),
      );
    await shows(["#NAME?", "#NAME?"]);
    addDefinedName(book, { name: "Tax", formula: "0.5", sheetId: undefined });
    await shows([1, 0.5]);
    const [tax] = definedNames(book);
    if (tax === undefined) throw new Error("There is no name.");
    changeName(book, { ...tax, formula: "S!$A$1" });
    await shows([4, 2]);
    removeName(book, { ...tax, formula: "S!$A$1" });
    await shows(["#NAME?", "#NAME?"]);
    expect(book.formulaAt({ sheetId: book.activeSheetId, row: 1, column: 0 })).toBe("=Tax*A1");
  }, 60_000);
});
