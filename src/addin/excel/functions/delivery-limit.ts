import { type Clock, toSteadyClock } from "../../../engine/clock";

/** What Excel's pipe takes: so many characters in so many milliseconds; more at once is refused, and after 60 s dropped for good. */
export interface PipeLimits {
  readonly characters: number;
  readonly milliseconds: number;
}

/** On the web: the host refuses posts over 5 MB, and a result it never took stays `#BUSY!` (docs/performance.md, "the pipe"). */
export const webPipe: PipeLimits = { characters: 4_000_000, milliseconds: 5_000 };

/** On other hosts the limit is far larger than a sheet. */
export const freePipe: PipeLimits = { characters: 256_000_000, milliseconds: 1_000 };

/** Hands results over to Excel no faster than it delivers them. */
export interface DeliveryLimit {
  /** Runs `handOver` when a result of this size may go: at once where there is room, small ones before large ones. */
  readonly release: (characters: number, handOver: () => void) => void;
}

interface WaitingResult {
  readonly characters: number;
  readonly handOver: () => void;
}

/** Makes the release delivery limit; without it five results just under the cap and 200 small ones block each other for ever. */
export const createDeliveryLimit = (clock: Clock, limits: PipeLimits): DeliveryLimit => {
  // The pipe does not know the system time. Once set forward and back, it would keep results for that long.
  const window = new PipeWindow(toSteadyClock(clock), limits);
  const waiting: WaitingResult[] = [];
  let wakeUp: (() => void) | undefined;

  const drain = (): void => {
    wakeUp = undefined;
    for (let next = waiting[0]; next !== undefined && window.fits(next.characters); next = waiting[0]) {
      waiting.shift();
      window.pass(next);
    }
    if (waiting.length > 0) wakeUp = clock.after(window.untilMoreRoom(), drain);
  };

  return {
    release: (characters, handOver) => {
      const smallest = waiting[0]?.characters ?? Infinity;
      if (smallest >= characters && window.fits(characters)) {
        window.pass({ characters, handOver });
        return;
      }
      const index = waiting.findIndex((other) => other.characters > characters);
      waiting.splice(index === -1 ? waiting.length : index, 0, { characters, handOver });
      wakeUp ??= clock.after(window.untilMoreRoom(), drain);
    },
  };
};

/** What was handed over in the last moments. */
class PipeWindow {
  readonly #clock: Clock;
  readonly #limits: PipeLimits;
  // What one millisecond handed over is one entry: a recalculation of thousands of cells settles in few of them.
  readonly #sent: { readonly at: number; characters: number }[] = [];
  #used = 0;

  constructor(clock: Clock, limits: PipeLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** A result larger than the whole window would wait forever, so it is sent alone in an empty window. */
  fits(characters: number): boolean {
    this.#forget();
    return this.#sent.length === 0 || characters <= this.#limits.characters - this.#used;
  }

  pass({ characters, handOver }: WaitingResult): void {
    const at = this.#clock.now();
    const last = this.#sent.at(-1);
    if (last?.at === at) last.characters += characters;
    else this.#sent.push({ at, characters });
    this.#used += characters;
    handOver();
  }

  untilMoreRoom(): number {
    const oldest = this.#sent[0];
    return oldest === undefined ? 0 : Math.max(0, oldest.at + this.#limits.milliseconds - this.#clock.now());
  }

  #forget(): void {
    const since = this.#clock.now() - this.#limits.milliseconds;
    for (let oldest = this.#sent[0]; oldest !== undefined && oldest.at <= since; oldest = this.#sent[0]) {
      this.#used -= oldest.characters;
      this.#sent.shift();
    }
  }
}
