import { isUuid } from "../../../contract/values";
import { forLookups } from "../../../engine/requests/request-context";
import { type Argument, type Cell, listCells, readLine, cellText } from "../../arguments/argument";
import type { AnyInvocation } from "../../define/invocation";
import { blankRow, unknownCompany } from "../../define/coverage";
import { defineFunction } from "../../define/define-function";
import { readEntityId, entityList } from "../../arguments/entities";
import { optionalList } from "../../arguments/parameters";
import type { Column } from "../../table/columns";
import { showGivenColumns } from "../../table/layout";
import { CellError } from "../../table/matrix";
import { alignRows } from "../../table/table-builder";
import { inTargetCell, unlessAllFailed } from "../../table/target-cell";

/**
 * The ids of the universes in order, the selected one where none is given; undefined for a blank cell, whose column is blank, and an error
 * for a cell error, which fills its column.
 */
const universeIdsFor = (
  { runtime, requestContext }: AnyInvocation,
  universes: Argument | undefined,
): readonly (string | CellError | undefined)[] =>
  universes === undefined
    ? [runtime.universes.idOf(undefined, requestContext)]
    : listCells(universes).map((cell) =>
        cell === undefined || cell instanceof CellError ? cell : runtime.universes.idOf(cellText(cell), requestContext),
      );

/** The column of a universe, with its name as header. The cells of the rows are made already. */
const universeColumn = (
  { runtime, requestContext, layout }: AnyInvocation,
  universe_id: string | CellError | undefined,
): Column => {
  const isNamed = typeof universe_id === "string" && layout.headers !== "no";
  const name = isNamed ? runtime.universes.nameOf(universe_id, requestContext) : "";
  return { name, label: name, type: "boolean", member: undefined, read: () => undefined };
};

const isId = (cell: Cell): boolean => isUuid(cellText(cell));

/**
 * An id of another kind (an event, a universe) is in no universe, and FALSE would say that it is a company outside. Ids share calls.
 * @throws AddinError `not-found` where no company has the id.
 */
const requireCompany = async ({ runtime, requestContext }: AnyInvocation, id: string): Promise<void> => {
  const company = await runtime.entities.byId(id, ["name"], forLookups(requestContext));
  if (company === undefined) throw unknownCompany(id);
};

/** `UNIVERSE.CONTAINS`: whether each entity is in each universe, aligned. The formulas about one universe share calls, 100 entities each. */
export const universeContains = defineFunction({
  name: "UNIVERSE.CONTAINS",
  help: {
    description: "Checks which companies are in a universe: TRUE or FALSE for each. Several universes: a column each.",
    synonyms: "is member, membership, company in portfolio, in index, check, watchlist",
    parameters: {
      universes:
        "Names or ids of universes: one, or a range or an array for one column each. If omitted, the universe selected in the task pane.",
    },
    examples: [
      {
        formula: '=UNIVERSE.CONTAINS("SE0ZZ0000012","EU Banks")',
        shows: "TRUE if the company is in the universe.",
      },
      {
        formula: '=UNIVERSE.CONTAINS({"SE0ZZ0000012";"FR0ZZ0000020"},{"EU Banks","Demo Portfolio"},"headers=yes")',
        shows: "Two companies in two universes, under the names of the universes.",
      },
    ],
  },
  parameters: { entities: entityList("entities"), universes: optionalList("universe") },
  layout: "aligned",
  headers: "no",
  options: {},
  routes: ["listUniverseEntities", "searchEntities"],
  argumentOfMember: { universe_id: "universes", entity_id: "entities" },
  calculate: async (invocation) => {
    const { entities, universes } = invocation.values;
    const universeIds = universeIdsFor(invocation, universes);
    const contains = async (
      universe_id: string | CellError | undefined,
      entityId: string,
    ): Promise<boolean | CellError | undefined> =>
      typeof universe_id !== "string"
        ? universe_id
        : (await invocation.runtime.memberships.membership(universe_id, entityId, invocation.requestContext)).isMember;
    const rows = await Promise.all(
      readLine(invocation, entities, "entities").map(async (cell) => {
        if (cell === undefined) return blankRow();
        return inTargetCell(invocation, async () => {
          const id = await readEntityId(invocation, cell);
          const cells = universeIds.map((universe_id) => inTargetCell(invocation, () => contains(universe_id, id)));
          const answers = unlessAllFailed(await Promise.all(cells));
          if (isId(cell) && answers.includes(false) && !answers.includes(true)) await requireCompany(invocation, id);
          return answers.map((answer) => answer ?? "");
        });
      }),
    );
    const columns = universeIds.map((universe_id) => universeColumn(invocation, universe_id));
    return alignRows(invocation, rows, showGivenColumns(invocation.layout, { members: [], shown: [] }, columns));
  },
});
