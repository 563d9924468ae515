import type { EntityQuery } from "./entity-loader";
import type { Store } from "./store";

/** Choices made in the resolve desk: search object (canonical JSON) → entity id. */
export interface Choices {
  readonly all: Store<ReadonlyMap<string, string>>;
  readonly choose: (query: EntityQuery, entity_id: string | undefined) => void;
  readonly chosen: (query: EntityQuery) => string | undefined;
}
