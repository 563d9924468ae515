import type { CachePolicy, Inquiry } from "../runtime/inquiry";

/** The same inquiry with another policy, for answers that do not stand (the status of a task); what the user asked for counts first. */
export const fresher = (inquiry: Inquiry, cache: CachePolicy): Inquiry => ({
  get signal() {
    return inquiry.signal;
  },
  onAbort: (tell) => inquiry.onAbort(tell),
  lane: inquiry.lane,
  cache: inquiry.cache === "refresh" ? cache : inquiry.cache,
  onError: inquiry.onError,
  reloadSince: inquiry.reloadSince,
  memoryOnly: inquiry.memoryOnly,
  trace: inquiry.trace,
});
