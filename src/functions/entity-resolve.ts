import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { hintsBeside } from "../formula/hints";
import { choice } from "../formula/kind";
import { lineOf } from "../formula/lists";
import { chosen, fields, list, optionalList } from "../formula/parameter";
import { resolutionColumns, resolve, unresolved } from "../formula/resolution";
import { searchFor, searchKeys } from "../formula/search-object";
import { alignRows, showColumns } from "../formula/tabulate";

/** `ENTITY.RESOLVE`: one row per input cell, in order: the entity and how sure it is; ceil(unique / 500) calls. */
export const entityResolve = defineFunction({
  name: "ENTITY.RESOLVE",
  help: helpWanted
    ? {
        description: "Resolves a list of identifiers or names to companies: one row per cell, in order.",
        parameters: {
          ids: "The list: ISINs, LEIs, FIGIs, ids or names, in one column or row.",
          hints: "Beside the list: the country or the name of each, to tell candidates apart.",
        },
        examples: [
          {
            formula: '=ENTITY.RESOLVE({"SE0ZZ0000012";"FR0ZZ0000020";"DE0ZZ0000001"})',
            shows:
              "Id, name, status (exact, single, ambiguous, none, invalid, blank, chosen), candidates and what matched.",
          },
        ],
      }
    : undefined,
  parameters: {
    ids: list("entities"),
    by: chosen(choice(searchKeys)),
    hints: optionalList("range"),
    fields,
  },
  layout: "aligned",
  options: {},
  routes: ["searchEntities"],
  columns: resolutionColumns,
  answer: async (call) => {
    const { ids, by, hints } = call.values;
    const shown = showColumns(call, resolutionColumns, call.values.fields);
    const cells = lineOf(call, ids, "ids");
    const beside = hintsBeside(cells, hints);
    const rows = await Promise.all(
      cells.map(async (cell, index) => {
        const search = searchFor(cell, by);
        if (search.state !== "search") return unresolved(search.state);
        return resolve(call, { ...search.query, ...beside[index] }, shown);
      }),
    );
    return alignRows(call, rows, shown);
  },
});
