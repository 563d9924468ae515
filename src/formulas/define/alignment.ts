import type { AddinError } from "../../engine/http/addin-error";
import { type Argument, blankArgument, type Cell, readLine } from "../arguments/argument";
import { readEntityId } from "../arguments/entities";
import type { CellError } from "../table/matrix";
import { inTargetCell, unlessAllFailed } from "../table/target-cell";
import type { AnyInvocation } from "./invocation";

/** A row of a list: the id of its entity, why it has none, or undefined for a blank cell. */
export type ListRow = string | AddinError | CellError | undefined;

/** The entity of each cell, or why it has none. */
export const findRows = (invocation: AnyInvocation, cells: readonly Cell[]): Promise<readonly ListRow[]> =>
  Promise.all(
    cells.map(async (cell) =>
      cell === undefined ? undefined : inTargetCell(invocation, () => readEntityId(invocation, cell)),
    ),
  );

/**
 * The entities of a list, one for each cell, to align a result with.
 * @throws AddinError the first failure where no cell names an entity.
 */
export const listRows = async (
  invocation: AnyInvocation,
  entities: Argument = blankArgument,
): Promise<readonly ListRow[]> =>
  unlessAllFailed(await findRows(invocation, readLine(invocation, entities, "entities")));

/** The ids of the entities that were found. */
export const idsIn = (rows: readonly ListRow[]): readonly string[] => rows.filter((row) => typeof row === "string");
