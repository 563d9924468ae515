import type { Clock } from "../runtime/clock";

/** What Excel's pipe takes: so many characters in so many milliseconds; more at once is refused, and after 60 s dropped for good. */
export interface PipeLimits {
  readonly characters: number;
  readonly milliseconds: number;
}

/** On the web: the host refuses posts over 5 MB, and a result it never took stays `#BUSY!` (docs/performance.md, "the pipe"). */
export const webPipe: PipeLimits = { characters: 4_000_000, milliseconds: 5_000 };

/** Elsewhere the limit is far above what a sheet holds. */
export const freePipe: PipeLimits = { characters: 256_000_000, milliseconds: 1_000 };

/** Hands results over to Excel no faster than it delivers them. */
export interface Governor {
  /** Runs `handOver` when a result of this size may go: at once where there is room, small ones before large ones. */
  readonly release: (characters: number, handOver: () => void) => void;
}

/** Makes the release governor; without it five results just under the cap and 200 small ones block each other for ever. */
export const createGovernor = (clock: Clock, limits: PipeLimits): Governor => {
  const sent: { readonly at: number; readonly characters: number }[] = [];
  const waiting: { readonly characters: number; readonly handOver: () => void }[] = [];
  let wakeUp: (() => void) | undefined;

  const room = (): number => {
    const since = clock.now() - limits.milliseconds;
    while (sent[0] !== undefined && sent[0].at <= since) sent.shift();
    return limits.characters - sent.reduce((sum, { characters }) => sum + characters, 0);
  };

  // A result larger than the whole window would wait for ever; it goes alone, through an empty one.
  const fits = (characters: number): boolean => characters <= room() || sent.length === 0;

  const hand = (characters: number, handOver: () => void): void => {
    sent.push({ at: clock.now(), characters });
    handOver();
  };

  const drain = (): void => {
    wakeUp = undefined;
    for (let next = waiting[0]; next !== undefined && fits(next.characters); next = waiting[0]) {
      waiting.shift();
      hand(next.characters, next.handOver);
    }
    const oldest = sent[0];
    if (waiting.length > 0 && oldest !== undefined)
      wakeUp = clock.after(oldest.at + limits.milliseconds - clock.now(), drain);
  };

  return {
    release: (characters, handOver) => {
      if (waiting.every((other) => other.characters >= characters) && fits(characters)) {
        hand(characters, handOver);
        return;
      }
      const index = waiting.findIndex((other) => other.characters > characters);
      waiting.splice(index === -1 ? waiting.length : index, 0, { characters, handOver });
      wakeUp ??= clock.after(1, drain);
    },
  };
};
