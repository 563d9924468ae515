import { textOf } from "../formula/argument";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { mapCells } from "../formula/map-cells";
import { list } from "../formula/parameter";

/** `UNIVERSE.ID`: the id of a universe by its name, from the catalogue; no call. */
export const universeId = defineFunction({
  name: "UNIVERSE.ID",
  help: helpWanted
    ? {
        description: "The id of a universe known here, by its name.",
        parameters: { name: "Name of a universe in the task pane's list." },
        examples: [{ formula: '=UNIVERSE.ID("EU Banks")', shows: "The id of the universe." }],
      }
    : undefined,
  parameters: { name: list("universe") },
  routes: [],
  answer: (call) => mapCells(call, call.values.name, (cell) => call.runtime.universes.idOf(textOf(cell), call.inquiry)),
});
