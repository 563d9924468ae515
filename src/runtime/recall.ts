import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { Clock } from "./clock";
import type { Inquiry } from "./inquiry";

/** Something remembered, and when it was fetched (ms since 1970). */
export interface Kept<Value> {
  readonly at: number;
  readonly value: Value;
  /** Roughly what it takes in memory, where that is known. */
  readonly bytes?: number;
}

/** What decides whether an answer may come from memory. */
export interface RecallDoors {
  readonly clock: Clock;
  /** Whether somebody is signed in. */
  readonly usable: () => boolean;
}

/** Decides, for one inquiry, between memory, a call and an error. */
export class Recall {
  readonly #doors: RecallDoors;
  readonly #startedAt: number;

  constructor(doors: RecallDoors) {
    this.#doors = doors;
    this.#startedAt = doors.clock.now();
  }

  /** Answers fetched before this do not count for the inquiry. */
  oldest({ cache, reloadSince = -Infinity }: Inquiry): number {
    if (cache === "refresh") return reloadSince;
    const now = this.#doors.clock.now();
    const since = cache === "never" ? now : cache === "session" ? this.#startedAt : now - cache;
    return Math.max(since, reloadSince);
  }

  /** What is remembered, where it counts or where there is nothing better; undefined: make the call. Throws where no call may be made. */
  answer<Value>(kept: Kept<Value> | undefined, inquiry: Inquiry, oldest: number): Value | undefined {
    const { trace } = inquiry;
    if (!this.#doors.usable()) {
      trace.reads("session");
      if (kept === undefined) throw this.refusal(inquiry);
      trace.answered("memory signed out", kept.at);
      return kept.value;
    }
    if (kept !== undefined && (kept.at >= oldest || inquiry.memoryOnly)) {
      trace.answered("memory", kept.at);
      return kept.value;
    }
    if (inquiry.memoryOnly) throw this.refusal(inquiry);
    return undefined;
  }

  /** Why no call is made for this inquiry. */
  refusal({ memoryOnly }: Pick<Inquiry, "memoryOnly">): AddinError {
    return memoryOnly
      ? new AddinError("interrupted", say("runtime.preview"))
      : new AddinError("signed-out", say("runtime.signedOut"));
  }

  /** After a failed call: the old answer where the inquiry wants it and the failure is no answer itself; else throws the failure. */
  last<Value>(kept: Kept<Value> | undefined, inquiry: Inquiry, error: unknown): Value {
    const { trace } = inquiry;
    const code = error instanceof AddinError ? error.code : undefined;
    if (code === "signed-out") trace.reads("session");
    const passing = code === "unavailable" || code === "throttled" || code === "interrupted" || code === "signed-out";
    if (!passing || kept === undefined || inquiry.onError === "na") throw error;
    trace.answered(code === "signed-out" ? "memory signed out" : "stale", kept.at);
    return kept.value;
  }
}
