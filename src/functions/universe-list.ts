import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { choice } from "../formula/kind";
import { chosen } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { ownMember } from "../table/column";

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("universe_id", "text"),
    ownMember("type", "text"),
    ownMember("description", "text"),
    ownMember("entities", "integer"),
  ],
  shown: ["name", "universe_id", "type", "description", "entities"],
};

/** `UNIVERSE.LIST`: the catalogue of known universes; the service has no route that lists them. */
export const universeList = defineFunction({
  name: "UNIVERSE.LIST",
  help: helpWanted
    ? {
        description: "The universes known here: added, discovered or created in the task pane.",
        parameters: { type: "Keeps universes of this type." },
        choices: {
          type: {
            PRIVATE: "Visible to the owner only.",
            SHARED: "Visible to the owner and the company.",
            PROVIDER: "Owned by the provider, visible to the company.",
          },
        },
        examples: [{ formula: "=UNIVERSE.LIST()", shows: "Names, ids and types of the universes known here." }],
      }
    : undefined,
  parameters: { type: chosen(choice(["PRIVATE", "SHARED", "PROVIDER"])) },
  routes: [],
  columns,
  answer: (call) => {
    const { type } = call.values;
    call.inquiry.trace.reads("catalogue");
    const known = call.runtime.universes.catalogue
      .get()
      .filter((universe) => type === undefined || universe.type === type);
    return tabulate(
      call,
      known.map((universe) => ({ ...universe })),
      showColumns(call, columns, undefined),
    );
  },
});
