import fc from "fast-check";
import type { AddinError } from "../../src/error/addin-error";
import { layoutOf } from "../../src/formula/layout-options";
import { cellSize, notedSize, rowBound, rowSize } from "../../src/table/cell-size";
import { ownMember, type TableRecord } from "../../src/table/column";
import { columnsFor } from "../../src/table/fields";
import type { TableLook } from "../../src/table/finish-table";
import { GrowingTable } from "../../src/table/growing-table";
import type { Matrix } from "../../src/table/matrix";

const set = { members: [ownMember("n", "integer"), ownMember("t", "text"), ownMember("d", "date")], shown: ["n", "t"] };
const columns = columnsFor(set, undefined);
const dated = columnsFor(set, ["n", "d"]);
const roomy = { formattedValues: false, maxCharacters: 64_000_000, maxCells: 5_000_000, pause: () => undefined };
const made = { layout: layoutOf({}, "yes"), look: { join: "; " }, host: roomy };

const toMatrix = (rows: readonly TableRecord[], shown: typeof columns, look: TableLook): Promise<Matrix> =>
  new GrowingTable(shown, look).finish(rows);

const recordsFrom = (first: number, count: number): readonly TableRecord[] =>
  Array.from({ length: count }, (_, index) => ({ n: first + index, t: `row ${first + index}`, d: "2026-01-31" }));

/** Tables page by page and whole, on a host that takes so much. */
const bothWays = async (count: number, limits: object, shown = columns): Promise<readonly unknown[]> => {
  const look = { ...made, host: { ...roomy, ...limits } };
  const paged = async (): Promise<unknown> => {
    const table = new GrowingTable(shown, look);
    for (let start = 0; start + 1_000 < count; start += 1_000) await table.add(recordsFrom(start, 1_000));
    const last = Math.max(0, Math.ceil(count / 1_000) - 1) * 1_000;
    return table.finish(recordsFrom(last, count - last));
  };
  const whole = toMatrix(recordsFrom(0, count), shown, look);
  const told = (error: unknown): unknown => [(error as AddinError).code, (error as AddinError).message];
  return Promise.all([paged().catch(told), whole.catch(told)]);
};

test("each record is read once, and those that became rows are not needed again", async () => {
  let reads = 0;
  const once = (record: TableRecord): TableRecord => ({
    ...record,
    get t() {
      reads += 1;
      return "text";
    },
  });
  const table = new GrowingTable(columns, made);
  for (const start of [0, 1_000, 2_000]) await table.add(recordsFrom(start, 1_000).map(once));
  expect(await table.finish(recordsFrom(3_000, 10).map(once))).toHaveLength(3_011);
  expect(reads).toBe(3_010);
});

test.each([1, 999, 1_000, 1_001, 2_000, 3_456])("%d rows are the same page by page and whole", async (count) => {
  const [paged, whole] = await bothWays(count, { formattedValues: true }, dated);
  expect(paged).toEqual(whole);
});

test("dates carry their format up to 1,000 rows, though a page before the last was full", async () => {
  const table = new GrowingTable(dated, { ...made, host: { ...roomy, formattedValues: true } });
  await table.add(recordsFrom(0, 1_000));
  const [, first] = await table.finish([]);
  expect(first?.[1]).toMatchObject({ kind: "formatted", numberFormat: "yyyy-mm-dd" });
});

test("what does not fit is refused with the page that does not, and the sentence counts what was read", async () => {
  const table = new GrowingTable(columns, { ...made, host: { ...roomy, maxCharacters: 50_000 } });
  await table.add(recordsFrom(0, 1_000));
  const error = await table.add(recordsFrom(1_000, 3_000)).catch((reason: unknown) => reason as AddinError);
  expect(error).toMatchObject({ code: "too-large" });
  expect((error as AddinError).message).toContain("more than 4,000 rows × 2 columns");
});

test("the next page is refused when one row more of the usual size would not fit", async () => {
  const rows = recordsFrom(1_000, 1_000);
  const size = rows.reduce((sum, { n, t }) => sum + cellSize(n as number) + cellSize(t as string), 0);
  const table = (maxCharacters: number): GrowingTable =>
    new GrowingTable(columns, { ...made, host: { ...roomy, maxCharacters } });
  await expect(table(size + 10).add(rows)).rejects.toMatchObject({ code: "too-large" });
  await expect(table(size * 1.001 + 1).add(rows)).resolves.toBeUndefined();
});

test("on a narrow pipe the noted size is exact; elsewhere it is never less, and a full table is weighed before it is refused", async () => {
  const rows = recordsFrom(0, 3_000);
  const exact = await toMatrix(rows, columns, { ...made, host: { ...roomy, maxCharacters: 1_900_000 } });
  const size = exact.reduce((sum, row) => sum + rowSize(row), 0);
  expect(notedSize(exact)).toBe(size);
  const wide = await toMatrix(rows, columns, made);
  expect(notedSize(wide)).toBeGreaterThan(size);
  const tight = await toMatrix(rows, columns, { ...made, host: { ...roomy, maxCharacters: size } });
  expect(notedSize(tight)).toBe(size);
});

test("the most a row can take is never less than what it takes", () => {
  const cell = fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true }), fc.boolean());
  fc.assert(
    fc.property(fc.array(cell), (row) => {
      expect(rowBound(row)).toBeGreaterThanOrEqual(rowSize(row));
    }),
  );
});

test.each([{ maxCharacters: 30_000 }, { maxCells: 4_000 }, { maxCharacters: 60_000, maxCells: 6_100 }])(
  "refused page by page and whole, the same number of rows fits: %j",
  async (limits) => {
    const fits = (told: unknown): string | undefined => /about ([\d,]+) rows/.exec(String(told))?.[1];
    const [paged, whole] = await bothWays(5_000, limits);
    expect(fits(whole)).toMatch(/\d/);
    expect(fits(paged)).toBe(fits(whole));
  },
);
