import { AddinError } from "../../../../src/engine/http/addin-error";
import { readLayout } from "../../../../src/formulas/table/layout";
import { ownMember, type TableRecord } from "../../../../src/formulas/table/columns";
import type { TableHost } from "../../../../src/formulas/table/context";
import { type Layout, showColumns } from "../../../../src/formulas/table/layout";
import { cellSize, rowSize } from "../../../../src/formulas/table/cell-size";
import { TableBuilder } from "../../../../src/formulas/table/table-builder";

const set = { members: [ownMember("n", "integer"), ownMember("t", "text"), ownMember("d", "date")], shown: ["n", "t"] };
const names = ["n", "t"];
const dated = ["n", "d"];
const roomy = { formattedValues: false, maxCharacters: 64_000_000, maxCells: 5_000_000, yieldToHost: () => undefined };

const tableOf = (
  fields: readonly string[],
  host: Partial<TableHost> = {},
  changes: Partial<Layout> = {},
): TableBuilder => {
  const layout = { ...readLayout({}, "yes"), ...changes };
  const shown = showColumns({ layout, translate: undefined }, set, fields);
  return new TableBuilder(shown, {
    layout,
    host: { ...roomy, ...host },
    findEntities: () => Promise.resolve(new Map()),
  });
};

const recordsFrom = (first: number, count: number): readonly TableRecord[] =>
  Array.from({ length: count }, (_, index) => ({ n: first + index, t: `row ${first + index}`, d: "2026-01-31" }));

/** The same records page by page and whole, on a host with these limits. */
const bothWays = async (count: number, limits: Partial<TableHost>, fields = names): Promise<readonly unknown[]> => {
  const paged = async (): Promise<unknown> => {
    const table = tableOf(fields, limits);
    for (let start = 0; start + 1_000 < count; start += 1_000) await table.add(recordsFrom(start, 1_000));
    const last = Math.max(0, Math.ceil(count / 1_000) - 1) * 1_000;
    return table.finish(recordsFrom(last, count - last));
  };
  const whole = tableOf(fields, limits).finish(recordsFrom(0, count));
  const failure = (error: unknown): unknown => [(error as AddinError).code, (error as AddinError).message];
  return Promise.all([paged().catch(failure), whole.catch(failure)]);
};

test("a long table yields to the host while it is made, and drops nothing", async () => {
  let looks = 0;
  const yieldToHost = () => {
    looks += 1;
    return looks % 10 === 0 ? Promise.resolve() : undefined;
  };
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ n: n + 1, t: `row ${n}` }));
  const { cells: matrix } = await tableOf(names, { yieldToHost }).finish(rows);
  expect(matrix).toHaveLength(5_001);
  expect(matrix.at(-1)).toEqual([5_000, "row 4999"]);
  expect(looks).toBeGreaterThan(100);
});

test("a table that is too large is refused with the number of rows that fit, and that number fits", async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ n: n + 1, t: `row ${n}` }));
  const make = (count: number) =>
    tableOf(names, { maxCharacters: 10_000, maxCells: 1_000 }).finish(rows.slice(0, count));
  const error = (await make(5_000).catch((reason: unknown) => reason)) as AddinError;
  expect(error).toMatchObject({ code: "too-large" });
  expect(error.message).toMatch(/^The result is too large: 5,000 rows × 2 columns/);
  const fit = Number(/about ([\d,]+) rows/.exec(error.message)?.[1]?.replace(",", ""));
  expect(fit).toBeGreaterThan(100);
  expect(await make(fit - 20)).toHaveProperty("height", fit - 19);
});

test("a failure fills its own row, a blank row stays blank", async () => {
  const failed = new AddinError("not-found", "Nothing.");
  const { empty } = readLayout({ empty: "none" }, "yes");
  const { cells: matrix } = await tableOf(names, {}, { empty }).finish([failed, undefined, { n: 1 }]);
  expect(matrix.slice(1)).toEqual([
    [failed, failed],
    ["", ""],
    [1, "none"],
  ]);
});

test.each([
  [undefined, ["", "", ""]],
  ["zero", [0, "", ""]],
  ["NA", [expect.objectContaining({ excelCode: "#N/A" }), "", ""]],
  ["none", ["none", "none", "none"]],
])("empty=%s is shown where a number, a text and a date are missing as %p", async (empty, cells) => {
  const table = tableOf(["n", "t", "d"], { formattedValues: true }, { empty: readLayout({ empty }, "yes").empty });
  expect((await table.finish([{ n: null, t: "" }])).cells[1]).toEqual(cells);
});

test("each record is read once while its rows are made", async () => {
  let reads = 0;
  const once = (record: TableRecord): TableRecord => ({
    ...record,
    get t() {
      reads += 1;
      return "text";
    },
  });
  const table = tableOf(names);
  for (const start of [0, 1_000, 2_000]) await table.add(recordsFrom(start, 1_000).map(once));
  expect(await table.finish(recordsFrom(3_000, 10).map(once))).toHaveProperty("height", 3_011);
  expect(reads).toBe(3_010);
});

test.each([1, 999, 1_000, 1_001, 2_000, 3_456])("%d rows are the same page by page and whole", async (count) => {
  const [paged, whole] = await bothWays(count, { formattedValues: true }, dated);
  expect(paged).toEqual(whole);
});

test("dates carry their format up to 1,000 rows, though a page before the last was full", async () => {
  const table = tableOf(dated, { formattedValues: true });
  await table.add(recordsFrom(0, 1_000));
  const [, first] = (await table.finish([])).cells;
  expect(first?.[1]).toMatchObject({ kind: "formatted", numberFormat: "yyyy-mm-dd" });
});

test("the page that does not fit is refused, and the message counts the rows read so far", async () => {
  const table = tableOf(names, { maxCharacters: 50_000 });
  await table.add(recordsFrom(0, 1_000));
  const error = await table.add(recordsFrom(1_000, 3_000)).catch((reason: unknown) => reason as AddinError);
  expect(error).toMatchObject({ code: "too-large" });
  expect((error as AddinError).message).toContain("more than 4,000 rows × 2 columns");
});

test("a page is refused when one more row of the average size would not fit", async () => {
  const rows = recordsFrom(1_000, 1_000);
  const size = rows.reduce((sum, { n, t }) => sum + cellSize(n as number) + cellSize(t as string), 0);
  const table = (maxCharacters: number): TableBuilder => tableOf(names, { maxCharacters });
  await expect(table(size + 10).add(rows)).rejects.toMatchObject({ code: "too-large" });
  await expect(table(size * 1.001 + 1).add(rows)).resolves.toBeUndefined();
});

test("the size of a result is exact under a low limit and never too low elsewhere; a full table is measured before it is refused", async () => {
  const rows = recordsFrom(0, 3_000);
  const exact = await tableOf(names, { maxCharacters: 1_900_000 }).finish(rows);
  const size = exact.cells.reduce((sum, row) => sum + rowSize(row), 0);
  expect(exact.bytes).toBe(size);
  const wide = await tableOf(names).finish(rows);
  expect(wide.bytes).toBeGreaterThan(size);
  const tight = await tableOf(names, { maxCharacters: size }).finish(rows);
  expect(tight.bytes).toBe(size);
});

test.each([{ maxCharacters: 30_000 }, { maxCells: 4_000 }, { maxCharacters: 60_000, maxCells: 6_100 }])(
  "the message names the same number of fitting rows page by page and whole: %j",
  async (limits) => {
    const fits = (error: unknown): string | undefined => /about ([\d,]+) rows/.exec(String(error))?.[1];
    const [paged, whole] = await bothWays(5_000, limits);
    expect(fits(whole)).toMatch(/\d/);
    expect(fits(paged)).toBe(fits(whole));
  },
);

test("a table that is restarted forgets the rows that were added", async () => {
  const table = tableOf(names);
  await table.add(recordsFrom(0, 1_000));
  table.restart();
  expect((await table.finish(recordsFrom(5, 1))).cells).toEqual([
    ["N", "T"],
    [5, "row 5"],
  ]);
});
