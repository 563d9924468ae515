import { esgEventColumns } from "../src/formula/column-sets";
import { columnsFor } from "../src/table/fields";
import { layoutOf } from "../src/formula/layout-options";
import type { Matrix } from "../src/table/matrix";
import { GrowingTable } from "../src/table/growing-table";
import type { WireRecord } from "../src/runtime/wire-record";

/** The twelve columns of W6. */
export const shapedColumns = [
  "id",
  "title",
  "score",
  "start_date",
  "last_activity",
  "categories",
  "sub_categories",
  "entity_id",
  "case_id",
  "related_documents_count",
  "summary",
  "dashboard_url",
];

const layout = layoutOf({}, "yes");

const hostOf = (pause: () => Promise<void> | undefined) => ({
  formattedValues: false,
  maxCharacters: 256_000_000,
  maxCells: 5_000_000,
  pause,
});

const lookOf = (pause: () => Promise<void> | undefined) => ({ layout, look: { join: "; " }, host: hostOf(pause) });

/** Shapes events into 12 columns with the table code of the add-in, which lets the page breathe where `pause` says so. */
export const shapeEvents = (records: readonly WireRecord[], pause: () => Promise<void> | undefined): Promise<Matrix> =>
  new GrowingTable(columnsFor(esgEventColumns, shapedColumns), lookOf(pause)).finish(records);

/** The same as a listing is shown: page after page is shaped and let go before the next one is there. */
export const shapePages = async (
  pages: Iterable<readonly WireRecord[]>,
  pause: () => Promise<void> | undefined,
): Promise<Matrix> => {
  const table = new GrowingTable(columnsFor(esgEventColumns, shapedColumns), lookOf(pause));
  for (const records of pages) await table.add(records);
  return table.finish([]);
};
