import { isObject } from "../../facts/json";
import type { CallAttempt, Client } from "../http/client";
import { AddinError } from "../http/addin-error";
import type { Clock } from "../clock";
import type { RequestContext } from "../requests/request-context";
import type { CachePolicy } from "../cache/policy";
import type { Scheduler } from "../scheduler/scheduler";
import type { KeyValueStorage } from "../storage";
import { createStore } from "../store";
import { untilAborted } from "../requests/cancellation";

/** An analysis started here; `started_at` in ms since 1970. The service has no route that lists analyses. */
export interface KnownAnalysis {
  readonly instance: string;
  readonly name: string;
  readonly started_at: number;
  readonly state: "in progress" | "ready" | "stopped or failed" | "not found";
  readonly request?: unknown;
  /** What it was started for; undefined where it was started with all settings, or is only known by its id. */
  readonly purpose?: AnalysisPurpose;
  /** Companies of a guided start that the service does not have, as the user wrote them. */
  readonly leftOut?: readonly string[];
}

/** What a person wants to know. */
export type AnalysisPurpose = "companies" | "competitors" | "topic";

/** A start whose answer has not come: the service may run it, and has no route to look it up. */
export interface UnconfirmedStart {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly sent_at: number;
  readonly request: unknown;
}

/** Milliseconds between probes: doubled each time up to the longest. */
const firstProbeGap = 1_000;
const longestProbeGap = 15_000;

type AnalysisState = KnownAnalysis["state"];

export interface AnalysisDeps {
  readonly client: Client;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly policy: CachePolicy;
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly usable: () => boolean;
}

const isUnconfirmed = (value: unknown): value is UnconfirmedStart =>
  isObject(value) && "sent_at" in value && "request" in value;

const isAnalysis = (value: unknown): value is KnownAnalysis =>
  isObject(value) && "instance" in value && "state" in value;

/** The analyses started on this device. Those that a formula or the pane waits for are probed until they end. */
export class Analyses {
  readonly known = createStore<readonly KnownAnalysis[]>([]);
  /** Starts without an answer, those of earlier sessions included. */
  readonly unconfirmed = createStore<readonly UnconfirmedStart[]>([]);
  readonly #deps: AnalysisDeps;
  /** The unconfirmed starts, and those that are being sent. */
  #announced: readonly UnconfirmedStart[] = [];
  readonly #states = new Map<string, AnalysisState>();
  readonly #probes = new Map<string, Promise<AnalysisState>>();
  readonly #watches = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();

  constructor(deps: AnalysisDeps) {
    this.#deps = deps;
  }

  /** Loads the list from the device. */
  async read(): Promise<void> {
    const value = await this.#deps.storage.get(this.#deps.key);
    const analyses = Array.isArray(value) ? value.filter((item) => isAnalysis(item)) : [];
    for (const { instance, state } of analyses) this.#states.set(instance, state);
    this.known.set([...analyses, ...this.known.get()]);
    const starts = await this.#deps.storage.get(this.#startsKey);
    const unanswered = Array.isArray(starts) ? starts.filter((item) => isUnconfirmed(item)) : [];
    this.#announced = [...unanswered, ...this.#announced];
    this.unconfirmed.set([...unanswered, ...this.unconfirmed.get()]);
  }

  get #startsKey(): string {
    return `${this.#deps.key}-unconfirmed`;
  }

  /** Call it before a start is sent: if the page ends before the answer, the next session knows of it. Returns the entry. */
  async announce(name: string, request: unknown): Promise<UnconfirmedStart> {
    const start = { name, request, sent_at: this.#deps.clock.now() };
    await this.#storeStarts([...this.#announced, start]);
    return start;
  }

  /** Call it when no answer has come. */
  leaveUnconfirmed(start: UnconfirmedStart): void {
    this.unconfirmed.set([...this.unconfirmed.get(), start]);
  }

  /** Call it when the service has answered, or the user knows what became of the start. */
  async settle(start: UnconfirmedStart): Promise<void> {
    this.unconfirmed.set(this.unconfirmed.get().filter((other) => other !== start));
    await this.#storeStarts(this.#announced.filter((other) => other !== start));
  }

  async #storeStarts(starts: readonly UnconfirmedStart[]): Promise<void> {
    this.#announced = starts;
    await this.#deps.storage.set(this.#startsKey, starts).catch(() => undefined);
  }

  add(analysis: KnownAnalysis): void {
    const { instance, state } = analysis;
    this.#states.set(instance, state);
    this.#store([...this.known.get().filter((other) => other.instance !== instance), analysis]);
    if (state === "in progress") void this.whenEnded(instance);
  }

  forget(instance: string): void {
    this.#store(this.known.get().filter((analysis) => analysis.instance !== instance));
  }

  /**
   * The current state: one probe unless the known state is final. While it is in progress the analysis is watched.
   * @throws {AddinError} `signed-out`, or `interrupted` in a preview, where no call may be made.
   */
  async stateOf(instance: string, requestContext: RequestContext): Promise<AnalysisState> {
    requestContext.log.dependsOn("analyses");
    const state = this.#states.get(instance);
    if (state !== undefined && state !== "in progress" && requestContext.reloadSince === undefined) {
      requestContext.log.setSource("memory", this.#deps.clock.now());
      return state;
    }
    if (!this.#deps.usable() || requestContext.memoryOnly) {
      requestContext.log.dependsOn("session");
      throw this.#deps.policy.refusal(requestContext);
    }
    requestContext.log.countCall();
    const current = await untilAborted(this.#probe(instance), requestContext);
    requestContext.log.setSource("live", this.#deps.clock.now());
    if (current === "in progress") this.watch(instance);
    return current;
  }

  /** Probes an instance until it ends; `known` then changes, so that cells recalculate. */
  watch(instance: string): void {
    void this.whenEnded(instance);
  }

  /** Watches the analysis; resolves when it has ended. */
  whenEnded(instance: string): Promise<void> {
    const known = this.#watches.get(instance);
    if (known !== undefined) return known.ended;
    let end = (): void => undefined;
    const whenDone = new Promise<void>((resolve) => (end = resolve));
    this.#watches.set(instance, { ended: whenDone, end });
    this.#probeLater(instance, firstProbeGap);
    return whenDone;
  }

  #probeLater(instance: string, gap: number): void {
    const { clock, usable } = this.#deps;
    clock.after(gap, () => {
      const later = (): void => this.#probeLater(instance, Math.min(longestProbeGap, gap * 2));
      if (!usable()) later();
      else this.#probe(instance).then((state) => (state === "in progress" ? later() : this.#ended(instance)), later);
    });
  }

  #ended(instance: string): void {
    this.#watches.get(instance)?.end();
    this.#watches.delete(instance);
  }

  #probe(instance: string): Promise<AnalysisState> {
    const probe =
      this.#probes.get(instance) ?? this.#request(instance).finally(() => void this.#probes.delete(instance));
    this.#probes.set(instance, probe);
    return probe;
  }

  /** Requests one document with its id only: the cheapest call that distinguishes the states. */
  async #request(instance: string): Promise<AnalysisState> {
    const { client, scheduler } = this.#deps;
    const call = { route: "downloadAnalysis", body: { instance, limit: 1, fields: ["id"] } } as const;
    let state: AnalysisState;
    try {
      const start = () => (attempt: CallAttempt) => client(call, attempt);
      const reply = await scheduler.run({ route: call.route, queueKey: instance, start });
      state = reply?.status === 202 ? "in progress" : reply?.status === 204 ? "stopped or failed" : "ready";
    } catch (error) {
      if (!(error instanceof AddinError) || error.code !== "not-found") throw error;
      state = "not found";
    }
    this.#setState(instance, state);
    return state;
  }

  #setState(instance: string, state: AnalysisState): void {
    if (this.#states.get(instance) === state) return;
    const first = this.#states.get(instance) === undefined && state !== "in progress";
    this.#states.set(instance, state);
    const known = this.known.get();
    const isListed = known.some((analysis) => analysis.instance === instance);
    if (isListed) this.#store(known.map((each) => (each.instance === instance ? { ...each, state } : each)));
    // Cells may wait for an analysis that was not started here: notify them too.
    else if (!first) this.known.set([...known]);
  }

  #store(analyses: readonly KnownAnalysis[]): void {
    void this.#deps.storage.set(this.#deps.key, analyses).catch(() => undefined);
    this.known.set(analyses);
  }
}
