import { associatedUniverseColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { entityIdOf } from "../formula/entity-id";
import { entity } from "../formula/entity-parameter";
import { helpWanted } from "../formula/help";
import { limit } from "../formula/kind";
import { listTable } from "../formula/list-table";
import { optional } from "../formula/parameter";

/** `ENTITY.UNIVERSES`: the universes that hold an entity and that the caller's company may see (specification, "Universe and entity routes"). */
export const entityUniverses = defineFunction({
  name: "ENTITY.UNIVERSES",
  help: helpWanted
    ? {
        description: "Lists the universes a company belongs to, as far as your company may see them.",
        examples: [
          { formula: '=ENTITY.UNIVERSES("SE0ZZ0000012")', shows: "Name, id, type and description of each universe." },
        ],
      }
    : undefined,
  parameters: { entity, limit: optional("limit", limit) },
  layout: "table",
  routes: ["listEntityUniverses", "searchEntities"],
  columns: associatedUniverseColumns,
  blames: { entity_id: "entity" },
  answer: async (call) => {
    const entity_id = await entityIdOf(call, call.values.entity);
    return listTable(call, {
      route: "listEntityUniverses",
      path: { entity_id },
      query: {},
      set: associatedUniverseColumns,
      fields: undefined,
      limit: call.values.limit,
    });
  },
});
