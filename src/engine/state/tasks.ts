import { isObject } from "../../facts/json";
import type { Clock } from "../clock";
import type { RequestLog } from "../requests/request-log";
import type { Listings } from "../pagination/listing";
import type { ActionRoute } from "../scheduler/actions";
import type { KeyValueStorage } from "../storage";
import type { WritableStore } from "../store";
import { changesKey, type Universes } from "./universes";

/** Whether a task with this status may still change; the service may add statuses. */
export const isOpenStatus = (status: string): boolean =>
  !/complete|done|fail|error|cancel|success|finish/i.test(status);

/** Milliseconds between polls: doubled each time up to the longest. */
const firstPollGap = 5_000;
const longestPollGap = 60_000;
/** The newest tasks that one poll reads. */
const tasksPerPoll = 100;
/** Milliseconds after which a coverage task that is not among these tasks counts as ended. */
const unlistedFor = 600_000;

/** A coverage task that was started on this device. Its universes change when it ends. */
interface CoverageTask {
  readonly id: string;
  readonly universes: readonly string[];
  /** The account that started it, as the cache names it. Other accounts do not see the task. */
  readonly account: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

const isCoverageTask = (value: unknown): value is CoverageTask =>
  isObject(value) && "id" in value && "universes" in value && "startedAt" in value;

export interface TaskDeps {
  readonly clock: Clock;
  readonly requestLog: RequestLog;
  readonly listings: Listings;
  readonly usable: () => boolean;
  readonly universes: Universes;
  /** Coverage tasks are stored on this device under `key`: they may end after a restart. */
  readonly storage: KeyValueStorage;
  readonly key: string;
  /** Counts the changes found; cells that show a task recalculate with it. */
  readonly changes: WritableStore<number>;
  /** The account that is signed in, as the cache names it. */
  readonly account: () => string | undefined;
}

/**
 * Polls the task list while cells show tasks, or coverage tasks were started here, that have not ended: one request for all of them, because
 * the service notifies nobody.
 */
export class Tasks {
  readonly #deps: TaskDeps;
  readonly #statuses = new Map<string, string>();
  #coverage: readonly CoverageTask[] = [];
  #polling = false;

  constructor(deps: TaskDeps) {
    this.#deps = deps;
  }

  /** Continues with the coverage tasks that had not ended when the add-in was closed. */
  resume(value: unknown): void {
    if (!Array.isArray(value)) return;
    const ownIds = new Set(this.#coverage.map(({ id }) => id));
    const earlier = value.filter((item) => isCoverageTask(item)).filter(({ id }) => !ownIds.has(id));
    this.#coverage = [...earlier, ...this.#coverage];
    if (this.#coverage.length > 0) this.#poll();
  }

  /** Polls until the status of this task is no longer `status`, the one a cell shows. */
  watch(id: string, status: string): void {
    if (!isOpenStatus(status)) return;
    this.#statuses.set(id, status);
    this.#poll();
  }

  /** Follows an action that succeeded: answers about universes are old when one was edited, and when coverage of them has ended. */
  acted(route: ActionRoute, body: unknown, answer: unknown): void {
    if (route === "updateUniverse") this.#markChanged([]);
    if (route !== "extendCoverage") return;
    const { universe_ids: universes = [] } = body as { readonly universe_ids?: readonly string[] };
    const { task_id } = (answer ?? {}) as { readonly task_id?: unknown };
    if (typeof task_id !== "string") return;
    const { account, clock } = this.#deps;
    this.#storeCoverage([...this.#coverage, { id: task_id, universes, account: account(), startedAt: clock.now() }]);
    this.#poll();
  }

  #storeCoverage(tasks: readonly CoverageTask[]): void {
    this.#coverage = tasks;
    const { storage, key } = this.#deps;
    void (tasks.length === 0 ? storage.delete(key) : storage.set(key, tasks)).catch(() => undefined);
  }

  #ownCoverage(): readonly CoverageTask[] {
    const account = this.#deps.account();
    return this.#coverage.filter((task) => task.account === account);
  }

  #poll(): void {
    if (this.#polling) return;
    this.#polling = true;
    this.#pollLater(firstPollGap);
  }

  #pollLater(gap: number): void {
    this.#deps.clock.after(gap, () => {
      const again = (): void => this.#pollLater(Math.min(longestPollGap, gap * 2));
      if (this.#statuses.size === 0 && this.#coverage.length === 0) this.#polling = false;
      else if (this.#deps.usable() && (this.#statuses.size > 0 || this.#ownCoverage().length > 0))
        void this.#readTasks().then(again, again);
      else again();
    });
  }

  async #readTasks(): Promise<void> {
    const opening = { what: "tasks", address: undefined, query: "", signal: new AbortController().signal };
    const entry = this.#deps.requestLog.open({ ...opening, cache: "never", onError: "na" });
    const request = { route: "listTasks", path: {}, query: {}, fields: ["id", "status"] } as const;
    const { records } = await this.#deps.listings
      .read(request, { limit: tasksPerPoll }, entry)
      .finally(() => entry.cancelled());
    const statuses = new Map(records.map(({ id, status }) => [String(id), status]));
    const before = this.#statuses.size;
    for (const [id, known] of this.#statuses)
      if (statuses.has(id) && statuses.get(id) !== known) this.#statuses.delete(id);
    if (this.#statuses.size < before) this.#deps.changes.set(this.#deps.changes.get() + 1);
    await this.#endCoverage(statuses);
  }

  /** A task that failed may have added some companies, so any end counts. */
  async #endCoverage(statuses: ReadonlyMap<string, unknown>): Promise<void> {
    const { clock, universes } = this.#deps;
    const tasks = this.#ownCoverage().filter(({ id, startedAt }) =>
      statuses.has(id) ? !isOpenStatus(String(statuses.get(id))) : clock.now() - startedAt > unlistedFor,
    );
    if (tasks.length === 0) return;
    this.#storeCoverage(this.#coverage.filter((task) => !tasks.includes(task)));
    const ids = [...new Set(tasks.flatMap((task) => task.universes))];
    this.#markChanged(ids);
    for (const { universe_id, entities } of universes.catalogue.get())
      if (entities !== undefined && ids.includes(universe_id)) await this.#count(universe_id);
  }

  /** Without ids only answers about the universes of companies are old: a universe was edited, but has the same companies. */
  #markChanged(ids: readonly string[]): void {
    const { clock, storage, universes } = this.#deps;
    const at = clock.now();
    const times = Object.fromEntries(["", ...ids.map((id) => id.toLowerCase())].map((id) => [id, at]));
    universes.changedAt.set({ ...universes.changedAt.get(), ...times });
    // Another page of this device may have stored others.
    storage
      .get(changesKey)
      .then((earlier) => storage.set(changesKey, { ...(earlier as object | undefined), ...times }))
      .catch(() => undefined);
  }

  /** The same call that UNIVERSE.COUNT makes, so both share it. */
  async #count(universe_id: string): Promise<void> {
    const entry = this.#deps.requestLog.open({ what: "tasks", address: undefined, query: "" });
    const request = { route: "listUniverseEntities", path: { universe_id }, query: {}, fields: ["id"] } as const;
    const { total } = await this.#deps.listings.read(request, { limit: 1 }, entry).finally(() => entry.cancelled());
    if (total !== undefined) this.#deps.universes.counted(universe_id, total);
  }
}
