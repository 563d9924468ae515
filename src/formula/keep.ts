import type { WireRecord } from "../runtime/wire-record";
import { listFrom, scalarOf } from "../table/nested/reading";
import type { Argument } from "./argument";
import type { AnyCall } from "./call";
import { entityIdsOf } from "./entity-id";

/** Which records to keep, decided here, and the fields that are looked at. */
export interface Keep {
  readonly keep?: (record: WireRecord) => boolean;
  readonly keepNeeds?: readonly string[];
}

/** Keeps the records of these entities: the service has no such filter on ESG listings. */
export const keepEntities = async (call: AnyCall, entities: Argument | undefined): Promise<Keep> => {
  if (entities === undefined) return {};
  const ids = new Set(await entityIdsOf(call, entities, "entities"));
  return { keep: (record) => ids.has(String(record["entity_id"])), keepNeeds: ["entity_id"] };
};

/** Keeps, besides, the records that hold one of these values in each of these fields, without case. */
export const keepValues = (wanted: Readonly<Record<string, readonly string[] | undefined>>, also: Keep): Keep => {
  const tests = Object.entries(wanted).flatMap(([field, values]) =>
    values === undefined ? [] : [{ field, values: values.map((value) => value.toLowerCase()) }],
  );
  if (tests.length === 0) return also;
  const holds = (record: WireRecord): boolean =>
    tests.every(({ field, values }) =>
      listFrom(record[field]).some((value) => values.includes(String(scalarOf(value)).toLowerCase())),
    );
  return {
    keep: (record) => holds(record) && (also.keep?.(record) ?? true),
    keepNeeds: [...tests.map(({ field }) => field), ...(also.keepNeeds ?? [])],
  };
};
