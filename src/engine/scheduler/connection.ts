import { createStore, type Store } from "../store";
import type { Scheduler } from "./scheduler";

/** Whether the service can be reached, as far as the last calls and the network tell. */
export type ConnectionState = "online" | "offline";

/** What the platform knows of its network (`navigator.onLine`). */
export interface Network {
  readonly isOnline: () => boolean;
  /** Calls the listener whenever that changes. */
  readonly onChange: (listener: () => void) => void;
}

/** Milliseconds for which an answer proves that the service can be reached. */
const proofLasts = 10_000;

/** Why no call can succeed now; undefined if one can. */
export type Obstacle = "signed-out" | "offline" | undefined;

interface ConnectionDeps {
  /** Lets the next call try another token, where the service refused the last ones. */
  readonly tryNow: () => void;
  /** Makes a call to find out. */
  readonly test: () => Promise<Obstacle>;
  readonly scheduler: Scheduler;
  readonly network: Network | undefined;
  readonly usable: () => boolean;
}

/** Knows whether a call can succeed now, so that nothing is recalculated in vain. */
export class Connection {
  readonly #state = createStore<ConnectionState>("online");
  readonly state: Store<ConnectionState> = this.#state;
  /** Changes when calls that were given up as refused make sense again: their cells recalculate. */
  readonly retries: Store<number>;
  readonly #deps: ConnectionDeps;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    this.retries = deps.scheduler.retries;
    deps.scheduler.reached.subscribe(() => this.#update());
    deps.network?.onChange(() => this.#update());
    this.#update();
  }

  /**
   * Why no call can succeed now; undefined if one can. If no call was answered in the last 10 s, it requests one task: a small call, which is
   * logged like every other. Any answer of the service proves the connection, an error or a refusal too.
   */
  async check(): Promise<Obstacle> {
    const { usable, network, scheduler, test, tryNow } = this.#deps;
    tryNow();
    if (!usable()) return "signed-out";
    if (network?.isOnline() === false) return "offline";
    if (scheduler.reached.get() && scheduler.answeredWithin(proofLasts)) return undefined;
    const result = await test();
    scheduler.reached.set(result !== "offline");
    return result;
  }

  #update(): void {
    const { network, scheduler } = this.#deps;
    this.#state.set(network?.isOnline() !== false && scheduler.reached.get() ? "online" : "offline");
  }
}
