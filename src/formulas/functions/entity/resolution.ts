import type { WireRecord } from "../../../contract/page";
import type { EntityQuery } from "../../../engine/batching/entity-query";
import { notACompany } from "../../../engine/state/choices";
import { choiceKey, chosenEntity } from "../../arguments/entities";
import {
  carriesIdentifier,
  comparedWith,
  type CompanySearch,
  type EntitySearch,
  findCandidates,
  foundBy,
  matchedOn,
  matchFields,
  mostCandidates,
  onlyMatch,
  recordSimilarity,
} from "../../arguments/company-search";
import type { AnyInvocation } from "../../define/invocation";
import type { Cell } from "../../arguments/argument";
import { entityText } from "../../arguments/entity-text";
import { CellError } from "../../table/matrix";
import { inTargetCell } from "../../table/target-cell";
import type { ShownColumns } from "../../table/layout";
import { entityColumnMembers } from "../../table/column-sets";
import { type ColumnSet, ownMember, columnFields, type TableRecord } from "../../table/columns";
import type { Row } from "../../table/rows";

/** The entity of a row, and how certain the match is. */
export const resolutionColumns: ColumnSet = {
  resource: "entity",
  members: [
    ownMember("entity_id", "text"),
    ownMember("status", "text"),
    ownMember("candidates", "integer"),
    ownMember("matched_on", "text"),
    ownMember("similarity", "number"),
    ownMember("suggestion", "text"),
    ...entityColumnMembers,
  ],
  shown: ["entity_id", "name", "status", "candidates", "matched_on"],
};

/** A row without entity. `blank`: no input; `header`: the head of a column; `invalid`: wrong check digits. */
export const unresolved = (
  status: "blank" | "header" | "invalid" | "none" | "ambiguous",
  candidates?: number,
): TableRecord => ({
  status,
  ...(candidates !== undefined && { candidates }),
});

/** The row of one search; a failed look-up is shown in this row. */
export const resolveRow = (invocation: AnyInvocation, search: EntitySearch, tableColumns: ShownColumns): Promise<Row> =>
  inTargetCell(invocation, async () => {
    const query = comparedWith(search);
    const fields = fieldsFor(query, tableColumns);
    const choice = chosenEntity(invocation, search.query);
    if (choice !== undefined) return chosenRow(invocation, choice, query, fields);
    const companySearch = await findCandidates(
      invocation.runtime.entities,
      search,
      { fields, maxCandidates: mostCandidates },
      invocation.requestContext,
    );
    return describeSearch(query, companySearch);
  });

/** The row of a text that cannot be looked up: the company that the user chose for it, else `invalid` or `header`. */
export const resolveInvalid = (
  invocation: AnyInvocation,
  written: string,
  status: "invalid" | "header",
  tableColumns: ShownColumns,
): Promise<Row> | TableRecord => {
  const choice = chosenEntity(invocation, choiceKey({ state: "invalid", written, reason: "text" }));
  if (choice === undefined) return unresolved(status);
  return inTargetCell(invocation, () => chosenRow(invocation, choice, {}, fieldsFor({}, tableColumns)));
};

const fieldsFor = (query: EntityQuery, tableColumns: ShownColumns): readonly string[] => [
  ...new Set(["id", ...columnFields(tableColumns.needed), ...matchFields(query)]),
];

const chosenRow = async (
  { runtime, requestContext }: AnyInvocation,
  choice: string,
  query: EntityQuery,
  fields: readonly string[],
): Promise<TableRecord> => {
  if (choice === notACompany) return unresolved("blank");
  const entity = await runtime.entities.byId(choice, fields, requestContext);
  return entity === undefined
    ? unresolved("none", 0)
    : { ...entity, entity_id: choice, status: "chosen", candidates: 1, ...toMatch(query, entity) };
};

const describeSearch = (searched: EntityQuery, result: CompanySearch): TableRecord => {
  const query = foundBy(searched, result);
  const { total_candidates: candidates, suggestions = [], matches } = result;
  if (candidates === 0) return { ...unresolved("none", 0), ...toSuggestion(query, suggestions[0]) };
  const one = onlyMatch(query, result, { beginnings: false });
  if (one === undefined) return { ...unresolved("ambiguous", candidates), ...toSuggestion(query, matches[0]) };
  return {
    ...one,
    entity_id: one["id"],
    status: carriesIdentifier(query, one) ? "exact" : "single",
    candidates,
    ...toMatch(query, one),
  };
};

/** The nearest company of a row that needs a review. It has no id, so that nobody takes it for a match. */
const toSuggestion = (query: EntityQuery, nearest: WireRecord | undefined): TableRecord =>
  nearest === undefined ? {} : { suggestion: nearest["name"], ...toMatch(query, nearest) };

const toMatch = (query: EntityQuery, entity: WireRecord): TableRecord => ({
  matched_on: matchedOn(query, entity),
  similarity: recordSimilarity(query, entity),
});

/** The head of a column that a cell holds; undefined for any other content. */
export const headerIn = (cell: Cell): string | undefined => {
  const read = cell instanceof CellError ? undefined : entityText(cell);
  return read?.state === "blank" ? read.header : undefined;
};
