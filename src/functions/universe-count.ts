import { defineFunction } from "../formula/define";
import { ruleKind } from "../formula/filters";
import { helpWanted } from "../formula/help";
import { text } from "../formula/kind";
import { optional } from "../formula/parameter";
import { mergeQuery } from "../formula/query";

/** `UNIVERSE.COUNT`: the total of the entity listing, from a page of size 1; no other listing has one. */
export const universeCount = defineFunction({
  name: "UNIVERSE.COUNT",
  help: helpWanted
    ? {
        description: "How many companies a universe holds, with the filters of UNIVERSE.ENTITIES.",
        examples: [
          { formula: '=UNIVERSE.COUNT("EU Banks")', shows: "The number of companies." },
          {
            formula: '=UNIVERSE.COUNT("Demo Portfolio",,,"employee_count=gte:100")',
            shows: "Those with at least 100 employees.",
          },
        ],
      }
    : undefined,
  parameters: {
    universe: optional("universe", text),
    name: optional("text", ruleKind("listUniverseEntities", "name")),
    country: optional("text", ruleKind("listUniverseEntities", "country")),
  },
  layout: "value",
  filters: "listUniverseEntities",
  options: {},
  result: "value",
  routes: ["listUniverseEntities"],
  answer: async (call) => {
    const { universe, name, country } = call.values;
    const query = mergeQuery(call.filters, [
      { member: "name", argument: "name", value: name },
      { member: "country", argument: "country", value: country },
    ]);
    const { total, records } = await call.runtime.listings.read(
      {
        route: "listUniverseEntities",
        path: { universe_id: call.runtime.universes.idOf(universe, call.inquiry) },
        query,
        fields: ["id"],
      },
      { limit: 1 },
      call.inquiry,
    );
    return [[total ?? records.length]];
  },
});
