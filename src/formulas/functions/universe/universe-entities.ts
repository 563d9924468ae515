import { entityColumns } from "../../table/column-sets";
import { showColumns } from "../../table/layout";
import { defineFunction } from "../../define/define-function";
import { mergeQuery, ruleKind } from "../../arguments/filters";
import { fields, limit, optional, text } from "../../arguments/parameters";
import { listTable } from "../../table/listing-table";
import { currencyOption, readRevenueFilter } from "./revenue-filter";

/** `UNIVERSE.ENTITIES`: the entities of a universe, with every filter of the listing (specification, "GET {base_url}/v3/universes/{universe_id}/entities"). */
export const universeEntities = defineFunction({
  name: "UNIVERSE.ENTITIES",
  help: {
    description: "Lists the companies of a universe, with identifiers, industry and size.",
    synonyms: "constituents, members, holdings, portfolio companies, index members, screen, screener",
    examples: [
      { formula: '=UNIVERSE.ENTITIES("Demo Portfolio")', shows: "The companies of the universe, sorted by name." },
      {
        formula:
          '=UNIVERSE.ENTITIES("EU Banks",,,"name,country,isin[1],isic4.section",20,"employee_count=gte:100; order=name:desc")',
        shows: "Twenty companies with at least 100 employees.",
      },
    ],
  },
  parameters: {
    universe: optional("universe", text),
    name: optional("text", ruleKind("listUniverseEntities", "name")),
    country: optional("text", ruleKind("listUniverseEntities", "country")),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listUniverseEntities",
  options: currencyOption,
  routes: ["listUniverseEntities"],
  columns: entityColumns,
  calculate: async (invocation) => {
    const { values, options, filters, runtime, requestContext } = invocation;
    const filter = await readRevenueFilter(filters, options.currency);
    const query = mergeQuery(filters, [
      { member: "name", argument: "name", value: values.name },
      { member: "country", argument: "country", value: values.country },
    ]);
    const path = { universe_id: runtime.universes.idOf(values.universe, requestContext) };
    const tableColumns = showColumns(invocation, entityColumns, values.fields);
    return listTable(
      invocation,
      { route: "listUniverseEntities", path, query, limit: values.limit, filter },
      tableColumns,
    );
  },
});
