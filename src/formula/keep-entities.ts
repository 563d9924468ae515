import type { Argument } from "./argument";
import type { AnyCall } from "./call";
import { entityIdsOf } from "./entity-id";
import type { TableOfListing } from "./list-table";

/** Keeps the records of these entities: the service has no such filter on ESG listings, so it is done here. */
export const keepEntities = async (
  call: AnyCall,
  entities: Argument | undefined,
): Promise<Pick<TableOfListing, "keep" | "keepNeeds">> => {
  if (entities === undefined) return {};
  const ids = new Set(await entityIdsOf(call, entities, "entities"));
  return { keep: (record) => ids.has(String(record["entity_id"])), keepNeeds: ["entity_id"] };
};
