import type { Account } from "./world/accounts";
import { type Analyses, openAnalyses, seededAnalyses } from "./analyses/analyses";
import type { Clock } from "./common/clock";
import type { Limits } from "./common/limits";
import { createListingCache, type ListingCache } from "./common/listing-cache";
import { createRecordCache, type RecordCache } from "./records/projection";
import { createEntitySearch, type EntitySearch } from "./search/entity-search";
import { createContentIndex, type ContentIndex } from "./search/content-index";
import type { Database } from "./store/database";
import { openTasks, type Tasks } from "./store/tasks";
import { openUniverses, type Universes } from "./store/universes";
import type { World } from "./world/world";

/** What every route works with: the fictitious world, the store, the indexes, the caches, the limits and the clock. */
export interface Backend {
  readonly world: World;
  readonly database: Database;
  readonly accounts: readonly Account[];
  readonly universes: Universes;
  readonly tasks: Tasks;
  readonly analyses: Analyses;
  readonly search: EntitySearch;
  readonly content: ContentIndex;
  readonly listings: ListingCache;
  readonly records: RecordCache;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** Maximum of ordinals in the cache of computed listings. */
const cachedOrdinals = 8_000_000;
/** Maximum of characters in the cache of serialized records. */
const cachedCharacters = 64_000_000;

export type BackendParts = Pick<Backend, "world" | "database" | "accounts" | "limits" | "clock">;

export const createBackend = (parts: BackendParts): Backend => {
  const { database: database, world, accounts } = parts;
  const account = accounts[0];
  if (account === undefined) throw new Error("a service needs an account");
  const search = createEntitySearch(world);
  return {
    ...parts,
    universes: openUniverses(database, world),
    tasks: openTasks(database, { ...parts, seed: world.seed, midnight: world.midnight, account }),
    analyses: openAnalyses({ ...parts, resolve: search.byExactName, seeded: seededAnalyses(world) }),
    search,
    content: createContentIndex(world),
    listings: createListingCache(cachedOrdinals),
    records: createRecordCache(cachedCharacters),
  };
};
