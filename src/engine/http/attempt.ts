import { t } from "../../i18n/t";
import type { Clock } from "../clock";
import { AddinError } from "./addin-error";

/** One try of a call. It ends with an AddinError `unavailable` when nothing has arrived for too long, or with the outer signal. */
export class Attempt {
  readonly #clock: Clock;
  readonly #outer: AbortSignal | undefined;
  readonly #patience: () => number;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #waitsSince: number;
  #cancel: () => void = () => undefined;
  /** It ended because nothing arrived. */
  timedOut = false;

  /** `patience`: milliseconds without progress. `clock` is steady. Call `release` when the call has ended. */
  constructor(clock: Clock, outer: AbortSignal | undefined, patience: () => number) {
    this.#clock = clock;
    this.#outer = outer;
    this.#patience = patience;
    this.#waitsSince = clock.now();
    if (outer?.aborted === true) this.#abortWithOuter();
    outer?.addEventListener("abort", this.#abortWithOuter, { once: true });
    this.#wait();
  }

  /** A part of the answer has arrived, or the connection is known to be busy with earlier calls. */
  progressed(): void {
    this.#waitsSince = this.#clock.now();
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  release(): void {
    this.#cancel();
    this.#outer?.removeEventListener("abort", this.#abortWithOuter);
  }

  readonly #abortWithOuter = (): void => this.abort(this.#outer?.reason);

  #wait(): void {
    const patience = this.#patience();
    const left = this.#waitsSince + patience - this.#clock.now();
    if (left > 0) {
      this.#cancel = this.#clock.after(left, () => this.#wait());
      return;
    }
    this.timedOut = true;
    const seconds = Math.round(patience / 1_000);
    this.abort(new AddinError("unavailable", t("runtime.callTimedOut", { seconds })));
  }
}
