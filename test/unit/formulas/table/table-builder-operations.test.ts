import fc from "fast-check";
import { readLayout } from "../../../../src/formulas/table/layout";
import { type ColumnSet, membersFor, ownMember, type TableRecord } from "../../../../src/formulas/table/columns";
import type { TableHost } from "../../../../src/formulas/table/context";
import { type Layout, showColumns } from "../../../../src/formulas/table/layout";
import type { CellValue, Matrix } from "../../../../src/formulas/table/matrix";
import { TableBuilder } from "../../../../src/formulas/table/table-builder";

const tags = membersFor([{ name: "tags", type: "text", list: true, byDefault: true } as never]);
const set: ColumnSet = {
  members: [ownMember("n", "integer"), ownMember("t", "text"), ownMember("d", "date"), ...tags],
  shown: ["n", "t"],
  entity: [ownMember("name", "text"), ownMember("size", "integer")],
};
const roomy = { formattedValues: false, maxCharacters: 64_000_000, maxCells: 5_000_000, yieldToHost: () => undefined };
const entityOf = (id: string): TableRecord => ({ name: `Company ${id.length}`, size: id.length });

interface TableInput {
  readonly fields: readonly string[];
  readonly layout?: Partial<Layout>;
  readonly host?: Partial<TableHost>;
}

/** A table, and the ids of each look-up of entities. */
const tableOf = ({ fields, layout: changes = {}, host = {} }: TableInput) => {
  const lookUps: string[][] = [];
  const layout: Layout = { ...readLayout({}, "no"), ...changes };
  const findEntities = (ids: readonly string[]) => {
    lookUps.push([...ids]);
    return Promise.resolve(new Map(ids.map((id) => [id, entityOf(id)])));
  };
  const shown = showColumns({ layout, translate: undefined }, set, fields);
  return { table: new TableBuilder(shown, { layout, host: { ...roomy, ...host }, findEntities }), lookUps };
};

/** Page by page, so many records to a page. */
const paged = async (records: readonly TableRecord[], size: number, input: TableInput): Promise<Matrix> => {
  const { table } = tableOf(input);
  let start = 0;
  for (; start + size < records.length; start += size) await table.add(records.slice(start, start + size));
  return (await table.finish(records.slice(start))).cells;
};

const ids = ["a", "bb", "ccc"];
const record = fc.record({
  n: fc.integer({ min: 0, max: 9 }),
  t: fc.constantFrom("x", "y", "z"),
  tags: fc.array(fc.constantFrom("E", "S", "G"), { maxLength: 3 }),
  entity_id: fc.constantFrom(...ids),
});
type Made = Readonly<{ n: number; t: string; tags: readonly string[]; entity_id: string }>;

/** What a person would do with the records by hand. */
const byHand = (records: readonly Made[]): readonly (readonly CellValue[])[] => {
  const size = ({ entity_id }: Made): number => entity_id.length;
  const sorted = records
    .map((made, place) => ({ made, place }))
    .sort((one, other) => size(other.made) - size(one.made) || one.made.n - other.made.n || one.place - other.place)
    .map(({ made }) => made);
  const distinct = sorted.filter((made, place) => sorted.findIndex(({ t }) => t === made.t) === place);
  return distinct.flatMap((made) =>
    (made.tags.length === 0 ? [""] : made.tags).map((tag) => [made.n, tag, `Company ${size(made)}`, made.t]),
  );
};

test("rows sorted by an entity column and an own column, distinct and exploded page by page, are those made by hand", async () => {
  const layout = {
    sort: [
      { field: "entity.size", descending: true },
      { field: "n", descending: false },
    ],
    distinct: "t",
    explode: "tags",
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 1, max: 30 }),
      async (records, size) => {
        const shown = await paged(records, size, { fields: ["n", "tags", "entity.name", "t"], layout });
        expect(shown).toEqual(byHand(records));
      },
    ),
  );
});

test("each record is read once, and each entity is asked for once when all rows are there", async () => {
  let reads = 0;
  const records = Array.from({ length: 2_500 }, (_, place) => ({
    n: place,
    entity_id: ids[place % ids.length],
    get t() {
      reads += 1;
      return "text";
    },
  }));
  const { table, lookUps } = tableOf({ fields: ["n", "t", "entity.name"] });
  await table.add(records.slice(0, 1_000));
  await table.add(records.slice(1_000, 2_000));
  expect(lookUps).toEqual([]);
  const { cells: matrix } = await table.finish(records.slice(2_000));
  expect(lookUps).toEqual([ids]);
  expect(reads).toBe(2_500);
  expect(matrix).toHaveLength(2_500);
  expect(matrix[2_499]).toEqual([2_499, "text", "Company 1"]);
});

test("rows that distinct drops do not count for the size of an unsorted table", async () => {
  const records = Array.from({ length: 3_000 }, (_, place) => ({ n: place % 5, t: "x".repeat(100) }));
  const host = { maxCharacters: 2_000 };
  expect(await paged(records, 1_000, { fields: ["n", "t"], layout: { distinct: "n" }, host })).toHaveLength(5);
  await expect(paged(records, 1_000, { fields: ["n", "t"], layout: {}, host })).rejects.toMatchObject({
    code: "too-large",
  });
});

test("the cells of entity columns count for the size", async () => {
  const records = Array.from({ length: 100 }, () => ({ n: 1, entity_id: "a".repeat(9) }));
  await expect(
    paged(records, 10, { fields: ["n", "entity.name"], host: { maxCharacters: 1_000 } }),
  ).rejects.toMatchObject({ code: "too-large" });
  expect(await paged(records, 10, { fields: ["n"], host: { maxCharacters: 1_000 } })).toHaveLength(100);
});

test("dates carry their format where distinct leaves 1,000 rows or fewer", async () => {
  const records = Array.from({ length: 2_000 }, (_, place) => ({ n: place % 3, d: "2026-01-31" }));
  const shown = await paged(records, 1_000, {
    fields: ["n", "d"],
    layout: { distinct: "n" },
    host: { formattedValues: true },
  });
  expect(shown[0]?.[1]).toEqual({ kind: "formatted", value: 46_053, numberFormat: "yyyy-mm-dd" });
});

test("sorting, joining and placing 100,000 rows yields to the host every 512 rows or sooner", async () => {
  let looks = 0;
  const host = { yieldToHost: () => void (looks += 1) };
  const records = Array.from({ length: 100_000 }, (_, place) => ({
    n: place % 50_000,
    t: `row ${(place * 7_919) % 100_000}`,
    entity_id: ids[place % ids.length],
  }));
  const layout = { sort: [{ field: "t", descending: false }], distinct: "n" };
  const shown = await paged(records, 1_000, { fields: ["n", "t", "entity.name"], layout, host });
  expect(shown).toHaveLength(50_000);
  // 100,000 rows made and 50,000 placed every 32 rows; joined, sorted (nine passes) and selected every 512.
  expect(looks).toBeGreaterThan(150_000 / 32 + 10 * (100_000 / 512));
});

test("an option explode that names a column without parts, or one that is not shown, is refused", () => {
  expect(() => tableOf({ fields: ["n", "t"], layout: { explode: "t" } })).toThrow(/explode|spread/);
  expect(() => tableOf({ fields: ["n"], layout: { explode: "tags" } })).toThrow(/explode/);
});
