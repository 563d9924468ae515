import type { Account } from "./accounts";
import { openAnalyses, type Analyses } from "./analyses/analyses";
import { seededAnalyses } from "./analyses/seeded";
import type { Clock } from "./clock";
import type { Limits } from "./limits";
import { createFragments, type Fragments } from "./records/fragments";
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
  readonly analyses: Analyses;
  readonly search: EntitySearch;
  readonly content: ContentIndex;
  readonly shelf: Shelf;
  readonly fragments: Fragments;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** Records that the shelf of computed listings may hold together. */
const shelfRecords = 8_000_000;
/** Characters of records that are kept as they were written. */
const fragmentCharacters = 64_000_000;

/** What a backend is put together from. */
export type BackendParts = Pick<Backend, "world" | "driver" | "accounts" | "limits" | "clock">;

/** Puts the parts together. */
export const createBackend = (parts: BackendParts): Backend => {
  const { driver, world, accounts } = parts;
  const account = accounts[0];
  if (account === undefined) throw new Error("a service needs an account");
  const search = createEntitySearch(world);
  const resolve = (name: string): number | undefined =>
    search.byKey("name", name, account)[0] ?? search.byKey("alias", name, account)[0];
  return {
    ...parts,
    universes: openUniverses(driver, world),
    tasks: openTasks(driver, { ...parts, seed: world.seed, midnight: world.midnight, account }),
    analyses: openAnalyses({ ...parts, resolve, seeded: seededAnalyses(world) }),
    search,
    content: createContentIndex(world),
    shelf: createShelf(shelfRecords),
    fragments: createFragments(fragmentCharacters),
  };
};
