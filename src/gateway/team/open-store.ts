import type { Clock } from "../../engine/clock";
import { MemoryStore } from "./memory-store";
import { withNearCache } from "./near-cache";
import { RedisStore } from "./redis-store";
import { type Store, StoreUnavailable } from "./store";
import { StoreFile } from "./store-file";

/** Milliseconds that a start waits for Redis. It goes on without it: files are served, and people wait. */
const waitForRedis = 5_000;
/** Bytes of cached answers that a process keeps for the time when Redis is away. */
const nearBytes = 64 * 2 ** 20;
const usualPrefix = "spillway";

/**
 * Opens the store at an address: `memory`, the path of a file that one gateway uses, or `redis://…` or `rediss://…`, with
 * `?prefix=…` where several deployments use one Redis.
 * @throws an Error with one sentence, without the password, if the address is wrong, Redis refuses the sign-in, or the
 * file cannot be used
 */
export const openStore = async (address: string, clock: Clock): Promise<Store> => {
  if (address === "memory") return new MemoryStore(clock);
  if (!/^\w+:\/\//.test(address)) {
    // A forgotten scheme: what comes may hold a password.
    if (!isFile(address)) throw wrong("an address without redis:// and without a path");
    return new MemoryStore(clock, { file: new StoreFile(address) });
  }
  const { address: checked, prefix } = readRedisAddress(address);
  const redis = new RedisStore({ address: checked, prefix });
  const store = withNearCache(redis, new MemoryStore(clock, { cacheBytes: nearBytes }));
  try {
    await redis.opened(waitForRedis);
  } catch (error) {
    if (error instanceof StoreUnavailable) return store;
    await store.close();
    throw new Error(`Redis at ${new URL(checked).host} refuses the sign-in: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return store;
};

const wrong = (came: string): Error =>
  new Error(
    `The store must be memory, the path of a file such as ./team.db, redis://HOST:PORT or rediss://HOST:PORT, got ${came}.`,
  );

/** A name with a folder or an ending, and without what only an address has. */
const isFile = (address: string): boolean => /^(?=.*[./\\])(?!.*@)(?![\w.-]+:\d+(\/|$)).*[^/\\]$/.test(address);

const readRedisAddress = (address: string): { readonly address: string; readonly prefix: string } => {
  // What cannot be read may still hold a password, so it is not repeated.
  if (!URL.canParse(address)) throw wrong("an address that cannot be read");
  const url = new URL(address);
  if (url.protocol !== "redis:" && url.protocol !== "rediss:")
    throw wrong(`an address that begins with ${url.protocol}`);
  if (url.hostname === "") throw wrong("an address without a host");
  if (!/^\/?\d{0,3}$/.test(url.pathname))
    throw new Error("The path of the store's address must be the number of a database, such as /0.");
  const prefix = url.searchParams.get("prefix") ?? usualPrefix;
  url.searchParams.delete("prefix");
  const [other] = url.searchParams.keys();
  if (other !== undefined) throw new Error(`The store's address takes ?prefix=NAME only, got "${other}".`);
  if (!/^[\w-]{1,64}$/.test(prefix))
    throw new Error("The prefix of the store must be 1 to 64 letters, digits, hyphens or underscores.");
  return { address: url.href, prefix };
};
