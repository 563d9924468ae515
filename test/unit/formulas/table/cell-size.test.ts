import fc from "fast-check";
import { cellSize, rowBound, rowSize } from "../../../../src/formulas/table/cell-size";

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
  );
});
