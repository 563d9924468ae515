import type { Account } from "./accounts";
import type { Clock } from "./clock";
import type { Limits } from "./limits";
import { createShelf, type Shelf } from "./listing/shelf";
import { createEntitySearch, type EntitySearch } from "./search/entity-search";
import { createContentIndex, type ContentIndex } from "./search/content-index";
import type { Driver } from "./store/driver";
import { openUniverses, type Universes } from "./store/universes";
import type { World } from "./world/world";

/** What every route works with: the made-up world, what changed since, the numbers and the clock. */
export interface Backend {
  readonly world: World;
  readonly driver: Driver;
  readonly accounts: readonly Account[];
  readonly universes: Universes;
  readonly search: EntitySearch;
  readonly content: ContentIndex;
  readonly shelf: Shelf;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** Records that the shelf of computed listings may hold together. */
const shelfRecords = 8_000_000;

/** What a backend is put together from. */
export type BackendParts = Pick<Backend, "world" | "driver" | "accounts" | "limits" | "clock">;

/** Puts the parts together. */
export const createBackend = (parts: BackendParts): Backend => ({
  ...parts,
  universes: openUniverses(parts.driver, parts.world),
  search: createEntitySearch(parts.world),
  content: createContentIndex(parts.world),
  shelf: createShelf(shelfRecords),
});
