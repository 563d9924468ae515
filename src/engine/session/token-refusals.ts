import type { Clock } from "../clock";
import { tokenRefused } from "./token";

/** Milliseconds until another token is tried after the replacement of a refused one was refused too: at first, and at most. */
const pauses = { first: 5_000, most: 300_000 };

interface Trial {
  readonly ended: Promise<void>;
  readonly end: () => void;
}

const createTrial = (): Trial => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
};

/**
 * A refused token is replaced once. Its replacement is tried by one request while all others wait. Where it is refused too, nothing is
 * sent for a while, so that the calls do not grow with the cells.
 */
export class TokenRefusals {
  readonly #clock: Clock;
  /** Called when the next token may be tried. */
  readonly #retry: () => void;
  /** The replacement of a refused token, until a request with it was accepted. */
  #replacement: string | undefined;
  #trial: Trial | undefined;
  /** By the steady clock; undefined while the last replacement was not refused. */
  #retryAt: number | undefined;
  #pause = pauses.first;
  #cancelRetry: () => void = () => undefined;

  /** `clock` is steady. */
  constructor(clock: Clock, retry: () => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** The replacement was refused, and it is time for another token. */
  get isDue(): boolean {
    return this.#retryAt !== undefined && this.#retryAt <= this.#clock.now();
  }

  /** @throws AddinError `signed-out` where the replacement of a refused token was refused, and it is too early for another one. */
  refuse(): void {
    if (this.#retryAt !== undefined && !this.isDue) throw tokenRefused();
  }

  /** The next request tries another token at once, because a person wants it. */
  tryNow(): void {
    if (this.#retryAt !== undefined) this.#retryAt = this.#clock.now();
  }

  /** A token replaces a refused one. */
  replaced(token: string): void {
    this.#replacement = token;
    this.#retryAt = undefined;
    this.#cancelRetry();
  }

  /** Resolves when a request may use the token: at once, unless the token is a replacement that another request tries. */
  async turn(token: string): Promise<void> {
    while (this.#replacement === token && this.#trial !== undefined) await this.#trial.ended;
    this.refuse();
    if (this.#replacement === token) this.#trial = createTrial();
  }

  /** The service took the token; true where that ends refusals. */
  accepted(token: string): boolean {
    if (this.#replacement !== token) return false;
    this.clear();
    return true;
  }

  /** The service refused the token; true where it was a replacement, so that none is requested for it. */
  refused(token: string): boolean {
    if (this.#replacement !== token) return false;
    this.#replacement = undefined;
    this.#retryAt = this.#clock.now() + this.#pause;
    this.#cancelRetry();
    this.#cancelRetry = this.#clock.after(this.#pause, this.#retry);
    this.#pause = Math.min(pauses.most, 2 * this.#pause);
    this.released(token);
    return true;
  }

  /** The request that tried the token has ended, with an answer or without. */
  released(token: string): void {
    if (this.#replacement === token || this.#replacement === undefined) this.#endTrial();
  }

  /** Somebody else signs in, or nobody is signed in. */
  clear(): void {
    this.#replacement = undefined;
    this.#retryAt = undefined;
    this.#pause = pauses.first;
    this.#cancelRetry();
    this.#endTrial();
  }

  #endTrial(): void {
    const trial = this.#trial;
    this.#trial = undefined;
    trial?.end();
  }
}
