import { type Cell, filled } from "../../arguments/argument";
import type { AnyInvocation } from "../../define/invocation";
import { entityMembers, entityShown } from "../../table/column-sets";
import { defineFunction } from "../../define/define-function";
import { ruleKind } from "../../arguments/filters";
import { choice, chosen, fields, optional, whole } from "../../arguments/parameters";
import { inTargetCell } from "../../table/target-cell";
import { searchConditions, searchOptions, searchValue } from "./search-options";
import { entityList, invalidEntity, searchFor, type SearchKey, searchKeys } from "../../arguments/entities";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import type { EntityQuery } from "../../../engine/batching/entity-query";
import { type ColumnSet, type FieldName, ownMember, requestedFields, type TableRecord } from "../../table/columns";

const leading = ["query", "rank", "total_candidates"];

const columns = {
  resource: "entity",
  members: [
    ownMember("query", "text"),
    ownMember("rank", "integer"),
    ownMember("total_candidates", "integer"),
    ...entityMembers,
  ],
  shown: [...leading, ...entityShown],
  identity: { kind: "row", key: ["query", "id"], ignored: ["rank", "total_candidates"] },
} satisfies ColumnSet;

/** `query`, `rank` and `total_candidates` are the first columns, unless the fields name one of them. */
const withLeading = (names: readonly FieldName[] | undefined): typeof names => {
  if (names === undefined) return names;
  const known = withLeadingOf.get(names);
  if (known !== undefined) return known;
  const decides = names.some(
    (name) => typeof name !== "string" || /^[+-]|^\*$/.test(name) || leading.includes(name.toLowerCase()),
  );
  const all = decides ? names : [...leading, ...names];
  withLeadingOf.set(names, all);
  return all;
};

/** Cached, so that equal columns are one array: `columnsFor` caches by it. */
const withLeadingOf = new WeakMap<readonly FieldName[], readonly FieldName[]>();

/** `ENTITY.SEARCH`: candidates for names and identifiers; all cells share calls of up to 500 (specification, "POST {base_url}/v3/entities/msearch"). */
export const entitySearch = defineFunction({
  name: "ENTITY.SEARCH",
  help: {
    description: "Finds companies by name or identifier: one row per candidate, best first.",
    synonyms: "find company, look up, lookup, candidates, issuer, ticker, isin, lei, who is",
    parameters: {
      query: "Names or identifiers to look for, in a cell, a range or an array.",
      fields:
        "Columns after query, rank and total_candidates. To change the order of all columns, name one of these three too.",
      maxCandidates: "Maximum number of candidates for each query, 1 to 10; 10 if omitted.",
    },
    examples: [
      { formula: '=ENTITY.SEARCH("Wendilund Bank")', shows: "Candidates for a name, with identifiers and size." },
      {
        formula: '=ENTITY.SEARCH("SE0ZZ0000012",,,"name,country",1,"headers=no")',
        shows: "The company behind an ISIN in one row.",
      },
    ],
  },
  parameters: {
    query: entityList("text"),
    by: chosen(choice(searchKeys)),
    country: optional("text", { ...ruleKind("listUniverseEntities", "country"), several: false }),
    fields,
    maxCandidates: optional("number", whole(1, 10)),
  },
  layout: "table",
  options: searchOptions,
  routes: ["searchEntities"],
  columns,
  calculate: async (invocation) => {
    const { query, by, country, maxCandidates } = invocation.values;
    const shown = showColumns(invocation, columns, withLeading(invocation.values.fields));
    const others = searchConditions(invocation.options);
    const further = country === undefined ? others : { ...others, country: searchValue("country", country) };
    const wanted = { fields: requestedFields(shown.needed), maxCandidates: maxCandidates ?? 10 };
    const rows = await Promise.all(
      filled(query).map((cell) => inTargetCell(invocation, () => candidatesOf(invocation, cell, by, further, wanted))),
    );
    return tabulate(invocation, rows.flat(), shown);
  },
});

const candidatesOf = async (
  invocation: AnyInvocation,
  cell: NonNullable<Cell>,
  by: SearchKey | undefined,
  further: EntityQuery,
  wanted: { readonly fields: readonly string[]; readonly maxCandidates: number },
): Promise<readonly TableRecord[]> => {
  const search = searchFor(cell, by);
  if (search.state === "blank") return [];
  if (search.state === "invalid") throw invalidEntity(search, cell);
  const query = Object.keys(further).length === 0 ? search.query : { ...search.query, ...further };
  const { total_candidates, matches } = await invocation.runtime.entities.search(
    query,
    wanted,
    invocation.requestContext,
  );
  // The spread comes last: that is twice as fast as adding members to a copy.
  return matches.map((match, index) => ({ query: search.written, rank: index + 1, total_candidates, ...match }));
};
