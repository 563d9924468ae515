import { randomUUID } from "node:crypto";
import { Redis, type RedisOptions } from "ioredis";
import { idsKnownFor, type Lease, leasePrefix, type Store, StoreUnavailable } from "./store";

export interface RedisStoreOptions {
  /** A checked address, `redis://…` or `rediss://…`; it may hold a password. */
  readonly address: string;
  /** Every key and channel begins with it, so that several deployments can use one Redis. */
  readonly prefix: string;
  /** Milliseconds until a command without an answer is given up. */
  readonly patience?: number;
}

/** Milliseconds. A Redis that does not answer within this is treated as away. */
const usualPatience = 2_000;
/** Milliseconds after which a new connection without an answer is given up. */
const handshakePatience = 10_000;
/** Milliseconds between attempts to connect again: the first, and the longest. */
const reconnect = { first: 50, longest: 1_000 };
/** Keys of one command: Redis serves nobody else meanwhile. */
const mostKeys = 1_000;

/**
 * Gives up answers that take too long. It counts short slices of time: one in which this process was too busy to read
 * counts once, however long it was. Otherwise an answer that has arrived would be given up before it is read.
 */
class Patience {
  /** Of one wait. */
  static readonly #slices = 10;
  readonly #slice: number;
  readonly #waits = new Set<{ left: number; readonly giveUp: () => void }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#slice = milliseconds / Patience.#slices;
  }

  /** Rejects with `TooLate` where there is no answer in time. */
  wait<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const wait = { left: Patience.#slices, giveUp: () => reject(new TooLate()) };
      this.#waits.add(wait);
      this.#timer ??= setInterval(() => this.#count(), this.#slice);
      answer.then(resolve, reject).finally(() => this.#end(wait));
    });
  }

  #count(): void {
    for (const wait of [...this.#waits]) {
      wait.left -= 1;
      if (wait.left > 0) continue;
      wait.giveUp();
      this.#end(wait);
    }
  }

  #end(wait: { left: number; readonly giveUp: () => void }): void {
    this.#waits.delete(wait);
    if (this.#waits.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

class TooLate extends Error {
  override readonly name = "TooLate";
  constructor() {
    super("there is no answer");
  }
}

interface Listener {
  readonly heard: (message: string) => void;
  readonly missed: () => void;
}

/** A count begins to live when it begins to exist, and keeps that end. The first key is there if all this was added before. */
const addScript = `
local sums = {}
local isNew = redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1])
for index = 2, #KEYS do
  if isNew then
    sums[index - 1] = redis.call('INCRBY', KEYS[index], ARGV[index + 1])
    if redis.call('PTTL', KEYS[index]) < 0 then redis.call('PEXPIRE', KEYS[index], ARGV[2]) end
  else
    sums[index - 1] = tonumber(redis.call('GET', KEYS[index]) or '0')
  end
end
return sums`;

const releaseScript = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end`;

const extendScript = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('PEXPIRE', key, ARGV[2]) end
end`;

/**
 * A store that several processes share. While Redis is away, every function rejects at once; it connects again by
 * itself.
 */
export class RedisStore implements Store {
  readonly shared = true;
  readonly #options: RedisStoreOptions;
  readonly #commands: Redis;
  readonly #patience: Patience;
  /** Listening needs a connection of its own. Undefined until somebody subscribes. */
  #messages: Redis | undefined;
  #isReconnecting = false;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(options: RedisStoreOptions) {
    this.#options = options;
    this.#patience = new Patience(options.patience ?? usualPatience);
    this.#commands = connect(options.address, {
      enableOfflineQueue: false,
      // A command without an answer may have been executed, and must not be sent again later.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    });
    this.#commands.on("ready", () => (this.#isReconnecting = false));
  }

  /**
   * Resolves when Redis answers. Rejects with its refusal, for example of the password, or with `StoreUnavailable` after
   * this many milliseconds; it is connected to in any case as soon as that is possible.
   */
  readonly opened = (milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let last: Error | undefined;
      const end = (): void => {
        clearTimeout(timer);
        this.#commands.off("ready", ready).off("error", note);
      };
      const ready = (): void => {
        end();
        resolve();
      };
      const note = (error: Error): void => {
        last = error;
        if (!isRefusal(error)) return;
        end();
        reject(error);
      };
      const timer = setTimeout(() => {
        end();
        reject(this.#unavailable(last));
      }, milliseconds);
      this.#commands.on("ready", ready).on("error", note);
      if (this.#commands.status === "ready") ready();
    });

  readonly get = async (key: string): Promise<string | undefined> =>
    (await this.#run((redis) => redis.get(this.#named(key)))) ?? undefined;

  readonly getMany = async (keys: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const parts = await Promise.all(
      inParts(keys).map((part) => this.#run((redis) => redis.mget(part.map((key) => this.#named(key))))),
    );
    return parts.flat().map((value) => value ?? undefined);
  };

  readonly set = (key: string, value: string, ttl?: number): Promise<void> => this.setMany([[key, value]], ttl);

  readonly setMany = async (
    entries: readonly (readonly [key: string, value: string])[],
    ttl = Infinity,
  ): Promise<void> => {
    if (entries.length === 0) return;
    await this.#run(async (redis) => {
      const pipeline = redis.pipeline();
      for (const [key, value] of entries)
        if (ttl === Infinity) pipeline.set(this.#named(key), value);
        else pipeline.set(this.#named(key), value, "PX", wholeTtl(ttl));
      for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
    });
  };

  readonly delete = async (key: string): Promise<void> => {
    await this.#run((redis) => redis.del(this.#named(key)));
  };

  readonly list = async (prefix: string): Promise<readonly (readonly [string, string])[]> => {
    const start = this.#named("");
    const pattern = `${this.#named(prefix).replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}*`;
    // A scan may name a key twice.
    const names = new Set<string>();
    for (let cursor: string | undefined; cursor !== "0";) {
      const [next, found] = await this.#run((redis) => redis.scan(cursor ?? "0", "MATCH", pattern, "COUNT", mostKeys));
      for (const name of found) names.add(name.slice(start.length));
      cursor = next;
    }
    const keys = [...names].filter((key) => !key.startsWith(leasePrefix));
    const values = await this.getMany(keys);
    return keys.flatMap((key, index) => {
      const value = values[index];
      return value === undefined ? [] : [[key, value] as const];
    });
  };

  readonly add = async (
    counts: ReadonlyMap<string, number>,
    ttl: number,
    id: string,
  ): Promise<ReadonlyMap<string, number>> => {
    const keys = [...counts.keys()];
    const known = this.#named(`${leasePrefix}added/${id}`);
    const names = [known, ...keys.map((key) => this.#named(key))];
    const sums = (await this.#run((redis) =>
      redis.eval(addScript, names.length, ...names, idsKnownFor, wholeTtl(ttl), ...counts.values()),
    )) as readonly number[];
    return new Map(keys.map((key, index) => [key, sums[index] ?? 0]));
  };

  readonly lease = async (keys: readonly string[], ttl: number): Promise<Lease> => {
    const token = randomUUID();
    const leases = new Set<string>();
    const nameOf = (key: string): string => this.#named(`${leasePrefix}${key}`);
    await this.#run(async (redis) => {
      const pipeline = redis.pipeline();
      for (const key of keys) pipeline.set(nameOf(key), token, "PX", wholeTtl(ttl), "NX");
      for (const [index, [error, answer]] of ((await pipeline.exec()) ?? []).entries()) {
        if (error !== null) throw error;
        if (answer === "OK") leases.add(keys[index] ?? "");
      }
    });
    const own = async (script: string, keys: Iterable<string>, more: readonly number[] = []): Promise<void> => {
      for (const part of inParts([...keys].filter((key) => leases.has(key)).map(nameOf)))
        await this.#run((redis) => redis.eval(script, part.length, ...part, token, ...more));
    };
    return {
      keys: leases,
      extend: (keys, longer) => own(extendScript, keys, [wholeTtl(longer)]),
      release: (keys = leases) => own(releaseScript, keys),
    };
  };

  readonly publish = async (channel: string, message: string): Promise<void> => {
    await this.#run((redis) => redis.publish(this.#named(channel), message));
  };

  readonly subscribe = (
    channel: string,
    heard: (message: string) => void,
    missed: () => void = () => undefined,
  ): (() => void) => {
    const name = this.#named(channel);
    const listener: Listener = { heard, missed };
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    const messages = this.#listen();
    if (listeners.size === 1) this.#receive(messages, [name]);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#listeners.delete(name);
      messages.unsubscribe(name).catch(() => undefined);
    };
  };

  readonly close = (): Promise<void> => {
    this.#messages?.disconnect();
    this.#commands.disconnect();
    return Promise.resolve();
  };

  #named(key: string): string {
    return `${this.#options.prefix}:${key}`;
  }

  #listen(): Redis {
    if (this.#messages !== undefined) return this.#messages;
    const messages = connect(this.#options.address, {
      enableOfflineQueue: false,
      // The client would not say when messages arrive again.
      autoResubscribe: false,
      autoResendUnfulfilledCommands: false,
    });
    messages.on("message", (name: string, message: string) => {
      for (const { heard } of [...(this.#listeners.get(name) ?? [])]) heard(message);
    });
    messages.on("ready", () => this.#receive(messages, [...this.#listeners.keys()]));
    this.#messages = messages;
    return messages;
  }

  /** Before the connection stands this does nothing; it follows then. */
  #receive(messages: Redis, names: readonly string[]): void {
    if (messages.status !== "ready" || names.length === 0) return;
    const onSubscribed = (): void => {
      for (const name of names) for (const { missed } of [...(this.#listeners.get(name) ?? [])]) missed();
    };
    messages.subscribe(...names).then(onSubscribed, () => undefined);
  }

  async #run<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.#patience.wait(command(this.#commands));
    } catch (error) {
      // Whoever comes next need not wait as long: until a new connection stands, commands fail at once.
      if (error instanceof TooLate && !this.#isReconnecting) {
        this.#isReconnecting = true;
        this.#commands.disconnect(true);
        this.#messages?.disconnect(true);
      }
      throw this.#unavailable(error);
    }
  }

  #unavailable(cause: unknown): StoreUnavailable {
    const { host } = new URL(this.#options.address);
    const reason = cause instanceof Error ? cause.message : "there is no answer";
    return new StoreUnavailable(`Redis at ${host} failed: ${reason}`);
  }
}

/** Whole milliseconds, at least one: Redis refuses others. */
const wholeTtl = (ttl: number): number => Math.max(1, Math.round(ttl));

const inParts = (keys: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(keys.length / mostKeys) }, (_, index) =>
    keys.slice(index * mostKeys, (index + 1) * mostKeys),
  );

/** An answer of Redis itself that will be the same at the next attempt: a wrong password, no rights, no such database. */
const isRefusal = (error: Error): boolean =>
  /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password|DB index|Client sent AUTH))/i.test(error.message);

const connect = (address: string, options: Omit<RedisOptions, "replyMapping">): Redis => {
  const redis = new Redis(address, {
    ...options,
    connectTimeout: 2_000,
    commandTimeout: handshakePatience,
    // After a connection that does not answer, as of a process that was stopped.
    disconnectTimeout: 200,
    keepAlive: 5_000,
    retryStrategy: (times) => Math.min(reconnect.first * 2 ** Math.min(times - 1, 10), reconnect.longest),
  });
  // Each command says so itself; without a listener the client would write to the console.
  redis.on("error", () => undefined);
  return redis;
};
