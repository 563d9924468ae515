/** What a limiter says to one request: served, or refused, perhaps with how long to wait (ms). */
export type Verdict = { readonly served: true } | { readonly served: false; readonly retryAfter: number | undefined };

/** Decides request by request, and knows the best that anybody could do against it. */
export interface Limiter {
  readonly name: string;
  readonly admit: (now: number) => Verdict;
  /** For the best schedule: when a request can be sent that nothing else keeps before `earliest`, request by request; times count from the first. */
  readonly plan: () => (earliest: number) => number;
}

const served: Verdict = { served: true };

/** Serves everybody. */
export const noLimit = (): Limiter => ({ name: "none", admit: () => served, plan: () => (earliest) => earliest });

/** A token bucket: so many per second on average, so many at once; `Retry-After` in whole seconds. */
export const tokenBucket = (perSecond: number, burst: number, name = `${perSecond}/s`): Limiter => {
  let tokens = burst;
  let last: number | undefined;
  return {
    name,
    admit: (now) => {
      tokens = Math.min(burst, tokens + ((now - (last ?? now)) * perSecond) / 1_000);
      last = now;
      // A thousandth is lost to rounding: a bucket of integers would not lose it.
      if (tokens < 0.999) return { served: false, retryAfter: Math.ceil((1 - tokens) / perSecond) * 1_000 };
      tokens -= 1;
      return served;
    },
    plan: () => {
      let tokens = burst;
      let last = 0;
      return (earliest) => {
        const at = Math.max(earliest, last + (Math.max(0, 1 - tokens) / perSecond) * 1_000);
        tokens = Math.min(burst, tokens + ((at - last) * perSecond) / 1_000) - 1;
        last = at;
        return at;
      };
    },
  };
};

/** So many requests in each window; `phase` is how much of the first window (0 to 1) has passed at the first request. */
export const fixedWindow = (
  count: number,
  length: number,
  { retryAfter, phase, name }: { readonly retryAfter: boolean; readonly phase: number; readonly name: string },
): Limiter => {
  let start: number | undefined;
  let used = 0;
  let window = 0;
  return {
    name,
    admit: (now) => {
      start ??= now - phase * length;
      const current = Math.floor((now - start) / length);
      if (current !== window) used = 0;
      window = current;
      if (used >= count)
        return { served: false, retryAfter: retryAfter ? start + (current + 1) * length - now : undefined };
      used += 1;
      return served;
    },
    plan: () => {
      let window = 0;
      let used = 0;
      return (earliest) => {
        const due = Math.floor(earliest / length + phase);
        const next = used < count ? window : window + 1;
        if (Math.max(due, next) > window) used = 0;
        window = Math.max(due, next);
        used += 1;
        return Math.max(earliest, (window - phase) * length);
      };
    },
  };
};
/** `phase`: the part of the first window (0 to 1) that has passed at the first request. `silent`: no `Retry-After`. */
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
