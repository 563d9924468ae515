import type { Clock } from "./clock";

const quietFor = 2_000;
const atLast = 10_000;

/** Rings once nothing was touched for two seconds, or ten seconds after the first touch. */
export class QuietAlarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #cancel: (() => void) | undefined;
  #firstTouch = 0;
  #lastTouch = 0;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  touch(): void {
    this.#lastTouch = this.#clock.now();
    if (this.#cancel !== undefined) return;
    this.#firstTouch = this.#lastTouch;
    this.#ringIn(quietFor);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #ringIn(milliseconds: number): void {
    this.#cancel = this.#clock.after(milliseconds, () => {
      const now = this.#clock.now();
      const quiet = now - this.#lastTouch;
      if (quiet < quietFor && now - this.#firstTouch < atLast) this.#ringIn(quietFor - quiet);
      else this.#ring();
    });
  }
}
