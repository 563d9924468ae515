import { esgEventColumns } from "../src/formula/column-sets";
import { columnsFor } from "../src/table/fields";
import type { Layout } from "../src/table/layout";
import type { Matrix } from "../src/table/matrix";
import { toMatrix } from "../src/table/table";
import type { WireRecord } from "../src/runtime/wire-record";

const names = [
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

const layout: Layout = {
  headers: "yes",
  empty: "",
  join: "; ",
  dates: "excel",
  transpose: false,
  sort: [],
  distinct: undefined,
  explode: undefined,
};

const host = { formattedValues: false, maxCharacters: 1e12, maxCells: 1e12, pause: () => undefined };

/** Shapes a page of events into 12 columns, with the table code of the add-in. */
export const shapeEvents = (page: { readonly data: readonly WireRecord[] }): Promise<Matrix> =>
  toMatrix(page.data, columnsFor(esgEventColumns, names), { layout, look: { join: "; " }, host });
