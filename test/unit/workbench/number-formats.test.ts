import { type ICommandInfo, ICommandService, IUniverInstanceService } from "@univerjs/core";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from "@univerjs/sheets";
import { readNumberFormats, setNumberFormats } from "../../../src/workbench/univer/number-formats";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { startHost } from "./start-host";

let host: OfficeHost;
const cells = { A1: true, A2: "plain", A3: "'0012", A4: 7, A5: "=1+1", A6: "'TRUE" };

/** A million styled rows would keep the engine busy for minutes: a test fails instead of waiting. */
const refuseTallWrites = ({ id, params }: Readonly<ICommandInfo>): void => {
  if (id !== SetRangeValuesMutation.id) return;
  const { cellValue = {} } = params as ISetRangeValuesMutationParams;
  if (Object.keys(cellValue).length > 5_000) throw new Error("More rows are written than the sheet has.");
};

beforeAll(() => {
  host = startHost();
  host.book.engine.injector.get(ICommandService).beforeCommandExecuted(refuseTallWrites);
});
beforeEach(async () => {
  await openWorkbookJson(host, {
    name: "Book",
    sheets: [{ name: "S", cells, formats: { "B:B": { numberFormat: "@" } } }],
  });
});

const area = (address: string) => host.book.area(address);
const set = (address: string, format: string, rows: number): void =>
  setNumberFormats(
    host.book,
    area(address),
    Array.from({ length: rows }, () => [format]),
  );

test.each(["0.00", "@", "yyyy-mm-dd"])("the format %s changes no value, no type and no formula", (format) => {
  const before = [host.book.values(area("A1:A6")), host.book.formulas(area("A1:A6"))];
  set("A1:A6", format, 6);
  expect([host.book.values(area("A1:A6")), host.book.formulas(area("A1:A6"))]).toEqual(before);
  expect(readNumberFormats(host.book, area("A1:A6")).flat()).toEqual(Array.from({ length: 6 }, () => format));
});

test("General covers the format of the column", () => {
  set("B2", "", 1);
  expect(readNumberFormats(host.book, area("B1:B3")).flat()).toEqual(["@", "General", "@"]);
});

test("a column that is General again leaves no format in its first cell", () => {
  set("B1:B1048576", "", 1);
  expect(host.book.sheet(host.book.activeSheetId).getSheet().getCellRaw(0, 1)?.s).toBeUndefined();
});

test("undo brings the former format back", async () => {
  set("A4", "0.00", 1);
  set("A4", "0%", 1);
  const { injector, api } = host.book.engine;
  injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
  await api.undo();
  expect(readNumberFormats(host.book, area("A4"))).toEqual([["0.00"]]);
  expect(host.book.values(area("A4"))).toEqual([[7]]);
});

test("the buttons for number formats change no value, no type and no formula, and undo brings the former format back", async () => {
  host.book.write(area("A7:A8"), [["=1=1"], ['="0012"']]);
  const { injector, api } = host.book.engine;
  injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
  const all = area("A1:A8");
  await until("the formulas have results", () => host.book.values(area("A8"))[0]?.[0] === "0012");
  const content = (): unknown => [host.book.values(all), host.book.formulas(all)];
  const before = content();
  const press = (pattern?: string): Promise<boolean> =>
    api.executeCommand("sheet.command.numfmt.set.numfmt", {
      unitId: host.book.unitId,
      subUnitId: all.sheetId,
      values: Array.from({ length: 8 }, (_, row) => ({ row, col: 0, ...(pattern !== undefined && { pattern }) })),
    });
  for (const [pattern, expected] of [
    ["0.00%", "0.00%"],
    [undefined, "General"],
  ] as const) {
    await press(pattern);
    expect([content(), readNumberFormats(host.book, all)[0]]).toEqual([before, [expected]]);
  }
  await api.undo();
  expect([content(), readNumberFormats(host.book, all)[0]]).toEqual([before, ["0.00%"]]);
});

test("a whole column gets a format of its column, and in its cells as far as the sheet goes", () => {
  const sheet = host.book.sheet(host.book.activeSheetId).getSheet();
  const rows = sheet.getMaxRows();
  set("C1:C1048576", "0.00", 1);
  expect(sheet.getMaxRows()).toBe(rows);
  expect(sheet.getColumnStyle(2)).toMatchObject({ n: { pattern: "0.00" } });
});

test("a link of a whole column looks like one as far as the sheet goes", () => {
  const { book } = host;
  const rows = book.sheet(book.activeSheetId).getSheet().getMaxRows();
  book.links.put(area("D1:D1048576"), { address: "https://example.com/" }, "go");
  expect(book.sheet(book.activeSheetId).getSheet().getMaxRows()).toBe(rows);
  expect(book.links.list(book.activeSheetId)).toMatchObject([{ range: "D1:D1048576" }]);
});

const inColumn = { A2: 1, A3: -1.5, A4: "=1+1", A5: 7, A6: "=2+2", A7: 8 };
const inRow = { B1: 1, C1: -1.5, D1: "=1+1", E1: 7, F1: "=2+2", G1: 8 };

test.each([
  ["a row is inserted", inColumn, "A1:A9", (sheet: FWorksheet) => sheet.insertRowsBefore(0, 1)],
  ["a row is deleted", inColumn, "A1:A9", (sheet: FWorksheet) => sheet.deleteRows(0, 1)],
  ["a column is inserted", inRow, "A1:I1", (sheet: FWorksheet) => sheet.insertColumnsBefore(0, 1)],
  ["a column is deleted", inRow, "A1:I1", (sheet: FWorksheet) => sheet.deleteColumns(0, 1)],
])(
  "numbers of text format beside formulas stay numbers when %s, and when it is undone",
  async (_, filledCells, all, move) => {
    const formats = { [all]: { numberFormat: "@" } };
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells: filledCells, formats }] });
    const { injector, api } = host.book.engine;
    injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
    const filled = () =>
      host.book
        .values(area(all))
        .flat()
        .filter((value) => value !== "");
    await until("the formulas have results", () => filled().length === 6);
    for (const change of [() => move(host.book.sheet(host.book.activeSheetId)), () => api.undo(), () => api.redo()]) {
      await change();
      await until("the formulas have results", () => filled().length === 6);
      expect(filled()).toEqual([1, -1.5, 2, 7, 4, 8]);
    }
  },
);
