import type { EntityCandidates, EntityQuery } from "../runtime/entity-loader";
import { type TableRecord, ownMember } from "../table/column";
import type { ColumnSet } from "../table/fields";
import { requestedFields } from "../table/fields";
import type { Row } from "../table/row-maker";
import type { AnyCall } from "./call";
import { entityMembers } from "./column-sets";
import { chosen, mostCandidates, theOne } from "./entity-id";
import { carriesIdentifier, matchedOn, matchFields } from "./match";
import { inOwnRow } from "./own-row";
import type { Shown } from "./tabulate";

/** What an aligned resolution shows: the entity, and how sure it is. */
export const resolutionColumns: ColumnSet = {
  resource: "entity",
  members: [
    ownMember("entity_id", "text"),
    ownMember("status", "text"),
    ownMember("candidates", "integer"),
    ownMember("matched_on", "text"),
    ...entityMembers,
  ],
  shown: ["entity_id", "name", "status", "candidates", "matched_on"],
};

/** A row that names no entity: `blank` where nothing came, `invalid` for a wrong check digit. */
export const unresolved = (status: "blank" | "invalid" | "none" | "ambiguous", candidates?: number): TableRecord => ({
  status,
  ...(candidates !== undefined && { candidates }),
});

/** One aligned row for one search object. A failed look-up stands in its own row. */
export const resolve = (call: AnyCall, query: EntityQuery, shown: Shown): Promise<Row> =>
  inOwnRow(call, async () => {
    const fields = [...new Set(["id", ...requestedFields(shown.needed), ...matchFields(query)])];
    const choice = chosen(call, query);
    if (choice !== undefined) {
      const entity = await call.runtime.entities.byId(choice, fields, call.inquiry);
      return entity === undefined
        ? unresolved("none", 0)
        : { ...entity, entity_id: choice, status: "chosen", candidates: 1, matched_on: matchedOn(query, entity) };
    }
    const found = await call.runtime.entities.search(query, { fields, maxCandidates: mostCandidates }, call.inquiry);
    return describe(query, found);
  });

const describe = (query: EntityQuery, found: EntityCandidates): TableRecord => {
  const { total_candidates: candidates } = found;
  if (candidates === 0) return unresolved("none", 0);
  const one = theOne(query, found);
  if (one === undefined) return unresolved("ambiguous", candidates);
  return {
    ...one,
    entity_id: one["id"],
    status: carriesIdentifier(query, one) ? "exact" : "single",
    candidates,
    matched_on: matchedOn(query, one),
  };
};
