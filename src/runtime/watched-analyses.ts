import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import type { Analyses, KnownAnalysis } from "./analyses";
import type { Clock } from "./clock";
import type { Inquiry } from "./inquiry";
import type { Recall } from "./recall";
import type { Schedule } from "./schedule";
import type { KeyValueStorage } from "./storage";
import { createStore } from "./store";
import { untilAborted } from "./until-aborted";

const firstGap = 1_000;
const longestGap = 15_000;

type State = KnownAnalysis["state"];

/** What analyses work with. */
export interface AnalysisDoors {
  readonly client: Client;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly recall: Recall;
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly usable: () => boolean;
}

const isAnalysis = (value: unknown): value is KnownAnalysis =>
  typeof value === "object" && value !== null && "instance" in value && "state" in value;

/** Knows the analyses started here, and looks after those somebody waits for until they end. */
export class WatchedAnalyses implements Analyses {
  readonly known = createStore<readonly KnownAnalysis[]>([]);
  readonly #doors: AnalysisDoors;
  readonly #states = new Map<string, State>();
  readonly #probes = new Map<string, Promise<State>>();
  readonly #watches = new Map<string, { readonly ended: Promise<void>; readonly end: () => void }>();

  constructor(doors: AnalysisDoors) {
    this.#doors = doors;
  }

  /** Reads the list of this device. */
  async read(): Promise<void> {
    const stored = await this.#doors.storage.get(this.#doors.key);
    const analyses = Array.isArray(stored) ? stored.filter((item) => isAnalysis(item)) : [];
    for (const { instance, state } of analyses) this.#states.set(instance, state);
    this.known.set([...analyses, ...this.known.get()]);
  }

  add(analysis: KnownAnalysis): void {
    const { instance, state } = analysis;
    this.#states.set(instance, state);
    this.#keep([...this.known.get().filter((other) => other.instance !== instance), analysis]);
    if (state === "in progress") void this.watched(instance);
  }

  forget(instance: string): void {
    this.#keep(this.known.get().filter((analysis) => analysis.instance !== instance));
  }

  async stateOf(instance: string, inquiry: Inquiry): Promise<State> {
    inquiry.trace.reads("analyses");
    const state = this.#states.get(instance);
    if (state !== undefined && state !== "in progress" && inquiry.reloadSince === undefined) {
      inquiry.trace.answered("memory", this.#doors.clock.now());
      return state;
    }
    if (!this.#doors.usable() || inquiry.memoryOnly) {
      inquiry.trace.reads("session");
      throw this.#doors.recall.refusal(inquiry);
    }
    inquiry.trace.called({ route: "downloadAnalysis", shared: this.#probes.has(instance) });
    const found = await untilAborted(this.#probe(instance), inquiry);
    inquiry.trace.answered("live", this.#doors.clock.now());
    if (found === "in progress") this.watch(instance);
    return found;
  }

  watch(instance: string): void {
    void this.watched(instance);
  }

  /** Watches, and resolves when the analysis has ended. */
  watched(instance: string): Promise<void> {
    const known = this.#watches.get(instance);
    if (known !== undefined) return known.ended;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#watches.set(instance, { ended, end });
    this.#lookAgain(instance, firstGap);
    return ended;
  }

  #lookAgain(instance: string, gap: number): void {
    const { clock, usable } = this.#doors;
    clock.after(gap, () => {
      const later = (): void => this.#lookAgain(instance, Math.min(longestGap, gap * 2));
      if (!usable()) later();
      else this.#probe(instance).then((state) => (state === "in progress" ? later() : this.#ended(instance)), later);
    });
  }

  #ended(instance: string): void {
    this.#watches.get(instance)?.end();
    this.#watches.delete(instance);
  }

  #probe(instance: string): Promise<State> {
    const probe = this.#probes.get(instance) ?? this.#ask(instance).finally(() => void this.#probes.delete(instance));
    this.#probes.set(instance, probe);
    return probe;
  }

  /** The cheapest question that tells the three states apart: one document, its id only. */
  async #ask(instance: string): Promise<State> {
    const { client, schedule } = this.#doors;
    const call = { route: "downloadAnalysis", body: { instance, limit: 1, fields: ["id"] } } as const;
    let state: State;
    try {
      const start = () => (signal: AbortSignal) => client(call, signal);
      const reply = await schedule.run({ route: call.route, lane: instance, start });
      state = reply?.status === 202 ? "in progress" : reply?.status === 204 ? "stopped or failed" : "ready";
    } catch (error) {
      if (!(error instanceof AddinError) || error.code !== "not-found") throw error;
      state = "not found";
    }
    this.#note(instance, state);
    return state;
  }

  #note(instance: string, state: State): void {
    if (this.#states.get(instance) === state) return;
    const first = this.#states.get(instance) === undefined && state !== "in progress";
    this.#states.set(instance, state);
    const known = this.known.get();
    const listed = known.some((analysis) => analysis.instance === instance);
    if (listed) this.#keep(known.map((each) => (each.instance === instance ? { ...each, state } : each)));
    // Cells may wait for one that was not started here: the store changes all the same.
    else if (!first) this.known.set([...known]);
  }

  #keep(analyses: readonly KnownAnalysis[]): void {
    void this.#doors.storage.set(this.#doors.key, analyses).catch(() => undefined);
    this.known.set(analyses);
  }
}
