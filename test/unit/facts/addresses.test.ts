import {
  cellAddress,
  cellAtPosition,
  formatAddress,
  isCellAddress,
  formatCorners,
  formatRange,
  isWithin,
  overlap,
  parseLocalAddress,
  parseRange,
  subtractRange,
  type CellRange,
  parseAddress,
  resizeAddress,
} from "../../../src/facts/addresses";
import { addressSheet, normalizeAddress, quoteSheet, withSheetFrom } from "../../../src/facts/sheet-names";

test.each(["A1", "$C$1", "zz99", "XFD1048576", "Sheet1!C1", "'My sheet'!$C$1", "'It''s'!B2", "Ä b!A1"])(
  "%s is the address of a cell",
  (text) => expect(isCellAddress(text)).toBe(true),
);

test.each(["", "A0", "A1:B2", "=A1", "Nowhere at all", "A1048577", "XFE1", "ZZZ99", "ABCD1", "'My sheet!A1", "!A1"])(
  "%j is not the address of a cell",
  (text) => expect(isCellAddress(text)).toBe(false),
);

test.each(["A", "5", "A1:B", "A:5", "A1:B2:C3", "A1:", ":A1", "$$A1", "Sheet1!", "#REF!"])("%j is no area", (text) =>
  expect(parseAddress(text)).toBeUndefined(),
);

test("rows and columns count from 0, and whole rows and columns reach the end of the sheet", () => {
  expect(parseAddress("'EU Banks'!B2:$D$9")).toEqual({
    sheet: "EU Banks",
    startRow: 1,
    startColumn: 1,
    endRow: 8,
    endColumn: 3,
  });
  expect(parseAddress("C:D")).toMatchObject({ sheet: undefined, startRow: 0, endRow: 1_048_575, startColumn: 2 });
  expect(parseAddress("3:5")).toMatchObject({ startRow: 2, endRow: 4, startColumn: 0, endColumn: 16_383 });
});

test.each(["A1", "Sheet1!AA10:XFD1048576", "'It''s'!B2:C3", "'FY24'!A1"])("%s is written as it was read", (text) =>
  expect(formatAddress(parseAddress(text)!)).toBe(text),
);

test.each([
  ["Holdings", "Holdings"],
  ["Größe_2.x", "Größe_2.x"],
  ["EU Banks", "'EU Banks'"],
  ["It's", "'It''s'"],
  ["2024", "'2024'"],
  ["FY24", "'FY24'"],
  ["R1C1", "'R1C1'"],
  ["rc", "'rc'"],
  ["Report1", "Report1"],
])("the sheet %s is %s in an address", (name, quoted) => {
  expect(quoteSheet(name)).toBe(quoted);
  expect(addressSheet(cellAddress(name, 0, 0))).toBe(name);
});

test("one cell has one normalized address, however Excel spells it", () => {
  expect(normalizeAddress("'[Book 1.xlsx]EU Banks'!$B$2")).toBe("EU Banks!B2");
  expect(normalizeAddress("'EU Banks'!B2")).toBe("EU Banks!B2");
});

test("an address without a sheet takes the sheet of another address", () => {
  expect(withSheetFrom("C1", "'EU Banks'!A1")).toBe("'EU Banks'!C1");
  expect(withSheetFrom("Sheet2!C1", "Sheet1!A1")).toBe("Sheet2!C1");
});

test("a position in a range that was read row by row is a cell again", () => {
  expect(cellAtPosition("Holdings!A2:A1201", 3)).toBe("Holdings!A5");
  expect(cellAtPosition("'My sheet'!Z2:AA9", 3)).toBe("'My sheet'!AA3");
});

test("an area grows from its first cell", () => {
  expect(resizeAddress("Sheet1!C1", 3, 25)).toBe("Sheet1!C1:AA3");
});

test("a range is within another one, overlaps it or leaves parts of it", () => {
  const [list, cell, beside] = ["A2:B41", "B3", "C1:C9"].map((text) => parseRange(text)!) as [
    CellRange,
    CellRange,
    CellRange,
  ];
  expect([isWithin(cell, list), isWithin(list, cell), isWithin(beside, list)]).toEqual([true, false, false]);
  expect([overlap(cell, list), overlap(beside, list)]).toEqual([true, false]);
  expect(subtractRange(list, cell).map(formatRange)).toEqual(["A2:B2", "A3", "A4:B41"]);
  expect(subtractRange(list, beside)).toEqual([list]);
});

test("an address is read with its corners in any order, and written with the first one first", () => {
  expect(formatAddress(parseAddress("Sheet1!C9:$A$2")!)).toBe("Sheet1!A2:C9");
});

test("whole columns and rows are written without corners, and in files with corners", () => {
  const [columns, rows] = [parseAddress("C:D")!, parseAddress("3:5")!];
  expect([formatRange(columns), formatRange(rows)]).toEqual(["C:D", "3:5"]);
  expect([formatCorners(columns), formatCorners(rows)]).toEqual(["C1:D1048576", "A3:XFD5"]);
});

test("in a formula, an address with the name of a workbook is one of another workbook", () => {
  expect(parseLocalAddress("[2]Sheet1!A1")).toBeUndefined();
  expect(parseLocalAddress("'[Book 1.xlsx]Sheet1'!A1")).toBeUndefined();
  expect(parseLocalAddress("Sheet1!A1")).toEqual(parseAddress("Sheet1!A1"));
});

test("files write ranges with corners and without a sheet", () => {
  expect(["B3:C9", "B3", "$B$3:C9"].map((text) => parseRange(text)?.startRow)).toEqual([2, 2, 2]);
  expect(["B:C", "3:9", "Sheet1!B3", "B3:C9:D1", "B3:"].map(parseRange)).toEqual(Array.from({ length: 5 }));
});
