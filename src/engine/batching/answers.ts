import { isObject } from "../../facts/json";
import type { RouteName } from "../../contract/routes";
import { t } from "../../i18n/t";
import type { AccountCache } from "../cache/cache";
import type { CacheEntry } from "../cache/entry";
import type { CachePolicy } from "../cache/policy";
import type { Clock } from "../clock";
import { AddinError } from "../http/addin-error";
import type { Client } from "../http/client";
import { reuseWindow, untilAborted } from "../requests/cancellation";
import type { RequestContext } from "../requests/request-context";
import type { Scheduler } from "../scheduler/scheduler";
import { hasAll, isAnswer, union } from "./loader";

/** A call that reads and is neither a listing nor batched: one record by id, an export of an analysis, candidates of the knowledge graph. */
export interface Question {
  readonly route: RouteName;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** What an answer loader depends on. */
export interface AnswerDeps {
  readonly client: Client;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly cache: AccountCache;
  readonly policy: CachePolicy;
  /** Resolves when a running analysis has ended. */
  readonly watch: (instance: string) => Promise<void>;
}

interface Answer {
  readonly fields: readonly string[];
  readonly value: unknown;
}

type CachedAnswer = Answer | AddinError;

/** A question with its cache key and the fields to request. */
interface AnswerRequest {
  readonly key: string;
  readonly question: Question;
  readonly fields: readonly string[];
}

interface AnswerCall {
  readonly fields: readonly string[];
  readonly answer: Promise<CacheEntry<Answer>>;
  readonly controller: AbortController;
  readers: number;
}

/** Milliseconds that a cell waits for a running analysis before it shows that it is not ready. */
const longestAnalysisWait = 20_000;

/** Routes whose response with more fields can also serve a request with fewer fields. */
const selectable = new Set<Question["route"]>(["getEsgDocument", "getSdgDocument"]);

const requestedFieldNames = ({ route, query }: Question): readonly string[] => {
  const fields = selectable.has(route) ? query?.["fields"] : undefined;
  return fields === undefined ? [] : typeof fields === "string" ? [fields] : fields;
};

const questionKey = ({ route, path = {}, query = {}, body }: Question): string => {
  const parameters = Object.entries(query).filter(([name]) => !(selectable.has(route) && name === "fields"));
  return `answer ${route} ${JSON.stringify([path, parameters.sort(([one], [other]) => (one < other ? -1 : 1)), body])}`;
};

const analysisInstance = ({ body }: Question): string | undefined =>
  isObject(body) && "instance" in body ? String(body["instance"]) : undefined;

/** Single answers. Equal questions share one call, and answers are cached. */
export class AnswerLoader {
  readonly #deps: AnswerDeps;
  readonly #calls = new Map<string, AnswerCall>();

  constructor(deps: AnswerDeps) {
    this.#deps = deps;
  }

  /**
   * Rejects with an AddinError; `not-ready` for status 202 and `stopped` for 204, which are not cached.
   * A cell waits up to 20 s for an analysis that is not ready.
   */
  async ask(question: Question, requestContext: RequestContext): Promise<unknown> {
    const { cache, policy } = this.#deps;
    const key = questionKey(question);
    const fields = requestedFieldNames(question);
    const entry = await cache.read<CachedAnswer>(key);
    const isError = entry?.value instanceof AddinError;
    const cached = entry === undefined || isError || hasAll(fieldsIn(entry), fields) ? entry : undefined;
    const known = policy.answer(cached, requestContext, policy.freshSince(requestContext));
    if (known instanceof AddinError) throw known;
    if (known !== undefined) return known.value;
    try {
      return await this.#fetchWhenReady({ key, question, fields: union([fields, fieldsIn(entry)]) }, requestContext);
    } catch (error) {
      const fallback = policy.fallback(cached, requestContext, error);
      if (fallback instanceof AddinError) throw fallback;
      return fallback.value;
    }
  }

  async #fetchWhenReady(request: AnswerRequest, requestContext: RequestContext): Promise<unknown> {
    const instance = analysisInstance(request.question);
    try {
      return await this.#fetch(request, requestContext);
    } catch (error) {
      const running = error instanceof AddinError && error.code === "not-ready";
      if (!running || instance === undefined) throw error;
      requestContext.log.dependsOn("analyses");
      const { clock, watch } = this.#deps;
      const timeout = new Promise<"timeout">(
        (resolve) => void clock.after(longestAnalysisWait, () => resolve("timeout")),
      );
      if ((await untilAborted(Promise.race([watch(instance), timeout]), requestContext)) === "timeout") throw error;
      return this.#fetch(request, requestContext);
    }
  }

  /** Joins a running call for the same question, or starts one. */
  async #fetch(request: AnswerRequest, requestContext: RequestContext): Promise<unknown> {
    const { key, fields } = request;
    const running = this.#calls.get(key);
    const call =
      running !== undefined && hasAll(running.fields, fields) ? running : this.#start(request, requestContext);
    call.readers += 1;
    requestContext.log.countCall();
    try {
      const { at, value } = await untilAborted(call.answer, requestContext);
      requestContext.log.progressed();
      requestContext.log.setSource("live", at);
      return value.value;
    } finally {
      call.readers -= 1;
      if (call.readers === 0 && this.#calls.get(key) === call) this.#abandon(key, call);
    }
  }

  /** Aborts a call that has no readers, unless a reader arrives within the reuse window. */
  #abandon(key: string, call: AnswerCall): void {
    this.#deps.clock.after(reuseWindow, () => {
      if (call.readers > 0 || this.#calls.get(key) !== call) return;
      this.#calls.delete(key);
      call.controller.abort();
    });
  }

  #start(request: AnswerRequest, requestContext: RequestContext): AnswerCall {
    const { key } = request;
    const controller = new AbortController();
    const answer = this.#send(request, requestContext, controller.signal).finally(() => {
      if (this.#calls.get(key) === call) this.#calls.delete(key);
    });
    answer.catch(() => undefined);
    const call: AnswerCall = { fields: request.fields, answer, controller, readers: 0 };
    this.#calls.set(key, call);
    return call;
  }

  async #send(
    { key, question, fields }: AnswerRequest,
    requestContext: RequestContext,
    signal: AbortSignal,
  ): Promise<CacheEntry<Answer>> {
    const { client, clock, scheduler, cache } = this.#deps;
    const { route, path = {}, body } = question;
    const query = { ...question.query, ...(fields.length > 0 ? { fields } : {}) };
    const call = { route, path, query, ...(body === undefined ? {} : { body }) };
    let at = clock.now();
    try {
      const { queueKey } = requestContext;
      const callers = () => [requestContext];
      const reply = await scheduler.run({
        route,
        queueKey,
        signal,
        callers,
        start: () => (each) => client(call, each).finally(() => (at = each.at)),
      });
      if (reply?.status === 202) throw new AddinError("not-ready", t("runtime.notReady"), { status: 202 });
      if (reply?.status === 204) throw new AddinError("stopped", t("runtime.stopped"), { status: 204 });
      const answer = { at, value: { fields, value: reply?.value } };
      cache.put(key, answer, "large");
      return answer;
    } catch (error) {
      if (isAnswer(error)) cache.put(key, { at, value: error }, "session");
      throw error;
    }
  }
}

const fieldsIn = (entry: CacheEntry<CachedAnswer> | undefined): readonly string[] =>
  entry === undefined || entry.value instanceof AddinError ? [] : entry.value.fields;
