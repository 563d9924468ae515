import { cellText } from "../../arguments/argument";
import { defineFunction } from "../../define/define-function";
import { mapCells } from "../../define/map-cells";
import { list } from "../../arguments/parameters";

/** `UNIVERSE.ID`: the id of a universe by its name, from the universes known to the add-in. Makes no call. */
export const universeId = defineFunction({
  name: "UNIVERSE.ID",
  help: {
    description: "The id of a universe in your list, by its name.",
    synonyms: "identifier of a portfolio, uuid, universe name",
    labels: { name: "Universe" },
    parameters: { name: "Name of a universe in the task pane's list." },
    examples: [{ formula: '=UNIVERSE.ID("EU Banks")', shows: "The id of the universe." }],
  },
  parameters: { name: list("universe") },
  routes: [],
  calculate: (invocation) =>
    mapCells(invocation, invocation.values.name, (cell) =>
      invocation.runtime.universes.idOf(cellText(cell), invocation.requestContext),
    ),
});
