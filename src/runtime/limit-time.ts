import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { onAbortOf } from "./cancellation";
import type { Clock } from "./clock";
import type { OnAbort } from "./inquiry";

/** One call may take so long; then it counts as failed. */
const callTime = 60_000;

/** A call's time: `signal` for what can be aborted, `onAbort` for who waits, `release` when the call has ended. */
export interface CallTime {
  readonly signal: AbortSignal;
  readonly onAbort: OnAbort;
  readonly release: () => void;
}

/** The time of one call, which ends with the outer signal or when it takes too long. */
export const limitTime = (clock: Clock, outer: AbortSignal | undefined): CallTime => {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort(outer?.reason);
  outer?.addEventListener("abort", stop, { once: true });
  const late = (): void =>
    controller.abort(new AddinError("unavailable", say("runtime.callTimedOut", { seconds: callTime / 1_000 })));
  const cancel = clock.after(callTime, late);
  return {
    signal,
    onAbort: onAbortOf(signal),
    release: () => {
      cancel();
      outer?.removeEventListener("abort", stop);
    },
  };
};
