import { isUuid } from "../../../contract/values";
import { cellText } from "../../arguments/argument";
import { defineFunction } from "../../define/define-function";
import { readEntityId, entityList, searchKeys } from "../../arguments/entities";
import { ruleKind } from "../../arguments/filters";
import { choice, choiceParameter, optional } from "../../arguments/parameters";
import { mapCells } from "../../define/map-cells";
import { entityRecord } from "./records";
import { searchValue } from "./search-options";

/** `ENTITY.ID`: the id of the one entity that a cell means, else `#N/A` with the number of candidates. Many cells share one call. */
export const entityId = defineFunction({
  name: "ENTITY.ID",
  help: {
    description: "The permanent id of a company, or #N/A if the text does not match exactly one company.",
    synonyms: "resolve, identifier, permanent id, isin to id, ticker to id",
    labels: { id: "Company" },
    parameters: { id: "An identifier or a name; a range gives one id per cell." },
    examples: [{ formula: '=ENTITY.ID("SE0ZZ0000012")', shows: "The id of the company with this ISIN." }],
  },
  parameters: {
    id: entityList("entities"),
    by: choiceParameter(choice(searchKeys)),
    country: optional("text", ruleKind("listUniverseEntities", "country")),
  },
  routes: ["searchEntities"],
  calculate: (invocation) => {
    const { id, by, country } = invocation.values;
    const also = country === undefined ? {} : { country: searchValue("country", country) };
    return mapCells(invocation, id, async (cell) => {
      // An id needs no search, but may be that of an event or a universe.
      if (country === undefined && isUuid(cellText(cell)))
        return String((await entityRecord(invocation, cell, ["name"]))["entity_id"]);
      return readEntityId(invocation, cell, { by, also });
    });
  },
});
