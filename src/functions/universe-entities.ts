import { entityColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { ruleKind } from "../formula/filters";
import { helpWanted } from "../formula/help";
import { limit, text } from "../formula/kind";
import { listTable } from "../formula/list-table";
import { fields, optional } from "../formula/parameter";
import { mergeQuery } from "../formula/query";

/** `UNIVERSE.ENTITIES`: the entities of a universe, with every filter of the listing (specification, "Universe and entity routes"). */
export const universeEntities = defineFunction({
  name: "UNIVERSE.ENTITIES",
  help: helpWanted
    ? {
        description: "Lists the companies of a universe, with identifiers, industry and size.",
        examples: [
          { formula: '=UNIVERSE.ENTITIES("Demo Portfolio")', shows: "The companies of the universe, by name." },
          {
            formula:
              '=UNIVERSE.ENTITIES("EU Banks",,,"name,country,isin[1],isic4.section",20,"employee_count=gte:100; order=name:desc")',
            shows: "Twenty companies with at least 100 employees.",
          },
        ],
      }
    : undefined,
  parameters: {
    universe: optional("universe", text),
    name: optional("text", ruleKind("listUniverseEntities", "name")),
    country: optional("text", ruleKind("listUniverseEntities", "country")),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listUniverseEntities",
  routes: ["listUniverseEntities"],
  columns: entityColumns,
  answer: async (call) => {
    const { universe, name, country } = call.values;
    const query = mergeQuery(call.filters, [
      { member: "name", argument: "name", value: name },
      { member: "country", argument: "country", value: country },
    ]);
    return listTable(call, {
      route: "listUniverseEntities",
      path: { universe_id: call.runtime.universes.idOf(universe, call.inquiry) },
      query,
      set: entityColumns,
      fields: call.values.fields,
      limit: call.values.limit,
    });
  },
});
