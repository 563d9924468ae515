import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { Clock } from "./clock";

/** One call may take so long; then it counts as failed. */
const callTime = 60_000;

/** A signal that follows the outer one and aborts when a call takes too long; `release` when the call has ended. */
export const limitTime = (
  clock: Clock,
  outer: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  outer?.addEventListener("abort", stop, { once: true });
  const late = (): void =>
    controller.abort(new AddinError("unavailable", say("runtime.callTimedOut", { seconds: callTime / 1_000 })));
  const cancel = clock.after(callTime, late);
  const release = (): void => {
    cancel();
    outer?.removeEventListener("abort", stop);
  };
  return { signal: controller.signal, release };
};
