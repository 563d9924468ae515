import { AddinError, temporaryFailures } from "../http/addin-error";
import { t } from "../../i18n/t";
import type { Clock } from "../clock";
import type { RequestContext } from "../requests/request-context";
import type { CacheEntry } from "./entry";

/** What the policy depends on. */
export interface CachePolicyDeps {
  readonly clock: Clock;
  /** Whether a call can be authorized: somebody is signed in. */
  readonly usable: () => boolean;
}

const isReference = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Decides for one request between a cached value, a call and an error. */
export class CachePolicy {
  readonly #deps: CachePolicyDeps;
  readonly #startedAt: number;
  /** Values that a refresh could not replace, and why. They count as stale until a newer value takes their place. Kept beside the value, because a list or a batch has the
   * same value in several entries; one that is read from the device again is refreshed again. */
  readonly #outdated = new WeakMap<object, string>();

  constructor(deps: CachePolicyDeps) {
    this.#deps = deps;
    this.#startedAt = deps.clock.now();
  }

  /** Entries fetched before this time (ms since 1970) are too old for the request. */
  freshSince({ cache, reloadSince = -Infinity }: RequestContext): number {
    if (cache === "refresh") return reloadSince;
    const now = this.#deps.clock.now();
    const since = cache === "never" ? now : cache === "session" ? this.#startedAt : now - cache;
    return Math.max(since, reloadSince);
  }

  /**
   * The cached value where it is fresh enough, or where no call may be made; `undefined` means: make the call.
   * @throws {AddinError} `refusal` where no call may be made and nothing is cached.
   */
  answer<Value>(
    entry: CacheEntry<Value> | undefined,
    requestContext: RequestContext,
    freshSince: number,
  ): Value | undefined {
    const { log } = requestContext;
    if (!this.#deps.usable()) {
      log.dependsOn("session");
      if (entry === undefined) throw this.refusal(requestContext);
      log.setSource("memory signed out", entry.at);
      return entry.value;
    }
    if (entry !== undefined && (entry.at >= freshSince || requestContext.memoryOnly)) {
      const reason = isReference(entry.value) ? this.#outdated.get(entry.value) : undefined;
      log.setSource(reason === undefined ? "memory" : "stale", entry.at, reason);
      return entry.value;
    }
    if (requestContext.memoryOnly) throw this.refusal(requestContext);
    return undefined;
  }

  /** The error of a request that may make no call: `interrupted` in a preview, otherwise `signed-out`. */
  refusal({ memoryOnly }: Pick<RequestContext, "memoryOnly">): AddinError {
    return memoryOnly
      ? new AddinError("interrupted", t("runtime.preview"))
      : new AddinError("signed-out", t("runtime.signedOut"));
  }

  /**
   * After a failed call: the cached value, however old, where the request allows that and the failure is temporary.
   * @throws the failure otherwise.
   */
  fallback<Value>(entry: CacheEntry<Value> | undefined, requestContext: RequestContext, error: unknown): Value {
    if (error instanceof AddinError && error.details.accountLeft === true) throw error;
    const { log } = requestContext;
    const code = error instanceof AddinError ? error.code : undefined;
    if (code === "signed-out") log.dependsOn("session");
    if (code === "throttled") log.dependsOn("service");
    if (!temporaryFailures.has(code) || entry === undefined || requestContext.onError === "na") throw error;
    const reason = (error as AddinError).message;
    if (isReference(entry.value)) this.#outdated.set(entry.value, reason);
    log.setSource(code === "signed-out" ? "memory signed out" : "stale", entry.at, reason);
    return entry.value;
  }
}
