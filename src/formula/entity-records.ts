import { AddinError } from "../error/addin-error";
import type { TableRecord } from "../table/column";
import type { Row } from "../table/row-maker";
import { tell } from "../text/tell";
import { type Argument, type Cell, cellsOf, textOf } from "./argument";
import type { AnyCall } from "./call";
import { checkEntity, entityIdOf } from "./entity-id";
import { identify } from "./identifiers";
import { lineOf } from "./lists";
import { inOwnRow } from "./own-row";

/** The entity a cell means with these fields, through the shared batch. Throws `not-found`, `ambiguous` or `invalid-argument`. */
export const entityRecord = async (call: AnyCall, cell: Cell, fields: readonly string[]): Promise<TableRecord> => {
  checkEntity(cell, "entities");
  const id = await entityIdOf(call, cell, { fields });
  const record = await call.runtime.entities.byId(id, fields, call.inquiry);
  if (record === undefined) throw new AddinError("not-found", tell("functions.noEntity", { id }));
  return { ...record, entity_id: id };
};

/** Every cell of a list as its entity, a failure, or blank, in order. */
export const entityRows = (call: AnyCall, argument: Argument, fields: readonly string[]): Promise<readonly Row[]> =>
  Promise.all(
    lineOf(call, argument, "entities").map(async (cell) =>
      cell === undefined ? undefined : inOwnRow(call, () => entityRecord(call, cell, fields)),
    ),
  );

/** Each entity of a list once, spread over several rows; failures stand for themselves. */
export const spreadEntities = async (
  call: AnyCall,
  argument: Argument,
  {
    fields,
    spread,
  }: { readonly fields: readonly string[]; readonly spread: (entity: TableRecord) => readonly TableRecord[] },
): Promise<readonly Row[]> => {
  const seen = new Map<string, Cell>();
  for (const cell of cellsOf(argument))
    if (cell !== undefined) seen.set(identify(textOf(cell))?.text ?? textOf(cell), cell);
  const rows = await Promise.all(
    [...seen.values()].map((cell) =>
      inOwnRow(call, async () => {
        const entity = await entityRecord(call, cell, fields);
        return spread(entity).map((row) => ({ ...row, entity_id: entity["entity_id"] }));
      }),
    ),
  );
  return rows.flat();
};
