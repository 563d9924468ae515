import type { Inquiry } from "./inquiry";
import type { Store } from "./store";

/** A universe the user knows: from the catalogue (the service has no route that lists universes). */
export interface KnownUniverse {
  readonly universe_id: string;
  /** The service's name, or the one the user gave it here. */
  readonly name: string;
  readonly type?: string;
  readonly description?: string | null;
  readonly entities?: number;
}

/** The catalogue of universes and the one selected for this workbook. */
export interface Universes {
  readonly catalogue: Store<readonly KnownUniverse[]>;
  readonly selected: Store<KnownUniverse | undefined>;
  /** An id or a name to the id; unknown name → `not-found` with the nearest, two of one name → `invalid-argument` with both ids; undefined → the selected one. */
  readonly idOf: (nameOrId: string | undefined, inquiry: Pick<Inquiry, "trace">) => string;
  readonly add: (universe: KnownUniverse) => void;
  readonly remove: (universe_id: string) => void;
  readonly select: (universe_id: string | undefined) => void;
}
