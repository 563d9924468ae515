import fc from "fast-check";
import { AddinError } from "../../src/error/addin-error";
import { layoutOf } from "../../src/formula/layout-options";
import { toCell } from "../../src/table/cell";
import { cellSize } from "../../src/table/cell-size";
import { ownMember } from "../../src/table/column";
import { columnsFor } from "../../src/table/fields";
import type { TableLook } from "../../src/table/finish-table";
import { GrowingTable } from "../../src/table/growing-table";
import type { Matrix } from "../../src/table/matrix";
import type { Row } from "../../src/table/row-maker";

const layout = layoutOf({}, "yes");
const set = { members: [ownMember("n", "integer"), ownMember("t", "text")], shown: ["n", "t"] };
const columns = columnsFor(set, undefined);
const tableOf = (rows: readonly Row[], look: TableLook): Promise<Matrix> =>
  new GrowingTable(columns, look).finish(rows);

test("text over 32,767 characters is cut with an ellipsis, missing is blank and no number but 0 is 0", () => {
  const style = { empty: "", dates: "excel" } as const;
  const cut = toCell("x".repeat(40_000), "text", style);
  expect(cut).toHaveLength(32_767);
  expect((cut as string).endsWith("…")).toBe(true);
  expect(toCell(undefined, "integer", style)).toBe("");
  expect(toCell(Number.NaN, "number", style)).toBe("");
  expect(toCell("=1+1", "text", style)).toBe("=1+1");
});

test("the size counted is never less than the JSON it becomes", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
      (cell) => {
        expect(cellSize(cell)).toBeGreaterThanOrEqual(new TextEncoder().encode(JSON.stringify(cell)).length);
      },
    ),
  );
});

test("a long table lets others work while it is made, and drops nothing", async () => {
  let pauses = 0;
  const host = {
    formattedValues: false,
    maxCharacters: 64_000_000,
    maxCells: 5_000_000,
    pause: () => {
      pauses += 1;
      return pauses % 10 === 0 ? Promise.resolve() : undefined;
    },
  };
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ n: n + 1, t: `row ${n}` }));
  const matrix = await tableOf(rows, { layout, look: { join: "; " }, host });
  expect(matrix).toHaveLength(5_001);
  expect(matrix.at(-1)).toEqual([5_000, "row 4999"]);
  expect(pauses).toBeGreaterThan(100);
});

test("a table over the size is refused with rows, columns, size and what fits; a table of the size that fits is made", async () => {
  const host = { formattedValues: false, maxCharacters: 10_000, maxCells: 1_000, pause: () => undefined };
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ n: n + 1, t: `row ${n}` }));
  const make = (count: number) => tableOf(rows.slice(0, count), { layout, look: { join: "; " }, host });
  const error = (await make(5_000).catch((reason: unknown) => reason)) as AddinError;
  expect(error).toMatchObject({ code: "too-large" });
  expect(error.message).toMatch(/^The result would have 5,000 rows × 2 columns/);
  const fit = Number(/about ([\d,]+) rows/.exec(error.message)?.[1]?.replace(",", ""));
  expect(fit).toBeGreaterThan(100);
  expect(await make(fit - 20)).toHaveLength(fit - 19);
});

test("an error stands in its own row, a blank row stays blank", async () => {
  const host = { formattedValues: false, maxCharacters: 10_000, maxCells: 1_000, pause: () => undefined };
  const failed = new AddinError("not-found", "Nothing.");
  const matrix = await tableOf([failed, undefined, { n: 1 }], {
    layout: { ...layout, empty: 0 },
    look: { join: "" },
    host,
  });
  expect(matrix.slice(1)).toEqual([
    [failed, failed],
    ["", ""],
    [1, 0],
  ]);
});
