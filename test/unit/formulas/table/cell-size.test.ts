import fc from "fast-check";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { EntityCard } from "../../../../src/formulas/table/data-types";
import { CellError, type CellValue } from "../../../../src/formulas/table/matrix";
import { cellSize, formattedSize, rowBound, rowSize } from "../../../../src/formulas/table/cell-size";

test("the size of a cell is never less than the JSON that it becomes", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
      (cell) => {
        expect(cellSize(cell)).toBeGreaterThanOrEqual(new TextEncoder().encode(JSON.stringify(cell)).length);
      },
    ),
  );
});

test("the upper bound of a row is never less than its size", () => {
  const cell = fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true }), fc.boolean());
  fc.assert(
    fc.property(fc.array(cell), (row) => {
      expect(rowBound(row)).toBeGreaterThanOrEqual(rowSize(row));
    }),
    { examples: [[[-0.000_001_168_620_806_008_960_1]]] },
  );
});

/** One byte separates cells; quotes stand around texts. */
const sizes: readonly (readonly [cell: CellValue, size: number])[] = [
  ["", 3],
  ["plain text", 13],
  ['"', 5],
  ["\\", 5],
  ["\u0000", 9],
  ["\u001f", 9],
  ["\u007f", 4],
  ["\u0080", 5],
  ["\u07ff", 5],
  ["\u0800", 6],
  ["aé€", 9],
  [" !#[]~", 9],
  [true, 6],
  [0, 8],
  [-999_999, 8],
  [999_999, 8],
  [1_000_000, 20],
  [1.5, 20],
  [-1.5, 20],
  [1, 8],
  [9e15, 20],
  [1e16, 1 + String(1e16).length],
  [0.000_123_456_789, 1 + String(0.000_123_456_789).length],
  [new CellError("#N/A"), 170],
  [new AddinError("not-found", "Nö"), 173],
  [{ kind: "formatted", value: 1, numberFormat: "0" }, 120],
];

test.each(sizes)("%p is counted with %s bytes", (cell, size) => {
  expect(cellSize(cell)).toBe(size);
});

test("a card counts three times its JSON and a formatted number", () => {
  const card = new EntityCard("Acme", { Identity: { Name: "Acme" } });
  expect(cellSize(card)).toBe(JSON.stringify(card).length * 3 + formattedSize);
});

test("the bound of a row counts six bytes for each character, and the longest number", () => {
  expect(rowBound([])).toBe(0);
  expect(rowBound(["abc", 5, true])).toBe(3 + 18 + 26 + 6);
  expect(rowSize(["abc", 5, true])).toBe(6 + 8 + 6);
});
