import { associatedUniverseColumns, entityColumnMembers } from "../../table/column-sets";
import { showColumns } from "../../table/layout";
import { defineFunction } from "../../define/define-function";
import { askAboutCompany } from "../../define/company-call";
import { listPerEntity } from "../../define/listing-per-entity";
import { listCells, filledCells } from "../../arguments/argument";
import { readEntityId, entityList } from "../../arguments/entities";
import { limit, optional } from "../../arguments/parameters";
import { listTable } from "../../table/listing-table";
import { type ColumnSet, ownMember } from "../../table/columns";

/** The columns for a range of entities: each row names its entity. */
const ofSeveral: ColumnSet = {
  ...associatedUniverseColumns,
  members: [ownMember("entity_id", "text"), ...associatedUniverseColumns.members],
  entity: entityColumnMembers,
  shown: ["entity.name", ...associatedUniverseColumns.shown, "entity_id"],
};

/**
 * `ENTITY.UNIVERSES`: the universes of entities, as far as the caller's company may see them.
 * Specification: "GET {base_url}/v3/entities/{entity_id}/universes".
 */
export const entityUniverses = defineFunction({
  name: "ENTITY.UNIVERSES",
  help: {
    description: "Lists the universes that companies belong to, as far as your company may see them.",
    synonyms: "membership, portfolios of a company, index membership, belongs to, watchlists",
    parameters: {
      entities: "Companies; a range of them adds the columns Entity name and Entity ID.",
    },
    examples: [
      { formula: '=ENTITY.UNIVERSES("SE0ZZ0000012")', shows: "Name, type, description and id of each universe." },
      {
        formula: '=ENTITY.UNIVERSES({"SE0ZZ0000012";"FR0ZZ0000020"})',
        shows: "The same for two companies, with their names.",
      },
    ],
  },
  parameters: { entities: entityList("entities"), limit: optional("limit", limit) },
  layout: "table",
  routes: ["listEntityUniverses", "searchEntities"],
  columns: ofSeveral,
  argumentOfMember: { entity_id: "entities" },
  calculate: async (invocation) => {
    const { entities, limit: most } = invocation.values;
    // The shape of the argument decides, so that a formula keeps its columns when a cell of its range is cleared.
    const listing = { route: "listEntityUniverses", query: {}, limit: most } as const;
    if (listCells(entities).length > 1)
      return listPerEntity(invocation, entities, listing, showColumns(invocation, ofSeveral, undefined));
    const entity_id = await readEntityId(invocation, filledCells(entities)[0]);
    const tableColumns = showColumns(invocation, associatedUniverseColumns, undefined);
    return askAboutCompany(invocation, entity_id, () =>
      listTable(invocation, { ...listing, path: { entity_id } }, tableColumns),
    );
  },
});
