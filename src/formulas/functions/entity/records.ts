import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { type Argument, type Cell } from "../../arguments/argument";
import { distinctEntities, readEntityId } from "../../arguments/entities";
import type { TableRecord } from "../../table/columns";
import type { EngineAccess } from "../../table/context";
import type { Row } from "../../table/rows";
import { inTargetCell } from "../../table/target-cell";

/**
 * The entity that a cell means, with these fields and `entity_id`.
 * @throws AddinError `not-found`, `ambiguous` or `invalid-argument`.
 */
export const entityRecord = async (
  access: EngineAccess,
  cell: Cell,
  fields: readonly string[],
): Promise<TableRecord> => {
  const id = await readEntityId(access, cell, { fields });
  const record = await access.runtime.entities.byId(id, fields, access.requestContext);
  if (record === undefined) throw new AddinError("not-found", t("functions.noEntity", { id }));
  return { ...record, entity_id: id };
};

/** Several rows for each distinct entity of an argument, each with its `name` and `entity_id`; a failure takes one row. */
export const explodeEntities = async (
  access: EngineAccess,
  argument: Argument,
  fields: readonly string[],
  explode: (entity: TableRecord) => readonly TableRecord[],
): Promise<readonly Row[]> => {
  const rows = await Promise.all(
    distinctEntities(argument).map((cell) =>
      inTargetCell(access, async () => {
        const entity = await entityRecord(access, cell, ["name", ...fields]);
        const { name, entity_id } = entity;
        return explode(entity).map((row) => ({ ...row, name, entity_id }));
      }),
    ),
  );
  return rows.flat();
};
