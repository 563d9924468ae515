import type { Gathering } from "./batch-plan";
import type { Clock } from "./clock";

const quietRange = { least: 5, most: 40 };
/** An alarm that rings so much later than set: the page was busy. */
const late = 3;
/** Keys of one message are asked for within one turn; what comes later came with another message. */
const sameTurn = 1;
/** On a page that is busy all the time a burst is cut after this. */
const longestBusy = 2_000;

/** Finds the end of the host's messages: nobody has asked for a while, or the first has waited long enough. */
export class Burst {
  readonly #clock: Clock;
  readonly #maxWait: number;
  readonly #ended: () => void;
  #first: number | undefined;
  #last = 0;
  #waited = 0;
  #gap: number;
  #alarm = false;

  constructor(clock: Clock, { quiet, maxWait }: Gathering, ended: () => void) {
    this.#clock = clock;
    this.#maxWait = maxWait;
    this.#ended = ended;
    this.#gap = quiet / 2;
  }

  /** True until the end is told. */
  get lasts(): boolean {
    return this.#alarm;
  }

  /** Somebody asks; learns the gap between messages, so that the next one is waited for where they come slowly. */
  arrived(): void {
    const now = this.#clock.now();
    const gap = now - this.#last;
    if (gap >= sameTurn && gap < this.#maxWait) this.#gap += (gap - this.#gap) / 4;
    this.#last = now;
    this.#first ??= now;
    if (!this.#alarm) this.#ringIn(this.#quiet());
  }

  /** What was gathered is cut: whoever asks next is the first of another burst. */
  cut(): void {
    this.#first = undefined;
    this.#waited = 0;
  }

  #quiet(): number {
    return Math.min(quietRange.most, Math.max(quietRange.least, this.#gap * 2));
  }

  #ringIn(milliseconds: number): void {
    const rings = this.#clock.now() + milliseconds;
    this.#alarm = true;
    this.#clock.after(milliseconds, () => {
      const now = this.#clock.now();
      const busy = now - rings > late;
      // What a busy page was late is no waiting, and the next message may stand behind it: the number of calls must not depend on load.
      if (!busy) this.#waited += milliseconds;
      const quiet = (busy ? now : this.#last) + this.#quiet() - now;
      const left = Math.min(quiet, this.#maxWait - this.#waited, (this.#first ?? 0) + longestBusy - now);
      this.#alarm = false;
      if (left > 0.5) this.#ringIn(left);
      else this.#ended();
    });
  }
}
