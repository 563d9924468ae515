import { type RouteName, routes } from "../../contract/routes";
import { t } from "../../i18n/t";
import type { Clock } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import { type CallAttempt, createClient, readBody, readRetryAfter, type Send } from "../../engine/http/client";
import type { CallRecord } from "../../engine/requests/request-log";
import { detectLimit } from "../../engine/scheduler/rate-limit/detection";
import { Scheduler } from "../../engine/scheduler/scheduler";
import { authorize, Session } from "../../engine/session/session";
import { createIssueToken } from "../../engine/session/token";
import { SharedLimit } from "./shared-limit";
import type { Store } from "./store";

/** One request to the service. */
export interface VendorCall {
  readonly route: RouteName;
  /** With the query. */
  readonly path: string;
  /** JSON. */
  readonly body?: string | undefined;
}

/** An answer as it travels. */
export interface Reply {
  readonly status: number;
  /** Names in lower case; of the service's headers only those in `returned`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How many records `body` has; counted where it is known. */
  readonly records?: number;
  /** When the service was asked for it, in ms since 1970; of several parts the oldest. Undefined where it is of now. */
  readonly at?: number | undefined;
}

const returnedHeaderNames = ["content-type", "retry-after", "x-quota-limit", "x-quota-remaining", "x-quota-requested"];

/** A request that waits for its turn. */
export interface QueuedCall {
  readonly route: RouteName;
  /** The id of the person whose turn it takes. */
  readonly person: string;
  /** Sent once and never again, because a repeat could act twice. */
  readonly once: boolean;
  /** Called once, when it is its turn. Returns undefined if nothing is to be sent any more. */
  readonly start: () => VendorCall | undefined;
}

/** How the firm signs in to the service. */
export interface VendorCredentials {
  readonly key: string;
  readonly secret: string;
  readonly audience: string;
  readonly clientId: string;
}

export interface VendorAccountDeps {
  /** Everything that this account fetches may be shown to whoever uses it: its name is the entitlement class. */
  readonly name: string;
  readonly credentials: VendorCredentials;
  /** The service's base address. */
  readonly address: string;
  readonly send: Send;
  readonly store: Store;
  readonly clock: Clock;
  /** Called with every request that has ended. */
  readonly onCall?: (call: CallRecord) => void;
}

export interface AccountLoad {
  /** Requests that wait for their turn, or to be tried again. */
  readonly waiting: number;
  readonly inFlight: number;
  /** The limit that was learned, in requests a second; undefined while nothing was refused. */
  readonly perSecond: number | undefined;
}

/** Requests of one account in flight at once. */
const connections = 100;
/** Milliseconds until a refused key is tried again: it may have been changed at the vendor's. */
const signInAgainAfter = 60_000;

/** One account of the firm at the service: its token, its rate limit, and a queue in which people take turns. */
export class VendorAccount {
  readonly name: string;
  readonly #deps: VendorAccountDeps;
  readonly #session: Session;
  readonly #send: Send;
  readonly #limit: SharedLimit;
  readonly #scheduler: Scheduler;
  #signingIn: Promise<void> | undefined;
  /** Requests without an answer yet; some of them are in flight. */
  #open = 0;
  #inFlight = 0;
  #triedAt = -Infinity;

  constructor(deps: VendorAccountDeps) {
    const { name, credentials, address, send, store, clock, onCall = () => undefined } = deps;
    this.name = name;
    this.#deps = deps;
    const { key, secret, audience, clientId } = credentials;
    this.#session = new Session({
      issue: createIssueToken(createClient(address, send), { audience, clientId }, clock),
      clock,
      stored: {
        read: () => Promise.resolve({ key, secret }),
        write: () => Promise.resolve(),
        forget: () => Promise.resolve(),
      },
      opened: () => Promise.resolve(),
      left: () => undefined,
      wiped: () => Promise.resolve(),
    });
    this.#send = authorize(this.#session)(send);
    this.#limit = new SharedLimit({
      ...{ store, clock, account: name },
      detection: { prepare: () => undefined, detect: detectLimit },
      changed: () => this.#scheduler.wake(),
    });
    this.#scheduler = new Scheduler(clock, onCall, this.#limit, connections);
  }

  /**
   * Queues a request. Resolves with the service's answer, whatever its status, or with undefined if `start` returned no
   * call. Rejects with an AddinError where there is no answer: the service is out of reach, fails, or refuses all calls.
   */
  async request({ route, person, once, start }: QueuedCall): Promise<Reply | undefined> {
    await Promise.all([this.#signIn(), this.#limit.ready]);
    this.#open += 1;
    try {
      return await this.#scheduler.run<Reply>({
        route,
        queueKey: person,
        once,
        start: () => {
          const call = start();
          return call && ((attempt) => this.#fetch(call, attempt));
        },
      });
    } catch (error) {
      const reply = once ? errorReply(error) : undefined;
      if (reply !== undefined) return reply;
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  /** Signs in before the first request needs it. */
  prepare(): void {
    void this.#signIn();
  }

  get load(): AccountLoad {
    const [inFlight, waiting] = [this.#inFlight, this.#open - this.#inFlight];
    return { waiting, inFlight, perSecond: this.#limit.perSecond };
  }

  get isSignedIn(): boolean {
    return this.#session.state.get().status === "signed-in";
  }

  /** Ends all requests, queued or under way. */
  close(): void {
    this.#limit.close();
    this.#scheduler.endAll(new AddinError("unavailable", t("runtime.unreachable")));
  }

  async #signIn(): Promise<void> {
    if (this.#session.usable()) return;
    const { clock } = this.#deps;
    if (clock.now() - this.#triedAt < signInAgainAfter) return;
    this.#signingIn ??= this.#session.start().finally(() => {
      this.#triedAt = clock.now();
      this.#signingIn = undefined;
    });
    await this.#signingIn;
  }

  async #fetch({ route, path, body }: VendorCall, attempt: CallAttempt): Promise<Reply> {
    const { signal } = attempt;
    const request = new Request(`${this.#deps.address.replace(/\/$/, "")}${path}`, {
      method: routes[route].method,
      redirect: "error",
      signal,
      ...(body !== undefined && { body, headers: { "Content-Type": "application/json" } }),
    });
    this.#inFlight += 1;
    try {
      const response = await this.#send(request);
      const reply = {
        status: response.status,
        headers: responseHeaders(response),
        body: await readBody(response, attempt),
      };
      const details = { status: reply.status, cause: reply };
      if (reply.status === 429) {
        const retryAfter = readRetryAfter(response);
        throw new AddinError("throttled", t("runtime.busyNow", { message: "429" }), {
          ...details,
          ...(retryAfter !== undefined && { retryAfter }),
        });
      }
      if (reply.status >= 500)
        throw new AddinError("unavailable", t("runtime.failed", { status: reply.status }), details);
      return reply;
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw cause instanceof AddinError ? cause : new AddinError("unavailable", t("runtime.unreachable"), { cause });
    } finally {
      this.#inFlight -= 1;
    }
  }
}

const responseHeaders = (response: Response): Readonly<Record<string, string>> =>
  Object.fromEntries(
    returnedHeaderNames.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** The service's own answer behind an error, however deep. */
const errorReply = (error: unknown): Reply | undefined => {
  if (!(error instanceof AddinError)) return undefined;
  const { cause } = error.details;
  return typeof cause === "object" && cause !== null && "headers" in cause ? (cause as Reply) : errorReply(cause);
};
