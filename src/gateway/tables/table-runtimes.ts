import type { Clock } from "../../engine/clock";
import { createRuntime } from "../../engine/create-runtime";
import { FurtherReaders } from "../../engine/further-readers";
import type { Send } from "../../engine/http/client";
import { Readers } from "../../engine/readers";
import type { Runtime } from "../../engine/runtime";
import { TeamSignIn } from "../../engine/session/team-sign-in";
import { detectLimit } from "../../engine/scheduler/rate-limit/detection";
import type { KnownUniverse } from "../../engine/state/universes";
import type { KeyValueStorage } from "../../engine/storage";
import type { Person } from "../team/person";

/** What the runtimes depend on. */
export interface TableRuntimesDeps {
  readonly clock: Clock;
  /** The way of a person's requests to the team. */
  readonly sendAs: (person: Person, fresh: boolean) => Send;
  /** The universes that a person's formulas can name. */
  readonly universesFor: (person: Person) => readonly KnownUniverse[];
}

interface OpenRuntime {
  /** The id of the person. */
  readonly person: string;
  readonly isRefresh: boolean;
  readonly runtime: Promise<Runtime>;
  readonly openedAt: number;
  /** Formulas that are being calculated. */
  running: number;
}

/**
 * Milliseconds for which further formulas are calculated on a runtime. Its own memory keeps an answer until it is
 * refreshed, so without an end a formula would show older rows than the gateway's cache.
 */
const sharedFor = 30_000;
/** A runtime holds up to 96 MB. */
const mostRuntimes = 16;
/** Refreshes of one person at once; each has a runtime of its own. */
const mostRefreshes = 4;

/** What a person's formulas are calculated for. */
export interface RuntimeUse {
  /** Whether earlier answers do not count. */
  readonly isRefresh: boolean;
  /** The IANA name of the zone whose days count; UTC where undefined. */
  readonly timeZone?: string | undefined;
}

/** All runtimes are busy, or one person asks for too much. */
export class TablesBusy extends Error {
  override readonly name = "TablesBusy";
}

/** Engines that calculate formulas, one for each person at a time. None keeps anything on a disk. */
export class TableRuntimes {
  readonly #deps: TableRuntimesDeps;
  /** In the order of their opening: the oldest first. */
  readonly #open = new Map<string, OpenRuntime>();
  #number = 0;

  constructor(deps: TableRuntimesDeps) {
    this.#deps = deps;
  }

  /** How many runtimes are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Calculates on the person's runtime for a time zone; on one of its own where the request is a refresh.
   * Rejects with `TablesBusy` where too many people calculate, or one person refreshes too much.
   */
  async use<Value>(person: Person, use: RuntimeUse, work: (runtime: Runtime) => Promise<Value>): Promise<Value> {
    const open = this.#take(person, use);
    open.running += 1;
    try {
      return await work(await open.runtime);
    } finally {
      open.running -= 1;
      if (use.isRefresh) this.#close(open);
      else this.#deps.clock.after(sharedFor, () => this.#closeIfIdle(open));
    }
  }

  close(): void {
    for (const open of this.#open.values()) this.#close(open);
  }

  /** Groups decide on the account, so somebody who is in others now must not meet what was fetched before. */
  #take(person: Person, { isRefresh, timeZone }: RuntimeUse): OpenRuntime {
    this.#number += 1;
    const name = JSON.stringify([person.id, [...person.groups].sort(), timeZone ?? ""]);
    const key = isRefresh ? `${this.#number} ${name}` : name;
    const known = this.#open.get(key);
    if (known !== undefined && this.#isShared(known)) return known;
    // What is calculated there still ends there.
    if (known !== undefined) this.#open.set(`${this.#number} ${key}`, known);
    this.#open.delete(key);
    const others = [...this.#open.values()].filter((open) => open.isRefresh && open.person === person.id);
    if (isRefresh && others.length >= mostRefreshes) throw new TablesBusy();
    this.#makeRoom();
    const openedAt = this.#deps.clock.now();
    const runtime = this.#create(person, { isRefresh, timeZone });
    const open = { person: person.id, isRefresh, runtime, openedAt, running: 0 };
    this.#open.set(key, open);
    return open;
  }

  #isShared({ openedAt }: OpenRuntime): boolean {
    return this.#deps.clock.now() - openedAt < sharedFor;
  }

  #makeRoom(): void {
    for (const open of this.#open.values()) {
      if (this.#open.size < mostRuntimes) return;
      if (open.running === 0) this.#close(open);
    }
    if (this.#open.size >= mostRuntimes) throw new TablesBusy();
  }

  #closeIfIdle(open: OpenRuntime): void {
    if (open.running === 0 && !this.#isShared(open)) this.#close(open);
  }

  #close(open: OpenRuntime): void {
    for (const [key, other] of this.#open) if (other === open) this.#open.delete(key);
    // It ends its requests, drops what it holds, and cancels its timers.
    open.runtime.then(({ session }) => session.signOut()).catch(() => undefined);
  }

  async #create(person: Person, { isRefresh, timeZone }: RuntimeUse): Promise<Runtime> {
    const { clock, sendAs, universesFor } = this.#deps;
    // The host is nobody's: requests never leave the process.
    const address = "http://team.invalid";
    const send = sendAs(person, isRefresh);
    const team = new TeamSignIn({ baseUrl: address, provider: undefined, send, clock });
    const runtime = createRuntime({
      createReaders: (deps) => new Readers(deps),
      createFurtherReaders: (deps) => new FurtherReaders(deps),
      // The team learns the service's limit, and never refuses because of one.
      limitDetection: { prepare: () => undefined, detect: detectLimit },
      team: () => Promise.resolve(team),
      send,
      clock,
      addresses: { baseUrl: address, authUrl: address, audience: `${address}/`, clientId: "tables" },
      storage: nothingStored,
      crypto: globalThis.crypto,
      partition: "tables",
    });
    await runtime.ready;
    runtime.settings.set({ ...runtime.settings.get(), timeZone });
    await runtime.session.signIn({ gatewayKey: "in-process" }, false);
    for (const universe of universesFor(person)) runtime.universes.add(universe);
    return runtime;
  }
}

const nothingStored: KeyValueStorage = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(false),
  delete: () => Promise.resolve(),
  keys: () => Promise.resolve([]),
};
