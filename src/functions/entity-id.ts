import { defineFunction } from "../formula/define";
import { entityIdOf } from "../formula/entity-id";
import { ruleKind } from "../formula/filters";
import { helpWanted } from "../formula/help";
import { choice } from "../formula/kind";
import { mapCells } from "../formula/map-cells";
import { chosen, list, optional } from "../formula/parameter";
import { searchValue } from "../formula/search-options";
import { searchKeys } from "../formula/search-object";

/** `ENTITY.ID`: the id of exactly one entity, else `#N/A` that says how many candidates there are; many cells share one call. */
export const entityId = defineFunction({
  name: "ENTITY.ID",
  help: helpWanted
    ? {
        description: "The permanent id of a company, or #N/A where the text does not mean exactly one.",
        parameters: { id: "An identifier or a name; a range gives one id per cell." },
        examples: [{ formula: '=ENTITY.ID("SE0ZZ0000012")', shows: "The id of the company with this ISIN." }],
      }
    : undefined,
  parameters: {
    id: list("entities"),
    by: chosen(choice(searchKeys)),
    country: optional("text", ruleKind("listUniverseEntities", "country")),
  },
  routes: ["searchEntities"],
  answer: (call) => {
    const { id, by, country } = call.values;
    const also = country === undefined ? {} : { country: searchValue("country", country) };
    return mapCells(call, id, (cell) => entityIdOf(call, cell, { by, also }));
  },
});
