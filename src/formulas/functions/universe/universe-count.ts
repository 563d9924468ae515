import { defineFunction } from "../../define/define-function";
import { mergeQuery, ruleKind } from "../../arguments/filters";
import { optional, text } from "../../arguments/parameters";
import { wholeListing } from "../../table/listing-table";
import { FormulaResult } from "../../table/formula-result";
import { currencyOption, readRevenueFilter } from "./revenue-filter";

/** `UNIVERSE.COUNT`: the total of the entity listing, from a page of size 1; no other listing has one (specification, "Universe and entity routes (v3)"). */
export const universeCount = defineFunction({
  name: "UNIVERSE.COUNT",
  help: {
    description: "The number of companies in a universe, with the filters of UNIVERSE.ENTITIES.",
    synonyms: "how many companies, size, constituents, members, portfolio size",
    examples: [
      { formula: '=UNIVERSE.COUNT("EU Banks")', shows: "The number of companies." },
      {
        formula: '=UNIVERSE.COUNT("Demo Portfolio",,,"employee_count=gte:100")',
        shows: "The number of companies with at least 100 employees.",
      },
    ],
  },
  parameters: {
    universe: optional("universe", text),
    name: optional("text", ruleKind("listUniverseEntities", "name")),
    country: optional("text", ruleKind("listUniverseEntities", "country")),
  },
  layout: "value",
  filters: "listUniverseEntities",
  options: currencyOption,
  result: "value",
  routes: ["listUniverseEntities"],
  calculate: async (invocation) => {
    const { universe, name, country } = invocation.values;
    const query = mergeQuery(invocation.filters, [
      { member: "name", argument: "name", value: name },
      { member: "country", argument: "country", value: country },
    ]);
    const filter = await readRevenueFilter(invocation.filters, invocation.options.currency);
    const universe_id = invocation.runtime.universes.idOf(universe, invocation.requestContext);
    const listing = { route: "listUniverseEntities", path: { universe_id }, query, fields: ["id"] } as const;
    if (filter !== undefined) return FormulaResult.ofValue((await wholeListing(invocation, listing, filter)).length);
    const { total, records } = await invocation.runtime.listings.read(listing, { limit: 1 }, invocation.requestContext);
    return FormulaResult.ofValue(total ?? records.length);
  },
});
