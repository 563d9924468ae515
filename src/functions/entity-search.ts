import { AddinError } from "../error/addin-error";
import { type Cell, filled, show } from "../formula/argument";
import type { AnyCall } from "../formula/call";
import { entityMembers, entityShown } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { ruleKind } from "../formula/filters";
import { helpWanted } from "../formula/help";
import { choice, whole } from "../formula/kind";
import { inOwnRow } from "../formula/own-row";
import { chosen, fields, list, optional } from "../formula/parameter";
import { searchedBeside, searchOptions, searchValue } from "../formula/search-options";
import { searchFor, type SearchKey, searchKeys } from "../formula/search-object";
import { showColumns, tabulate } from "../formula/tabulate";
import type { EntityQuery } from "../runtime/entity-loader";
import { ownMember, type TableRecord } from "../table/column";
import { requestedFields } from "../table/fields";
import { tell } from "../text/tell";

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
};

/** `query, rank, total_candidates` stand first, unless the fields name one of them and so decide themselves. */
const withLeading = (names: readonly (string | undefined)[] | undefined): typeof names => {
  if (names === undefined) return names;
  const known = withLeadingOf.get(names);
  if (known !== undefined) return known;
  const decides = names.some(
    (name) => name === undefined || /^[+-]|^\*$/.test(name) || leading.includes(name.toLowerCase()),
  );
  const all = decides ? names : [...leading, ...names];
  withLeadingOf.set(names, all);
  return all;
};

const withLeadingOf = new WeakMap<readonly (string | undefined)[], readonly (string | undefined)[]>();

/** `ENTITY.SEARCH`: candidates for names and identifiers; all cells share `msearch` calls of up to 500. */
export const entitySearch = defineFunction({
  name: "ENTITY.SEARCH",
  help: helpWanted
    ? {
        description: "Finds companies by name or identifier: one row per candidate, best first.",
        parameters: {
          query: "Names or identifiers to look for, in a cell, a range or an array.",
          fields: "Columns after query, rank and total_candidates; naming one of these three sets the order of all.",
          maxCandidates: "Most candidates for each query, 1 to 10; 10 if omitted.",
        },
        examples: [
          { formula: '=ENTITY.SEARCH("Wendilund Bank")', shows: "Candidates for a name, with identifiers and size." },
          {
            formula: '=ENTITY.SEARCH("SE0ZZ0000012",,,"name,country",1,"headers=no")',
            shows: "The company behind an ISIN in one row.",
          },
        ],
      }
    : undefined,
  parameters: {
    query: list("text"),
    by: chosen(choice(searchKeys)),
    country: optional("text", { ...ruleKind("listUniverseEntities", "country"), several: false }),
    fields,
    maxCandidates: optional("number", whole(1, 10)),
  },
  layout: "table",
  options: searchOptions,
  routes: ["searchEntities"],
  columns,
  answer: async (call) => {
    const { query, by, country, maxCandidates } = call.values;
    const shown = showColumns(call, columns, withLeading(call.values.fields));
    const others = searchedBeside(call.options);
    const asked = {
      by,
      beside: country === undefined ? others : { ...others, country: searchValue("country", country) },
      wanted: { fields: requestedFields(shown.needed), maxCandidates: maxCandidates ?? 10 },
    };
    const rows = await Promise.all(filled(query).map((cell) => inOwnRow(call, () => candidatesOf(call, cell, asked))));
    return tabulate(call, rows.flat(), shown);
  },
});

interface Asked {
  readonly by: SearchKey | undefined;
  /** What every search object holds beside the text itself. */
  readonly beside: EntityQuery;
  readonly wanted: { readonly fields: readonly string[]; readonly maxCandidates: number };
}

const candidatesOf = async (
  call: AnyCall,
  cell: NonNullable<Cell>,
  { by, beside, wanted }: Asked,
): Promise<readonly TableRecord[]> => {
  const search = searchFor(cell, by);
  if (search.state === "blank") return [];
  if (search.state === "invalid")
    throw new AddinError("invalid-argument", tell("formula.badCheckDigit", { what: show(cell) }));
  const query = Object.keys(beside).length === 0 ? search.query : { ...search.query, ...beside };
  const { total_candidates, matches } = await call.runtime.entities.search(query, wanted, call.inquiry);
  // Own members first: what is spread last is copied twice as fast as what is added to behind a copy.
  return matches.map((match, index) => ({ query: search.written, rank: index + 1, total_candidates, ...match }));
};
