import { defineFunction } from "../../define/define-function";
import { choice, choiceParameter } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { type ColumnSet, ownMember } from "../../table/columns";
import { readableField } from "../../table/readable";

const columns = {
  members: [
    ownMember("name", "text"),
    ownMember("universe_id", "text"),
    ownMember("type", "text", readableField("type")),
    ownMember("description", "text"),
    ownMember("entities", "integer"),
  ],
  shown: ["name", "type", "description", "entities", "universe_id"],
  identity: { kind: "universe", key: ["universe_id"] },
} satisfies ColumnSet;

/** `UNIVERSE.LIST`: the universes known to the add-in; the service has no route that lists them. */
export const universeList = defineFunction({
  name: "UNIVERSE.LIST",
  help: {
    description: "Lists your universes: those that you added, discovered or created in the task pane.",
    synonyms: "portfolios, watchlists, indices, my universes, catalogue",
    parameters: { type: "Only universes of this type." },
    choices: {
      type: {
        PRIVATE: "Visible to the owner only.",
        SHARED: "Visible to the owner and the company.",
        PROVIDER: "Owned by the provider, visible to the company.",
      },
    },
    examples: [{ formula: "=UNIVERSE.LIST()", shows: "Names, types and ids of your universes." }],
  },
  parameters: { type: choiceParameter(choice(["PRIVATE", "SHARED", "PROVIDER"])) },
  routes: [],
  columns,
  calculate: (invocation) => {
    const { type } = invocation.values;
    invocation.requestContext.log.dependsOn("catalogue");
    const known = invocation.runtime.universes.catalogue
      .get()
      .filter((universe) => type === undefined || universe.type === type);
    return tabulate(
      invocation,
      known.map((universe) => ({ ...universe })),
      showColumns(invocation, columns, undefined),
    );
  },
});
