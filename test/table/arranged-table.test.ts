import fc from "fast-check";
import { layoutOf } from "../../src/formula/layout-options";
import { ArrangedTable } from "../../src/table/arranged-table";
import { arrangementOf } from "../../src/table/arrangement";
import { membersFor, ownMember, type TableRecord } from "../../src/table/column";
import { type ColumnSet, columnsFor } from "../../src/table/fields";
import type { Layout } from "../../src/table/layout";
import type { CellValue, Matrix } from "../../src/table/matrix";

const tags = membersFor([{ name: "tags", type: "text", list: true, byDefault: true } as never]);
const set: ColumnSet = {
  members: [ownMember("n", "integer"), ownMember("t", "text"), ownMember("d", "date"), ...tags],
  shown: ["n", "t"],
  entity: [ownMember("name", "text"), ownMember("size", "integer")],
};
const host = { formattedValues: false, maxCharacters: 64_000_000, maxCells: 5_000_000, pause: () => undefined };
const plain: Layout = { ...layoutOf({}, "yes"), headers: "no" };
const entityOf = (id: string): TableRecord => ({ name: `Company ${id.length}`, size: id.length });

interface Wanted {
  readonly fields: readonly string[];
  readonly layout?: Partial<Layout>;
  readonly on?: object;
}

/** A table, and which entities were asked for. */
const tableOf = ({ fields, layout = {}, on = {} }: Wanted) => {
  const asked: string[][] = [];
  const columns = columnsFor(set, fields);
  const looks = { layout: { ...plain, ...layout }, look: { join: "; " }, host: { ...host, ...on } };
  const entities = (ids: readonly string[]) => {
    asked.push([...ids]);
    return Promise.resolve(new Map(ids.map((id) => [id, entityOf(id)])));
  };
  const arrangement = arrangementOf(set, looks.layout, columns);
  return { table: new ArrangedTable(columns, looks, { arrangement, entities }), asked };
};

/** Page by page, so many records to a page. */
const paged = async (records: readonly TableRecord[], size: number, wanted: Wanted): Promise<Matrix> => {
  const { table } = tableOf(wanted);
  let start = 0;
  for (; start + size < records.length; start += size) await table.add(records.slice(start, start + size));
  return table.finish(records.slice(start));
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
  const apart = sorted.filter((made, place) => sorted.findIndex(({ t }) => t === made.t) === place);
  return apart.flatMap((made) =>
    (made.tags.length === 0 ? [""] : made.tags).map((tag) => [made.n, tag, `Company ${size(made)}`, made.t]),
  );
};

test("sorted by a joined and an own column, kept apart and spread, page by page: the rows that one makes by hand", async () => {
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

test("each record is read once and each entity is asked for once, when all rows are there", async () => {
  let reads = 0;
  const records = Array.from({ length: 2_500 }, (_, place) => ({
    n: place,
    entity_id: ids[place % ids.length],
    get t() {
      reads += 1;
      return "text";
    },
  }));
  const { table, asked } = tableOf({ fields: ["n", "t", "entity.name"] });
  await table.add(records.slice(0, 1_000));
  await table.add(records.slice(1_000, 2_000));
  expect(asked).toEqual([]);
  const matrix = await table.finish(records.slice(2_000));
  expect(asked).toEqual([ids]);
  expect(reads).toBe(2_500);
  expect(matrix).toHaveLength(2_500);
  expect(matrix[2_499]).toEqual([2_499, "text", "Company 1"]);
});

test("of a table that is only kept apart, what falls away is not weighed: few rows of many records fit", async () => {
  const records = Array.from({ length: 3_000 }, (_, place) => ({ n: place % 5, t: "x".repeat(100) }));
  const on = { maxCharacters: 2_000 };
  expect(await paged(records, 1_000, { fields: ["n", "t"], layout: { distinct: "n" }, on })).toHaveLength(5);
  await expect(paged(records, 1_000, { fields: ["n", "t"], layout: {}, on })).rejects.toMatchObject({
    code: "too-large",
  });
});

test("what entities add to the rows is weighed too", async () => {
  const records = Array.from({ length: 100 }, () => ({ n: 1, entity_id: "a".repeat(9) }));
  await expect(
    paged(records, 10, { fields: ["n", "entity.name"], on: { maxCharacters: 1_000 } }),
  ).rejects.toMatchObject({ code: "too-large" });
  expect(await paged(records, 10, { fields: ["n"], on: { maxCharacters: 1_000 } })).toHaveLength(100);
});

test("dates carry their format where 1,000 rows or fewer are left of more records", async () => {
  const records = Array.from({ length: 2_000 }, (_, place) => ({ n: place % 3, d: "2026-01-31" }));
  const shown = await paged(records, 1_000, {
    fields: ["n", "d"],
    layout: { distinct: "n" },
    on: { formattedValues: true },
  });
  expect(shown[0]?.[1]).toEqual({ kind: "formatted", value: 46_053, numberFormat: "yyyy-mm-dd" });
});

test("arranging 100,000 rows lets others work all along: no more than 512 rows at a stretch", async () => {
  let asked = 0;
  const on = { pause: () => void (asked += 1) };
  const records = Array.from({ length: 100_000 }, (_, place) => ({
    n: place % 50_000,
    t: `row ${(place * 7_919) % 100_000}`,
    entity_id: ids[place % ids.length],
  }));
  const layout = { sort: [{ field: "t", descending: false }], distinct: "n" };
  const shown = await paged(records, 1_000, { fields: ["n", "t", "entity.name"], layout, on });
  expect(shown).toHaveLength(50_000);
  // Made and placed every 32 rows, joined and sorted (nine passes) every 512.
  expect(asked).toBeGreaterThan(2 * (100_000 / 32) + 9 * (100_000 / 512));
});

test("what cannot be spread is refused before a record is there", () => {
  expect(() => tableOf({ fields: ["n", "t"], layout: { explode: "t" } })).toThrow(/explode|spread/);
  expect(() => tableOf({ fields: ["n"], layout: { explode: "tags" } })).toThrow(/explode/);
});
