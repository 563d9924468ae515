import { FormulaResult } from "../../../../src/formulas/table/formula-result";

const columns = [
  { name: "date", label: "Date", type: "date" },
  { name: "title", label: "Title", type: "text" },
] as const;
const records = {
  identity: { kind: "event", key: ["id"] },
  columns,
  origins: [{ key: "a", entityId: "one" }, undefined, { key: "c", entityId: undefined }],
} as const;
const rows = [
  [46_000, "first"],
  [46_001, "second"],
  [46_002, "third"],
];
const table = FormulaResult.ofTable(["Date", "Title"], rows, {
  ...records,
  formats: ["yyyy-mm-dd", undefined],
  bytes: 100,
});

test("a table is its header and rows, and its size counts the header", () => {
  expect(table.cells).toEqual([["Date", "Title"], ...rows]);
  expect(table.records).toEqual({ ...records, headers: 1, transposed: false });
  expect(table.pendingFormats).toEqual({ formats: ["yyyy-mm-dd", undefined], headers: 1, transposed: false });
  expect(table.bytes).toBe(100 + 7 + 8);
  expect([table.height, table.width, table.rowCount]).toEqual([4, 2, 3]);
  expect(FormulaResult.ofTable(undefined, rows, records).records.headers).toBe(0);
});

test("a transposed table has the same rows, records and formats", () => {
  const across = table.transpose();
  expect(across.cells).toEqual([
    ["Date", 46_000, 46_001, 46_002],
    ["Title", "first", "second", "third"],
  ]);
  expect([across.rowCount, across.rows(), across.bytes]).toEqual([3, rows, table.bytes]);
  expect(across.records).toEqual({ ...table.records, transposed: true });
  expect(across.pendingFormats).toEqual({ formats: ["yyyy-mm-dd", undefined], headers: 1, transposed: true });
  expect(across.transpose()).toEqual(table);
});

test("other cells in the same places keep records and formats, and have their own size", () => {
  const other = table.replaceCells(
    table.cells.map((row, index) => row.map((_, column) => `${index},${column}`)),
    7,
  );
  expect([other.cells[1], other.bytes]).toEqual([["1,0", "1,1"], 7]);
  expect([other.records, other.pendingFormats]).toEqual([table.records, table.pendingFormats]);
});

test("what is learned of the records changes nothing else", () => {
  const known = table.describeRecords({ identity: { kind: "row", key: [] } });
  expect(known.records).toEqual({ ...table.records, identity: { kind: "row", key: [] } });
  expect([known.cells, known.pendingFormats, known.bytes]).toEqual([table.cells, table.pendingFormats, table.bytes]);
});

test("cells without records have none of the rest", () => {
  const plain = FormulaResult.ofValue(5);
  expect([plain.cells, plain.records.columns, plain.pendingFormats, plain.bytes]).toEqual([
    [[5]],
    [],
    undefined,
    undefined,
  ]);
});

test("a stored result has the formats that were stored with it, and the header that its records say", () => {
  const records = { identity: undefined, columns: [], origins: [], headers: 1, transposed: true } as const;
  const stored = FormulaResult.ofStored([["Share", 0.5]], { records, formats: ["0.0%"] });
  expect(stored.pendingFormats).toEqual({ formats: ["0.0%"], headers: 1, transposed: true });
  expect(stored.rows()).toEqual([[0.5]]);
});
