import type { Account } from "./accounts";
import type { Clock } from "./clock";
import type { Limits } from "./limits";
import { createShelf, type Shelf } from "./listing/shelf";
import { createEntitySearch, type EntitySearch } from "./search/entity-search";
import { createContentIndex, type ContentIndex } from "./search/content-index";
import type { Driver } from "./store/driver";
import { openTasks, type Tasks } from "./store/tasks";
import { openUniverses, type Universes } from "./store/universes";
import type { World } from "./world/world";

/** What every route works with: the made-up world, what changed since, the numbers and the clock. */
export interface Backend {
  readonly world: World;
  readonly driver: Driver;
  readonly accounts: readonly Account[];
  readonly universes: Universes;
  readonly tasks: Tasks;
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
export const createBackend = (parts: BackendParts): Backend => {
  const { driver, world, accounts } = parts;
  const account = accounts[0];
  if (account === undefined) throw new Error("a service needs an account");
  return {
    ...parts,
    universes: openUniverses(driver, world),
    tasks: openTasks(driver, { ...parts, seed: world.seed, midnight: world.midnight, account }),
    search: createEntitySearch(world),
    content: createContentIndex(world),
    shelf: createShelf(shelfRecords),
  };
};
