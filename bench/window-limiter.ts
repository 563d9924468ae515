import { fixedWindow, type Limiter } from "./limiters";

/** How a window shows itself: how much of the first had passed at the first request, and whether a refusal says when to come again. */
export interface WindowShown {
  readonly phase?: number;
  readonly silent?: boolean;
}

/** A limit of so many requests per so many seconds, named as the table shows it. */
export const windowLimiter = (count: number, seconds: number, shown: WindowShown = {}): Limiter => {
  const { phase = 0, silent = false } = shown;
  const header = silent ? ", no Retry-After" : "";
  const name = `${count} per ${seconds} s${header}${phase === 0 ? "" : `, begun ${Math.round(phase * 100)} % before`}`;
  return fixedWindow(count, seconds * 1_000, { retryAfter: !silent, phase, name });
};
