import { isObject } from "../../facts/json";
import { budgetReason, readProblem, type ReadProblem } from "../../contract/problems";
import { routes, type RouteName } from "../../contract/routes";
import { t } from "../../i18n/t";
import type { Clock } from "../clock";
import { AddinError, type ErrorCode } from "./addin-error";

/** Query parameters by wire name. A list becomes one parameter per item; an empty list is not sent. */
export type RequestQuery = Readonly<Record<string, string | number | readonly string[]>>;

/** One HTTP call in terms of the contract. */
export interface HttpCall {
  readonly route: RouteName;
  /** Values of the path's placeholders. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: RequestQuery;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A successful response. `value` is parsed JSON, or text if the call requests text; undefined on 202 and 204. */
export interface HttpReply {
  readonly status: number;
  readonly value: unknown;
}

/** Sends one HTTP request. `fetch` is the innermost; policies such as authorization wrap it. */
export type Send = (request: Request) => Promise<Response>;

/** One try of a call. It ends with an AddinError `unavailable` when nothing has arrived for too long, or with the outer signal. */
export class Attempt {
  readonly #clock: Clock;
  readonly #outer: AbortSignal | undefined;
  readonly #patience: () => number;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #waitsSince: number;
  #cancel: () => void = () => undefined;
  /** It ended because nothing arrived. */
  timedOut = false;

  /** `patience`: milliseconds without progress. `clock` is steady. Call `release` when the call has ended. */
  constructor(clock: Clock, outer: AbortSignal | undefined, patience: () => number) {
    this.#clock = clock;
    this.#outer = outer;
    this.#patience = patience;
    this.#waitsSince = clock.now();
    if (outer?.aborted === true) this.#abortWithOuter();
    outer?.addEventListener("abort", this.#abortWithOuter, { once: true });
    this.#wait();
  }

  /** A part of the answer has arrived, or the connection is known to be busy with earlier calls. */
  progressed(): void {
    this.#waitsSince = this.#clock.now();
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  release(): void {
    this.#cancel();
    this.#outer?.removeEventListener("abort", this.#abortWithOuter);
  }

  readonly #abortWithOuter = (): void => this.abort(this.#outer?.reason);

  #wait(): void {
    const patience = this.#patience();
    const left = this.#waitsSince + patience - this.#clock.now();
    if (left > 0) {
      this.#cancel = this.#clock.after(left, () => this.#wait());
      return;
    }
    this.timedOut = true;
    const seconds = Math.round(patience / 1_000);
    this.abort(new AddinError("unavailable", t("runtime.callTimedOut", { seconds })));
  }
}

/** For whom a call is made. */
export interface Caller {
  /** The name of the function; for actions of the pane, a text of its own. */
  readonly what: string;
  /** `refresh` where an answer may have any age. */
  readonly cache: unknown;
  /** Defined during a refresh. */
  readonly reloadSince: number | undefined;
}

/** What a client needs of the attempt that a call is part of. `progressed` is called whenever a part of the answer arrives. */
export type CallAttempt = Pick<Attempt, "signal" | "progressed"> & {
  /** Undefined for calls that no function has made. */
  readonly callers?: (() => readonly Caller[]) | undefined;
  /** When the service was asked, in ms since 1970: when the call was sent, or earlier where a gateway kept the answer. */
  at?: number;
};

/** Sends one request for those for whom a call is made. */
export type SendCall = (request: Request, attempt?: CallAttempt) => Promise<Response>;

/** Makes one call. Keeps no state and never repeats. Rejects with an AddinError, or with the reason of the attempt's signal. */
export type Client = (call: HttpCall, attempt?: CallAttempt) => Promise<HttpReply>;

const wantsText = ({ query }: HttpCall): boolean =>
  query?.["json_lines"] === "true" || query?.["output_format"] === "csv";

/** A client for the service at `baseUrl`. */
export const createClient =
  (baseUrl: string, send: SendCall): Client =>
  async (call, attempt) => {
    const signal = attempt?.signal;
    try {
      signal?.throwIfAborted();
      const response = await send(buildRequest(baseUrl, call, signal), attempt);
      return await readResponse(call, response, attempt);
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      throw cause instanceof AddinError ? cause : new AddinError("unavailable", t("runtime.unreachable"), { cause });
    }
  };

const queryString = (query: RequestQuery): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of typeof value === "object" ? value : [value]) parameters.append(name, String(item));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
};

/** Builds the request of a call. `baseUrl` is the service's address, with or without a slash at its end. */
const buildRequest = (baseUrl: string, call: HttpCall, signal?: AbortSignal): Request => {
  const { method, path } = routes[call.route];
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ""));
  return new Request(`${baseUrl.replace(/\/$/, "")}${filledPath}${queryString(call.query ?? {})}`, {
    method,
    // The specification has no redirects. Following one would send the secret and the token to its target.
    redirect: "error",
    ...(signal === undefined ? {} : { signal }),
    ...(call.body === undefined
      ? {}
      : { body: JSON.stringify(call.body), headers: { "Content-Type": "application/json" } }),
  });
};

const statusCodes: Readonly<Record<number, ErrorCode>> = {
  400: "rejected",
  401: "signed-out",
  402: "no-access",
  403: "no-access",
  404: "not-found",
  409: "rejected",
  429: "throttled",
};

/**
 * Reads a response whose body is JSON or text.
 * @throws AddinError with the code of the status; `unavailable` if the body is incomplete or none of this route. A proxy and a page
 * of a network that wants a sign-in answer anything, with status 200.
 */
const readResponse = async (
  call: HttpCall,
  response: Response,
  attempt: CallAttempt | undefined,
): Promise<HttpReply> => {
  const { status } = response;
  const text = await readBody(response, attempt);
  if (!response.ok) throw toResponseError(response, parseProblem(text));
  if (status === 202 || status === 204) return { status, value: undefined };
  const isText = wantsText(call);
  const value = isText ? text : parseJson(text);
  if (isText ? /^\s*</.test(text) : !hasShape(call.route, value)) throw unavailable("runtime.unreadable", value);
  return { status, value };
};

const listRoutes: readonly RouteName[] = [
  "findKgCandidates",
  "translateDocuments",
  "getLegacyDocuments",
  "downloadAnalysis",
  "getTimeSeries",
];

/** The text that an answer without a list has. */
const idMembers: Readonly<Partial<Record<RouteName, string>>> = {
  createToken: "access_token",
  startAnalysis: "instance",
  createUniverse: "universe_id",
  extendCoverage: "task_id",
  getEsgDocument: "id",
  getSdgDocument: "id",
};

/** Whether JSON can be the answer of a route: a list, an object with its id, or one with a list of records (`data`). */
const hasShape = (route: RouteName, value: unknown): boolean => {
  if (listRoutes.includes(route)) return Array.isArray(value);
  if (!isObject(value)) return false;
  const id = idMembers[route];
  if (id !== undefined) return typeof value[id] === "string";
  const { data } = value;
  return Array.isArray(data) && data.every(isObject);
};

const unavailable = (key: "runtime.brokenOff" | "runtime.unreadable", cause: unknown): AddinError =>
  new AddinError("unavailable", t(key), { cause });

/** The body as text. Rejects with an AddinError where it breaks off. */
export const readBody = async ({ body }: Response, attempt: CallAttempt | undefined): Promise<string> => {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  try {
    for (let text = ""; ;) {
      attempt?.progressed();
      const part = await reader?.read();
      if (part?.value === undefined) return text + decoder.decode();
      text += decoder.decode(part.value, { stream: true });
    }
  } catch (cause) {
    throw unavailable("runtime.brokenOff", cause);
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw unavailable("runtime.unreadable", cause);
  }
};

const parseProblem = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The error of a response that is not ok, whatever the shape of its body. */
const toResponseError = (response: Response, body: unknown): AddinError => {
  const { status } = response;
  const problem = readProblem(status, body);
  const retryAfter = readRetryAfter(response);
  return new AddinError(responseCode(status, problem), responseMessage(status, problem), {
    status,
    issues: problem.issues,
    cause: problem.message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
};

const isBudgetSpent = (status: number, { reason }: ReadProblem): boolean => status === 403 && reason === budgetReason;

const responseCode = (status: number, problem: ReadProblem): ErrorCode =>
  isBudgetSpent(status, problem)
    ? "budget-spent"
    : (statusCodes[status] ?? (status >= 500 ? "unavailable" : "unexpected"));

const responseMessage = (status: number, problem: ReadProblem): string => {
  if (isBudgetSpent(status, problem)) return t("runtime.budgetSpent");
  if (status === 400 || status === 409) return t("runtime.rejected", { message: describeProblem(problem) });
  if (status === 401) return t("runtime.signedOut");
  if (status === 402) return t("runtime.noAccess");
  if (status === 403) return t("runtime.forbidden", { message: describeProblem(problem) });
  if (status === 404) return t("runtime.notFound");
  if (status === 429) return t("runtime.busyNow", { message: describeProblem(problem) });
  return status >= 500 ? t("runtime.failed", { status }) : t("runtime.unexpected");
};

const describeProblem = ({ message, issues }: ReadProblem): string =>
  issues.length === 0
    ? message
    : issues.map((issue) => (issue.field === "" ? issue.message : `${issue.field}: ${issue.message}`)).join("; ");

/** `Retry-After` in milliseconds. A date is compared with the response's own `Date`, not with the local clock. */
export const readRetryAfter = ({ headers }: Response): number | undefined => {
  const header = headers.get("Retry-After");
  if (header === null) return undefined;
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.parse(headers.get("Date") ?? "");
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
};
