import { AddinError, type ErrorCode } from "../../src/engine/http/addin-error";
import type { Runtime } from "../../src/engine/runtime";
import { answerCell, runtimeOn, signIn } from "../strategies/engine";
import { randomPlan, type FaultPlan } from "./fault-plan";
import { mapStorage } from "../../test/support/map-storage";
import { seededRandom } from "../../test/support/seeded-random";
import type { Network } from "../strategies/strategy";
import { eventOf } from "../../test/support/virtual-data";
import { VirtualClock } from "../../test/support/virtual-clock";
import { type Fault, usualModel, VirtualService } from "../../test/support/virtual-service";
import type { Cell } from "../strategies/workloads";

/** How one seed ended: what was wrong, as sentences; none is the right ending. */
export interface FaultResult {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly values: number;
  readonly sentences: number;
}

/** After so long in virtual time every formula must have ended. */
const longest = 20 * 60_000;

interface Ending {
  readonly cell: Cell;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly cancelled?: boolean;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : JSON.stringify(error));

/** A workbook calculated while a plan goes wrong. */
class FaultRun {
  readonly #plan: FaultPlan;
  readonly #clock: VirtualClock;
  readonly #service: VirtualService;
  readonly #random: () => number;
  readonly #wrong: string[] = [];
  #start = Infinity;
  #healthy = false;
  #values = 0;
  #sentences = 0;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
    this.#clock = new VirtualClock(plan.seed);
    this.#random = seededRandom(plan.seed ^ 0x5bd1e995);
    const { latency, connections } = plan;
    const fault = (): Fault | undefined => this.#fault();
    this.#service = new VirtualService(this.#clock, { ...usualModel, latency, connections, fault });
  }

  async result(): Promise<FaultResult> {
    const credentials = { key: "key", secret: "secret", audience: "http://service.example/", clientId: "bench" };
    const { send } = this.#service;
    const network: Network = { send, clock: this.#clock, address: "http://service.example", credentials };
    const runtime = runtimeOn(network, mapStorage());
    await this.#clock.run(signIn(runtime, network));
    await this.#calculate(runtime);
    await this.#heal(runtime);
    const { seed } = this.#plan;
    return { seed, wrong: this.#wrong, values: this.#values, sentences: this.#sentences };
  }

  async #calculate(runtime: Runtime): Promise<void> {
    const { cells, cancels, tokensEndAt, jump, stopAt } = this.#plan;
    this.#start = this.#clock.steady();
    const endings = cells.map((cell, index) => {
      const cancelled = cancels.find((each) => each.cell === index);
      return cancelled === undefined ? [this.#ask(runtime, cell)] : this.#cancelled(runtime, cell, cancelled);
    });
    if (tokensEndAt !== undefined) this.#clock.after(tokensEndAt, () => this.#service.endTokens());
    if (jump !== undefined) this.#clock.after(jump.at, () => this.#clock.jump(jump.by));
    if (stopAt !== undefined) this.#clock.after(stopAt, () => runtime.requestLog.stop());
    for (const ending of await this.#ended(endings.flat())) this.#judge(ending);
  }

  /** Excel cancels a formula and calls it again, before or after. */
  #cancelled(runtime: Runtime, cell: Cell, { at, again }: FaultPlan["cancels"][number]): Promise<Ending>[] {
    const controller = new AbortController();
    const first = this.#ask(runtime, cell, controller.signal);
    const second = new Promise<Ending>((resolve) => {
      const ask = (): void => resolve(this.#ask(runtime, cell));
      this.#clock.after(at, () => {
        if (again === 0) ask();
        controller.abort();
        if (again > 0) this.#clock.after(again, ask);
      });
    });
    return [first, second];
  }

  async #ask(runtime: Runtime, cell: Cell, signal = new AbortController().signal): Promise<Ending> {
    const entry = runtime.requestLog.open({ what: cell.kind, address: undefined, query: "", signal });
    try {
      const value = await answerCell({ runtime, perScore: false }, cell, entry);
      entry.done(1);
      return { cell, value };
    } catch (error) {
      if (signal.aborted) entry.cancelled();
      else if (error instanceof AddinError) entry.failed(error);
      return { cell, error, cancelled: signal.aborted };
    }
  }

  async #ended(endings: readonly Promise<Ending>[]): Promise<readonly Ending[]> {
    let open = endings.length;
    const counted = endings.map((ending) => ending.finally(() => (open -= 1)));
    const late = new Promise<undefined>((resolve) => void this.#clock.after(longest, () => resolve(undefined)));
    const all = await this.#clock.run(Promise.race([Promise.all(counted), late]));
    if (all === undefined) this.#wrong.push(`${open} formulas hang`);
    return all ?? [];
  }

  #judge({ cell, value, error, cancelled = false }: Ending): void {
    if (cancelled) return;
    if (error === undefined) {
      this.#values += 1;
      if (JSON.stringify(value) !== JSON.stringify(expectedOf(cell)))
        this.#wrong.push(`wrong rows: ${JSON.stringify(cell)}`);
      return;
    }
    this.#sentences += 1;
    if (!(error instanceof AddinError)) this.#wrong.push(`no sentence: ${textOf(error)}`);
    else if (!this.#excuses().has(error.code)) this.#wrong.push(`${error.code} without a cause: ${error.message}`);
  }

  /** The sentences that this plan explains. */
  #excuses(): ReadonlySet<ErrorCode> {
    const { rate, offline, storm, jump, stopAt } = this.#plan;
    const codes = new Set<ErrorCode>();
    if (rate > 0.05 || (offline !== undefined && offline.until - offline.from > 500) || jump !== undefined)
      codes.add("unavailable");
    // A hang takes a minute, six of them the patience; a single one in fifty passes.
    if (rate > 0 && this.#plan.kinds.some(({ kind }) => kind === "hang")) codes.add("unavailable");
    if (storm !== undefined) codes.add("throttled").add("unavailable");
    if (stopAt !== undefined) codes.add("interrupted");
    return codes;
  }

  /** Everything works again: every formula gets its rows, and afterwards nothing is left to ask. */
  async #heal(runtime: Runtime): Promise<void> {
    this.#healthy = true;
    await this.#clock.advance(180_000);
    for (const { cell, value, error } of await this.#ended(this.#plan.cells.map((each) => this.#ask(runtime, each))))
      if (error !== undefined || JSON.stringify(value) !== JSON.stringify(expectedOf(cell)))
        this.#wrong.push(`not healed: ${JSON.stringify(cell)} ${textOf(error)}`);
    this.#service.reset();
    await this.#ended(this.#plan.cells.map((each) => this.#ask(runtime, each)));
    if (this.#service.counts.calls > 0) this.#wrong.push(`${this.#service.counts.calls} calls for what was known`);
    if (runtime.requestLog.pending.get() > 0) this.#wrong.push("the request log has open entries");
  }

  #fault(): Fault | undefined {
    if (this.#healthy) return undefined;
    const { rate, kinds, offline, storm } = this.#plan;
    const time = this.#clock.steady() - this.#start;
    const chance = this.#random();
    const kind = kinds[Math.floor(this.#random() * kinds.length)];
    if (offline !== undefined && time >= offline.from && time < offline.until) return { kind: "reset" };
    if (storm !== undefined && time >= storm.from && time < storm.until) {
      const { retryAfter } = storm;
      return { kind: "status", status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) };
    }
    return chance < rate ? kind : undefined;
  }
}

/** Plays one seed. */
export const playFaults = async (seed: number): Promise<FaultResult> => {
  const run = new FaultRun(randomPlan(seed));
  try {
    return await run.result();
  } catch (error) {
    return { seed, wrong: [`the run itself failed: ${String(error)}`], values: 0, sentences: 0 };
  }
};

/** What a cell must show, computed without the engine. */
const expectedOf = (cell: Cell): unknown => {
  if (cell.kind === "search") return cell.name.startsWith("none") ? undefined : cell.name;
  if (cell.kind === "title") return cell.id.startsWith("none") ? undefined : `Title of ${cell.id}`;
  const events = Math.min(cell.limit, Number.parseInt(cell.universe.slice(24), 16));
  return Array.from({ length: events }, (_, index) => {
    const { id, score, start_date, title } = eventOf(cell.universe, index);
    return { id, score, start_date, title };
  });
};
