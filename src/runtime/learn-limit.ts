import type { Clock } from "./clock";
import { LimitWindow } from "./limit-window";
import { RefillRate } from "./refill-rate";
import { beganBy } from "./window-start";

/** What was seen of a limit until the service served again: times in milliseconds. */
export interface LimitSeen {
  /** How many waves of nothing but refusals, since when; when the last refused request was sent, and what its refusal asked for. */
  readonly waves: number;
  readonly since: number;
  readonly refusedAt: number;
  readonly asked: number | undefined;
  /** When to come again, as the service told. */
  readonly toldAt: number;
  /** When the first request was sent, how many were served until the refusal, and when the first was again. */
  readonly start: number;
  readonly capacity: number;
  readonly servedAt: number;
}

/** A limit as it is believed to be: a bucket or windows. */
export type Limit = { readonly refill: RefillRate } | { readonly window: LimitWindow };

/** A whole second is the shortest that most services can ask for: a bucket may be refilled sooner. */
const shortestAsked = 1_000;

/** What a limit is by the first that is seen of it: a bucket where the shortest pause was enough, else windows. */
export const learnLimit = (clock: Clock, seen: LimitSeen): Limit => {
  const { waves, since, refusedAt, asked, toldAt, start, capacity, servedAt } = seen;
  const rounded = asked !== undefined && asked % 1_000 === 0;
  if (waves === 1 && asked === shortestAsked)
    return { refill: new RefillRate(clock, { holds: capacity, start, refusedAt: since }) };
  // A service that counts in whole seconds rounds up.
  const began = beganBy(seen, refusedAt - start);
  const least = refusedAt + (asked ?? 0) - began - (rounded ? 1_000 : 1);
  const told = asked === undefined ? undefined : Math.min(toldAt, servedAt);
  const opened = { refusedAt: told ?? refusedAt, openedAt: told ?? servedAt };
  return { window: new LimitWindow({ start: began, least, capacity, ...opened }) };
};

/** What is fetched with the first refusal. */
export type LearnLimit = typeof learnLimit;
