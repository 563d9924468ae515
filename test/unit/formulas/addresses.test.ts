import {
  cellAddress,
  cellAt,
  formatArea,
  isCellAddress,
  isWithin,
  normalizeAddress,
  onSheetOf,
  parseArea,
  quoteSheet,
  resizeArea,
  sheetOf,
} from "../../../src/formulas/addresses";

test.each(["A1", "$C$1", "zz99", "XFD1048576", "Sheet1!C1", "'My sheet'!$C$1", "'It''s'!B2", "Ä b!A1"])(
  "%s is the address of a cell",
  (text) => expect(isCellAddress(text)).toBe(true),
);

test.each(["", "A0", "A1:B2", "=A1", "Nowhere at all", "A1048577", "XFE1", "ZZZ99", "ABCD1", "'My sheet!A1", "!A1"])(
  "%j is not the address of a cell",
  (text) => expect(isCellAddress(text)).toBe(false),
);

test.each(["A", "5", "A1:B", "A:5", "A1:B2:C3", "A1:", ":A1", "$$A1", "Sheet1!", "#REF!"])("%j is no area", (text) =>
  expect(parseArea(text)).toBeUndefined(),
);

test("rows and columns count from 0, and whole rows and columns reach the end of the sheet", () => {
  expect(parseArea("'EU Banks'!B2:$D$9")).toEqual({
    sheet: "EU Banks",
    firstRow: 1,
    firstColumn: 1,
    lastRow: 8,
    lastColumn: 3,
  });
  expect(parseArea("C:D")).toMatchObject({ sheet: undefined, firstRow: 0, lastRow: 1_048_575, firstColumn: 2 });
  expect(parseArea("3:5")).toMatchObject({ firstRow: 2, lastRow: 4, firstColumn: 0, lastColumn: 16_383 });
});

test.each(["A1", "Sheet1!AA10:XFD1048576", "'It''s'!B2:C3", "'FY24'!A1"])("%s is written as it was read", (text) =>
  expect(formatArea(parseArea(text)!)).toBe(text),
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
  expect(sheetOf(cellAddress(name, 0, 0))).toBe(name);
});

test("one cell has one normalized address, however Excel spells it", () => {
  expect(normalizeAddress("'[Book 1.xlsx]EU Banks'!$B$2")).toBe("EU Banks!B2");
  expect(normalizeAddress("'EU Banks'!B2")).toBe("EU Banks!B2");
});

test("an address without a sheet takes the sheet of another address", () => {
  expect(onSheetOf("C1", "'EU Banks'!A1")).toBe("'EU Banks'!C1");
  expect(onSheetOf("Sheet2!C1", "Sheet1!A1")).toBe("Sheet2!C1");
});

test("a position in a range that was read row by row is a cell again", () => {
  expect(cellAt("Holdings!A2:A1201", 3)).toBe("Holdings!A5");
  expect(cellAt("'My sheet'!Z2:AA9", 3)).toBe("'My sheet'!AA3");
});

test("an area grows from its first cell", () => {
  expect(resizeArea("Sheet1!C1", 3, 25)).toBe("Sheet1!C1:AA3");
});

test("a cell is within an area of its own sheet only", () => {
  const within = (inner: string, outer: string): boolean => isWithin(parseArea(inner)!, parseArea(outer)!);
  expect(within("Holdings!A2", "Holdings!A2:A41")).toBe(true);
  expect(within("Holdings!C1", "Holdings!A2:A41")).toBe(false);
  expect(within("Sheet2!A2", "Holdings!A2:A41")).toBe(false);
});
