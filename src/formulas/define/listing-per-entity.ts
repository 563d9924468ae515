import { type Argument } from "../arguments/argument";
import { distinctEntities, readEntityId } from "../arguments/entities";
import type { ShownColumns } from "../table/layout";
import { type ListingTable, readListing, type TableRecords } from "../table/listing-table";
import type { FormulaResult } from "../table/formula-result";
import { rowLimit, tabulate } from "../table/table-builder";
import type { Row } from "../table/rows";
import { inTargetCell } from "../table/target-cell";
import { askAboutCompany } from "./company-call";
import type { AnyInvocation } from "./invocation";

/**
 * One listing and limit for each distinct entity, as one table; `entity_id` tells the rows of the entities from each other. An entity that
 * was not found has a row of its own at the end.
 * @throws AddinError the first failure where all entities failed; `too-large`, `no-rows`.
 */
export const listPerEntity = async (
  invocation: AnyInvocation,
  entities: Argument,
  { route, query, limit }: Pick<ListingTable, "route" | "query" | "limit">,
  tableColumns: ShownColumns,
): Promise<FormulaResult> => {
  const cells = distinctEntities(entities);
  // A value that one entity shows may be left out of the others', whose next row then takes its place.
  const whole = tableColumns.operations.distinct !== undefined && cells.length > 1;
  const answers = await Promise.all(
    cells.map((cell) =>
      inTargetCell(invocation, async (): Promise<TableRecords> => {
        const entity_id = await readEntityId(invocation, cell);
        const listing = { route, path: { entity_id }, query, limit, whole };
        const read = await askAboutCompany(invocation, entity_id, () => readListing(invocation, listing, tableColumns));
        return { ...read, records: read.records.map((record) => ({ ...record, entity_id })) };
      }),
    ),
  );
  const rows = rowLimit(invocation, limit);
  const listings = answers.filter((answer): answer is TableRecords => !(answer instanceof Error));
  return tabulate(
    invocation,
    answers.flatMap((answer): readonly Row[] => (answer instanceof Error ? [answer] : answer.records)),
    tableColumns,
    [],
    {
      limit: rows.isCap ? rows : { ...rows, per: "entity_id" },
      truncated: listings.some(({ truncated }) => truncated),
      note: listings.find(({ note }) => note !== undefined)?.note,
    },
  );
};
