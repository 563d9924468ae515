import type { WireRecord } from "../../../contract/page";
import type { EntityQuery } from "../../../engine/batching/entity-query";
import { notACompany } from "../../../engine/state/choices";
import { choiceKey, chosenEntity, type Search } from "../../arguments/entities";
import {
  carriesIdentifier,
  comparedWith,
  type CompanySearch,
  type EntitySearch,
  findCandidates,
  matchedOn,
  matchFields,
  mostCandidates,
  onlyMatch,
  similarityOf,
} from "../../arguments/company-search";
import type { AnyInvocation } from "../../define/invocation";
import { inTargetCell } from "../../table/target-cell";
import type { ShownColumns } from "../../table/layout";
import { entityMembers } from "../../table/column-sets";
import { type ColumnSet, ownMember, requestedFields, type TableRecord } from "../../table/columns";
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
    ...entityMembers,
  ],
  shown: ["entity_id", "name", "status", "candidates", "matched_on"],
};

/** A row without entity. `blank`: no input; `invalid`: wrong check digits. */
export const unresolved = (status: "blank" | "invalid" | "none" | "ambiguous", candidates?: number): TableRecord => ({
  status,
  ...(candidates !== undefined && { candidates }),
});

/** The row of one search; a failed look-up is shown in this row. */
export const resolve = (invocation: AnyInvocation, search: EntitySearch, shown: ShownColumns): Promise<Row> =>
  inTargetCell(invocation, async () => {
    const query = comparedWith(search);
    const fields = fieldsFor(query, shown);
    const choice = chosenEntity(invocation, search.query);
    if (choice !== undefined) return chosenRow(invocation, choice, query, fields);
    const found = await findCandidates(
      invocation.runtime.entities,
      search,
      { fields, maxCandidates: mostCandidates },
      invocation.requestContext,
    );
    return describe(query, found);
  });

/** The row of a text that cannot be looked up: the company that the user chose for it, else `invalid`. */
export const resolveInvalid = (
  invocation: AnyInvocation,
  search: Extract<Search, { readonly state: "invalid" }>,
  shown: ShownColumns,
): Promise<Row> | TableRecord => {
  const key = choiceKey(search);
  const choice = chosenEntity(invocation, key);
  if (choice === undefined) return unresolved("invalid");
  return inTargetCell(invocation, () => chosenRow(invocation, choice, {}, fieldsFor({}, shown)));
};

const fieldsFor = (query: EntityQuery, shown: ShownColumns): readonly string[] => [
  ...new Set(["id", ...requestedFields(shown.needed), ...matchFields(query)]),
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
    : { ...entity, entity_id: choice, status: "chosen", candidates: 1, ...matchOf(query, entity) };
};

const describe = (query: EntityQuery, found: CompanySearch): TableRecord => {
  const { total_candidates: candidates, suggestions = [], matches } = found;
  if (candidates === 0) return { ...unresolved("none", 0), ...suggestionOf(query, suggestions[0]) };
  const one = onlyMatch(query, found);
  if (one === undefined) return { ...unresolved("ambiguous", candidates), ...suggestionOf(query, matches[0]) };
  return {
    ...one,
    entity_id: one["id"],
    status: carriesIdentifier(query, one) ? "exact" : "single",
    candidates,
    ...matchOf(query, one),
  };
};

/** The nearest company of a row that needs a review. It has no id, so that nobody takes it for a match. */
const suggestionOf = (query: EntityQuery, nearest: WireRecord | undefined): TableRecord =>
  nearest === undefined ? {} : { suggestion: nearest["name"], ...matchOf(query, nearest) };

const matchOf = (query: EntityQuery, entity: WireRecord): TableRecord => ({
  matched_on: matchedOn(query, entity),
  similarity: similarityOf(query, entity),
});
