import { type Cell, filledCells } from "../../arguments/argument";
import type { AnyInvocation } from "../../define/invocation";
import { entityColumnMembers, entityShown } from "../../table/column-sets";
import { defineFunction } from "../../define/define-function";
import { type QueryValue, ruleKind } from "../../arguments/filters";
import { choice, choiceParameter, fields, optional, whole } from "../../arguments/parameters";
import { inTargetCell } from "../../table/target-cell";
import { searchConditions, searchOptions, searchValue } from "./search-options";
import { entityList, invalidEntity, searchFor, type SearchKey, searchKeys } from "../../arguments/entities";
import { currencyOption, readRevenueFilter } from "../universe/revenue-filter";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import type { RecordFilter } from "../../table/listing-table";
import type { EntityQuery } from "../../../engine/batching/entity-query";
import { type ColumnSet, type FieldName, ownMember, columnFields, type TableRecord } from "../../table/columns";

const leadingColumns = ["query", "rank", "total_candidates"];

const columns = {
  resource: "entity",
  members: [
    ownMember("query", "text"),
    ownMember("rank", "integer"),
    ownMember("total_candidates", "integer"),
    ...entityColumnMembers,
  ],
  shown: [...leadingColumns, ...entityShown],
  identity: { kind: "row", key: ["query", "id"], ignored: ["rank", "total_candidates"] },
} satisfies ColumnSet;

/** `query`, `rank` and `total_candidates` are the first columns, unless the fields name one of them. */
const withLeading = (names: readonly FieldName[] | undefined): typeof names => {
  if (names === undefined) return names;
  const known = leadingCache.get(names);
  if (known !== undefined) return known;
  const decides = names.some(
    (name) => typeof name !== "string" || /^[+-]|^\*$/.test(name) || leadingColumns.includes(name.toLowerCase()),
  );
  const all = decides ? names : [...leadingColumns, ...names];
  leadingCache.set(names, all);
  return all;
};

/** Cached, so that equal columns are one array: `columnsFor` caches by it. */
const leadingCache = new WeakMap<readonly FieldName[], readonly FieldName[]>();

/** `ENTITY.SEARCH`: candidates for names and identifiers; all cells share calls of up to 500 (specification, "POST {base_url}/v3/entities/msearch"). */
export const entitySearch = defineFunction({
  name: "ENTITY.SEARCH",
  help: {
    description: "Finds companies by name or identifier: one row per candidate, best first.",
    synonyms: "find company, look up, lookup, candidates, issuer, ticker, isin, lei, who is",
    parameters: {
      query: "Names or identifiers to look for, in a cell, a range or an array.",
      fields:
        "Columns after Query, Rank and Total candidates. To change the order of all columns, name one of these three too.",
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
    by: choiceParameter(choice(searchKeys)),
    country: optional("text", { ...ruleKind("listUniverseEntities", "country"), several: false }),
    fields,
    maxCandidates: optional("number", whole(1, 10)),
  },
  layout: "table",
  options: { ...searchOptions, ...currencyOption },
  routes: ["searchEntities"],
  columns,
  calculate: async (invocation) => {
    const { query, by, country, maxCandidates } = invocation.values;
    const tableColumns = showColumns(invocation, columns, withLeading(invocation.values.fields));
    const others = searchConditions(invocation.options);
    const further = country === undefined ? others : { ...others, country: searchValue("country", country) };
    const { currency, revenue } = invocation.options as { readonly currency?: string; readonly revenue?: QueryValue };
    const filter = await readRevenueFilter(revenue === undefined ? {} : { revenue }, currency);
    const most = maxCandidates ?? mostCandidates;
    const request = {
      fields: [...new Set([...columnFields(tableColumns.needed), ...(filter?.fields ?? [])])],
      // Those in another currency are left out here.
      maxCandidates: filter === undefined ? most : mostCandidates,
    };
    const narrow = filter && ((candidates: Candidates) => keepCandidates(candidates, filter, most));
    const rows = await Promise.all(
      filledCells(query).map((cell) =>
        inTargetCell(invocation, () => readCandidates(invocation, cell, by, further, request, narrow)),
      ),
    );
    return tabulate(invocation, rows.flat(), tableColumns);
  },
});

/** The most candidates that the service gives for one search; the module of company search, which has it too, loads later. */
const mostCandidates = 10;

interface Candidates {
  readonly total_candidates: number | undefined;
  readonly matches: readonly TableRecord[];
}

/** The first `most` that the filter keeps. Their number is not known where the service has more than it gave. */
const keepCandidates = (
  { total_candidates, matches }: Candidates,
  { keep }: RecordFilter,
  most: number,
): Candidates => {
  const remaining = matches.filter(keep);
  const hasAll = total_candidates !== undefined && total_candidates <= matches.length;
  return { total_candidates: hasAll ? remaining.length : undefined, matches: remaining.slice(0, most) };
};

const readCandidates = async (
  invocation: AnyInvocation,
  cell: NonNullable<Cell>,
  by: SearchKey | undefined,
  further: EntityQuery,
  request: { readonly fields: readonly string[]; readonly maxCandidates: number },
  narrow = (candidates: Candidates): Candidates => candidates,
): Promise<readonly TableRecord[]> => {
  const search = searchFor(cell, by);
  if (search.state === "blank") return [];
  if (search.state === "invalid") throw invalidEntity(search, cell);
  const query = Object.keys(further).length === 0 ? search.query : { ...search.query, ...further };
  const { total_candidates, matches } = narrow(
    await invocation.runtime.entities.search(query, request, invocation.requestContext),
  );
  // The spread comes last: that is twice as fast as adding members to a copy.
  return matches.map((match, index) => ({ query: search.written, rank: index + 1, total_candidates, ...match }));
};
