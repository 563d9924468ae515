import type { Clock } from "../../clock";
import { latestWindowStart, type Limit, type LimitObservation } from "./limiter";
import { TokenBucket } from "./token-bucket";
import { RateWindow } from "./window";

/** Milliseconds. The smallest whole second that a service can announce; a bucket may refill sooner. */
const shortestRetryAfter = 1_000;

/**
 * A token bucket, if the service announced one second and accepted requests after it; a fixed window otherwise.
 * The limiter corrects a wrong result at the next refusal.
 */
export const detectLimit = (clock: Clock, observation: LimitObservation): Limit => {
  const { waves, since, refusedAt, retryAfter, retryAt, start, capacity, acceptedAt } = observation;
  if (waves === 1 && retryAfter === shortestRetryAfter)
    return { bucket: new TokenBucket(clock, capacity, start, since) };
  const windowStart = latestWindowStart(observation, refusedAt - start);
  // A service that announces whole seconds rounds up.
  const rounding = retryAfter !== undefined && retryAfter % 1_000 === 0 ? 1_000 : 1;
  const minLength = refusedAt + (retryAfter ?? 0) - windowStart - rounding;
  const opening = retryAfter === undefined ? undefined : Math.min(retryAt, acceptedAt);
  return {
    window: new RateWindow({
      start: windowStart,
      minLength,
      capacity,
      closedAt: opening ?? refusedAt,
      openAt: opening ?? acceptedAt,
    }),
  };
};
