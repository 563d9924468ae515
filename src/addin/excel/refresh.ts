import { type Clock, sleep } from "../../engine/clock";
import type { ErrorCode } from "../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../engine/requests/request-log";
import type { Connection } from "../../engine/scheduler/connection";
import { createStore, type Store } from "../../engine/store";
import type {
  ChangeCounts,
  ComparedRefresh,
  compareRefresh,
  RefreshChanges,
  RefreshedFormula,
} from "../../formulas/changes/refresh-changes";
import type { Answer } from "../../formulas/table/answer-records";
import type { FormulaCells, RefreshScope } from "./formula-cells";
import type { Recalculation, RefreshResult } from "./recalculation";
import type { WorkbookSnapshots } from "./cell-snapshots";
import { ShownAnswers } from "./shown-answers";
import type { RefreshLease } from "./refresh-lease";

/** A formula that a refresh did not renew. */
export interface MissedFormula {
  readonly address: string;
  readonly function: string;
  /** The time of the values that it shows (ms since 1970); undefined where it shows an error. */
  readonly fetchedAt: number | undefined;
  readonly reason: string;
}

/** What the last refresh did. `refused`: no cell was touched, because no call could succeed. `failed`: the add-in could not begin. */
export type RefreshReport =
  | { readonly status: "failed"; readonly message: string; readonly scope: RefreshScope }
  | {
      readonly status: "refused";
      readonly reason: "signed-out" | "offline";
      readonly formulas: readonly string[];
    }
  /** A co-author refreshes the workbook; milliseconds since 1970. */
  | { readonly status: "co-author"; readonly since: number; readonly scope: RefreshScope }
  | {
      readonly status: "done";
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly refreshed: number;
      /** The records that are new, gone or different; undefined where no formula could be compared. */
      readonly counts: ChangeCounts | undefined;
      /** Refreshed formulas that could not be compared with an earlier answer. */
      readonly notCompared: number;
      /** Frozen formulas of the workbook: a refresh leaves them alone. */
      readonly frozen: number;
      readonly missed: readonly MissedFormula[];
    };

/** How a refresh was asked for. */
export interface RefreshOptions {
  /** By the workbook's refresh policy, not by a person. */
  readonly isPlanned?: boolean;
  /** Although a co-author refreshes the workbook. */
  readonly anyway?: boolean;
}

/** Milliseconds between two looks at the formulas that still run. */
const lookEvery = 250;
/** Milliseconds after which a formula that Excel has not called is not waited for. */
const silentAfter = 2_000;
/** Failures that another try may repair; after any other error the formula shows the service's answer. */
export const temporaryFailures: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unavailable",
  "throttled",
  "interrupted",
  "signed-out",
]);

/** Compares formulas before and after a refresh. In a script of its own: only a refresh needs it. */
export type CompareRefresh = typeof compareRefresh;

interface RefreshDeps {
  readonly clock: Clock;
  readonly cells: Pick<FormulaCells, "find">;
  readonly recalculation: Pick<Recalculation, "refresh" | "invokedAs">;
  readonly requestLog: Pick<RequestLog, "latestAt">;
  readonly connection: Pick<Connection, "check">;
  readonly lease?: () => Promise<Pick<RefreshLease, "heldSince" | "take" | "release">>;
  /** Counts the frozen formulas of the workbook. */
  readonly frozen: () => Promise<number>;
  readonly loadComparison: () => Promise<CompareRefresh>;
  /** Loads what stores the answers. */
  readonly loadSnapshots?: () => Promise<Pick<WorkbookSnapshots, "capture">>;
  /** Resolves when the session and the cache of this device are open. */
  readonly ready: Promise<void>;
}

/** Fetches formulas again, never at the cost of good values, and reports what came of it. */
export class Refresh {
  readonly #report = createStore<RefreshReport | undefined>(undefined);
  readonly report: Store<RefreshReport | undefined> = this.#report;
  /** The answers that cells show now. */
  readonly answers = new ShownAnswers();
  readonly #changes = createStore<readonly RefreshChanges[]>([]);
  /** What the refreshes of this session changed, the newest last. */
  readonly changes: Store<readonly RefreshChanges[]> = this.#changes;
  /** Removes the marks of the last refresh from the sheet; set where there are some. */
  clearMarks?: () => Promise<void>;
  readonly #deps: RefreshDeps;
  /** Counts the accounts that left. */
  #account = 0;
  #lease: Pick<RefreshLease, "heldSince" | "take" | "release"> | undefined;

  constructor(deps: RefreshDeps) {
    this.#deps = deps;
  }

  /** Resolves when Excel has been asked to calculate; the report follows when all formulas have ended. Never rejects. */
  async run(scope: RefreshScope, options: RefreshOptions = {}): Promise<RefreshResult> {
    try {
      return await this.#run(scope, options);
    } catch (error) {
      this.#lease?.release();
      this.#report.set({ status: "failed", message: error instanceof Error ? error.message : String(error), scope });
      return { formulas: 0, refused: [], reason: "failed" };
    }
  }

  async #run(scope: RefreshScope, { isPlanned, anyway }: RefreshOptions): Promise<RefreshResult> {
    const { cells, connection, recalculation, ready } = this.#deps;
    await ready;
    // Without its script everybody refreshes.
    this.#lease ??= await this.#deps.lease?.().catch(() => undefined);
    const since = anyway === true ? undefined : await this.#lease?.heldSince();
    if (since !== undefined) {
      // Their results come into this workbook too. A person who asked is told, and may refresh anyway.
      if (isPlanned !== true) this.#report.set({ status: "co-author", since, scope });
      return { formulas: 0, refused: [], reason: "co-author" };
    }
    const formulas = await cells.find(scope);
    const reason = formulas.length === 0 ? undefined : await connection.check();
    if (reason !== undefined) {
      this.#report.set({ status: "refused", reason, formulas });
      return { formulas: formulas.length, refused: [], reason };
    }
    if (formulas.length === 0) return { formulas: 0, refused: [] };
    this.#report.set(undefined);
    // Marks that cannot be removed leave with one click.
    await this.clearMarks?.().catch(() => undefined);
    this.#lease?.take();
    const earlier = new Map(formulas.map((address) => [address, this.#latest(address)?.id]));
    const before = new Map(formulas.map((address) => [address, this.#comparable(address)]));
    const dropped = new Set(formulas.filter((address) => this.answers.wasDropped(address)));
    const result = await recalculation.refresh(formulas);
    void this.#follow({ earlier, before, dropped, refusal: result.refused[0], isWhole: scope === "workbook" });
    return result;
  }

  /** The addresses of all formulas of the workbook that call our functions. */
  formulas(): Promise<readonly string[]> {
    return this.#deps.cells.find("workbook");
  }

  /** The account left: its answers and their news leave too. */
  forget(): void {
    this.#account += 1;
    this.answers.clear();
    if (this.#changes.get().length > 0) this.#changes.set([]);
    this.#report.set(undefined);
  }

  dismiss(): void {
    this.#report.set(undefined);
  }

  /** The formulas of a report that still show older values than asked for. */
  stillMissed(missed: readonly MissedFormula[]): readonly MissedFormula[] {
    return missed.filter(({ address }) => {
      const entry = this.#latest(address);
      return entry === undefined || entry.status === "running" || missedReason(entry) !== undefined;
    });
  }

  #latest(address: string): RequestLogEntry | undefined {
    return this.#deps.requestLog.latestAt(this.#deps.recalculation.invokedAs(address));
  }

  async #follow({ earlier, before, dropped, refusal, isWhole }: RunningRefresh): Promise<void> {
    const { clock } = this.#deps;
    const account = this.#account;
    await this.#waitForAll(earlier);
    const missed: MissedFormula[] = [];
    const refreshed: RefreshedFormula[] = [];
    for (const [address, id] of earlier) {
      const entry = this.#latest(address);
      const reason = entry === undefined || entry.id === id ? refusal : missedReason(entry);
      if (reason !== undefined) {
        missed.push({ address, function: entry?.what ?? "", fetchedAt: shownSince(entry), reason });
      }
      // QUERY.PENDING is never called again; it needs no refresh.
      // What a snapshot answered is no news, and is in a snapshot already.
      else if (entry !== undefined && entry.id !== id && entry.source !== "snapshot")
        refreshed.push({
          address,
          before: before.get(address) ?? [],
          after: this.answers.of(address),
          wasDropped: dropped.has(address),
          function: entry.what,
          error: entry.error?.message,
        });
    }
    const compared = await this.#compare({ formulas: refreshed, missed, isWhole }, account);
    const frozen = await this.#deps.frozen().catch(() => 0);
    this.#report.set({ status: "done", at: clock.now(), refreshed: refreshed.length, ...compared, frozen, missed });
    // Without its script nothing is stored; the refresh itself is done.
    await this.#deps
      .loadSnapshots?.()
      .then((snapshots) => (account === this.#account ? snapshots.capture(refreshed) : undefined))
      .catch(() => undefined);
  }

  /** Resolves when every formula has ended, or was not called in time. `earlier`: their entries before the refresh. */
  async #waitForAll(earlier: RunningRefresh["earlier"]): Promise<void> {
    const { clock } = this.#deps;
    const silentSince = clock.now();
    for (;;) {
      const latest = [...earlier].map(([address, id]) => ({ entry: this.#latest(address), id }));
      const running = latest.some(({ entry, id }) => entry?.status === "running" && entry.id !== id);
      const silent = latest.some(({ entry, id }) => entry?.id === id);
      if (!running && (!silent || clock.now() - silentSince >= silentAfter)) break;
      this.#lease?.take();
      await sleep(clock, lookEvery);
    }
    this.#lease?.release();
  }

  /** The answers of a formula, unless they are those of an earlier account. */
  #comparable(address: string): readonly Answer[] {
    return this.#latest(address)?.earlierAccount === true ? [] : this.answers.of(address);
  }

  /** Compares the refreshed formulas, and keeps the news, unless the account left meanwhile. */
  async #compare(
    refresh: Parameters<CompareRefresh>[0],
    account: number,
  ): Promise<Pick<ComparedRefresh, "counts" | "notCompared">> {
    const { clock, loadComparison } = this.#deps;
    // Without the script nothing was compared, and older news would pass for those of this refresh.
    const lost = { refreshes: [], counts: undefined, notCompared: refresh.formulas.length };
    const { refreshes, ...found } = await loadComparison()
      .then((compare) => compare(refresh, this.#changes.get(), clock))
      .catch((): ComparedRefresh => lost);
    if (account === this.#account) this.#changes.set(refreshes);
    return found;
  }
}

/** A refresh whose formulas still run. */
interface RunningRefresh {
  /** By address, the entry of the log before. */
  readonly earlier: ReadonlyMap<string, number | undefined>;
  readonly before: ReadonlyMap<string, readonly Answer[]>;
  /** Formulas whose earlier answers were too large to keep. */
  readonly dropped: ReadonlySet<string>;
  /** Why Excel refused to calculate. */
  readonly refusal: string | undefined;
  readonly isWhole: boolean;
}

const shownSince = (entry: RequestLogEntry | undefined): number | undefined =>
  entry === undefined || entry.error !== undefined ? undefined : entry.fetchedAt;

/** Why a formula shows older values than asked for, or an error that another try may repair; undefined otherwise. */
const missedReason = ({ source, staleReason, error }: RequestLogEntry): string | undefined => {
  if (error !== undefined) return temporaryFailures.has(error.code) ? error.message : undefined;
  return source === "stale" || source === "memory signed out" ? (staleReason ?? "") : staleReason;
};
