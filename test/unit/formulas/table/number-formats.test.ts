import { readLayout } from "../../../../src/formulas/table/layout";
import { esgEventColumns } from "../../../../src/formulas/table/column-sets";
import { showColumns } from "../../../../src/formulas/table/layout";
import type { FormulaResult } from "../../../../src/formulas/table/formula-result";
import { TableBuilder } from "../../../../src/formulas/table/table-builder";

/** A table of events with two dates each, made for a host that takes so many characters. */
const table = (
  rows: number,
  maxCharacters: number,
  options: Readonly<Record<string, unknown>> = {},
): Promise<FormulaResult> => {
  const layout = { ...readLayout({}, "yes"), ...options };
  const host = { formattedValues: true, maxCharacters, maxCells: 5_000_000, yieldToHost: () => undefined };
  const fields = ["last_activity", "score", "start_date"];
  const shown = showColumns({ layout, translate: undefined }, esgEventColumns, fields);
  const records = Array.from({ length: rows }, () => ({
    last_activity: "2026-10-01T12:00:00Z",
    score: 3,
    start_date: "2026-09-01T00:00:00Z",
  }));
  return new TableBuilder(shown, { layout, host, findEntities: () => Promise.resolve(new Map()) }).finish(records);
};

const web = 1_900_000;
const date = { kind: "formatted", numberFormat: "yyyy-mm-dd hh:mm", value: expect.any(Number) as number };
const formats = ["yyyy-mm-dd hh:mm", undefined, "yyyy-mm-dd hh:mm"];

test("dates are formatted values while they take a small share of what the host accepts", async () => {
  const some = await table(900, web);
  expect(some.cells.at(-1)).toEqual([date, 3, date]);
  expect(some.pendingFormats).toBeUndefined();
  const elsewhere = await table(20_000, 64_000_000);
  expect(elsewhere.cells.at(-1)).toEqual([date, 3, date]);
});

test("more dates are plain numbers, and the result says which of its columns still need a format", async () => {
  const many = await table(1_458, web);
  expect(many.cells.at(-1)).toEqual([46_296.5, 3, 46_266]);
  expect(many.pendingFormats).toEqual({ formats, headers: 1, transposed: false });
  const across = await table(1_458, web, { headers: "no", transpose: true });
  expect(across.pendingFormats).toEqual({ formats, headers: 0, transposed: true });
});

test("dates that would make a result too large for the host are plain numbers instead", async () => {
  const narrow = await table(30, 2_000);
  expect(narrow.cells.at(-1)).toEqual([46_296.5, 3, 46_266]);
});

test("dates as text need no format", async () => {
  const texts = await table(1_458, web, { dates: "iso" });
  expect(texts.pendingFormats).toBeUndefined();
});
