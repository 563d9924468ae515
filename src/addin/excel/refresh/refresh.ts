import { type Clock, sleep, toSteadyClock } from "../../../engine/clock";
import { temporaryFailures } from "../../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import type { Connection } from "../../../engine/scheduler/connection";
import type { WorkbookAsOf } from "../../../engine/state/workbook-as-of";
import type { Store } from "../../../engine/store";
import type { ComparedRefresh, compareRefresh, RefreshedFormula } from "../../../formulas/changes/refresh-changes";
import type { Calculation } from "../../../formulas/table/formula-result";
import type { WorkbookEditions } from "./workbook-editions";
import type { FormulaCells, RefreshScope } from "../sheet/formula-cells";
import type { Recalculation, RefreshResult } from "./recalculation";
import type { RefreshLease } from "./refresh-lease";
import type { MissedFormula, RefreshNews } from "./refresh-news";

/** How a refresh was asked for. */
export interface RefreshOptions {
  /** By the workbook's refresh policy, not by a person. */
  readonly isPlanned?: boolean;
  /** Although a co-author refreshes the workbook. */
  readonly anyway?: boolean;
}

/** Compares formulas before and after a refresh. In a script of its own: only a refresh needs it. */
export type CompareRefresh = typeof compareRefresh;

/** Runs a refresh. Never rejects. */
export type RunRefresh = Refresh["run"];

/** What a refresh works with. */
export interface RefreshDeps {
  readonly news: RefreshNews;
  readonly clock: Clock;
  readonly cells: Pick<FormulaCells, "find">;
  readonly recalculation: Pick<Recalculation, "refresh" | "invokedAs">;
  readonly requestLog: Pick<RequestLog, "latestAt">;
  readonly connection: Pick<Connection, "check">;
  readonly lease?: () => Promise<Pick<RefreshLease, "heldSince" | "take" | "release">>;
  /** Counts the frozen formulas of the workbook. */
  readonly frozen: () => Promise<number>;
  readonly loadComparison: () => Promise<CompareRefresh>;
  /** Loads what stores the answers, for a later session to compare with. */
  readonly loadEditions?: () => Promise<Pick<WorkbookEditions, "capture" | "earlierAnswers">>;
  /** What the workbook is set to; undefined where formulas show current values. */
  readonly asOf?: Pick<Store<WorkbookAsOf | undefined>, "get">;
  /** Removes the marks of the last refresh from the sheet. */
  readonly clearMarks?: () => Promise<void>;
  /** Resolves when the session and the cache of this device are open. */
  readonly ready: Promise<void>;
}

/** Milliseconds between two looks at the formulas that still run. */
const checkInterval = 250;
/** A formula that Excel has not called after so many milliseconds is not waited for. */
const silentAfter = 2_000;

/** Fetches formulas again, never at the cost of good values, and reports what came of it. */
export class Refresh {
  readonly #deps: RefreshDeps;
  readonly #news: RefreshNews;
  #lease: Pick<RefreshLease, "heldSince" | "take" | "release"> | undefined;

  constructor(deps: RefreshDeps) {
    this.#deps = deps;
    this.#news = deps.news;
  }

  /** Resolves when Excel has been asked to calculate; the report follows when all formulas have ended. Never rejects. */
  async run(scope: RefreshScope, options: RefreshOptions = {}): Promise<RefreshResult> {
    try {
      return await this.#start(scope, options);
    } catch (error) {
      this.#lease?.release();
      return this.#news.fail(error, scope);
    }
  }

  async #start(scope: RefreshScope, { isPlanned, anyway }: RefreshOptions): Promise<RefreshResult> {
    const { cells, connection, recalculation, ready, asOf } = this.#deps;
    await ready;
    if (asOf?.get() !== undefined) {
      // Current values would not be shown. A planned refresh waits until the workbook is set back.
      if (isPlanned !== true) this.#news.report.set({ status: "as-of", scope });
      return { formulas: 0, refused: [], reason: "as-of" };
    }
    // Without its script everybody refreshes.
    this.#lease ??= await this.#deps.lease?.().catch(() => undefined);
    const since = anyway === true ? undefined : await this.#lease?.heldSince();
    if (since !== undefined) {
      // Their results come into this workbook too. A person who asked is told, and may refresh anyway.
      if (isPlanned !== true) this.#news.report.set({ status: "co-author", since, scope });
      return { formulas: 0, refused: [], reason: "co-author" };
    }
    const formulas = await cells.find(scope);
    const reason = formulas.length === 0 ? undefined : await connection.check();
    if (reason !== undefined) {
      this.#news.report.set({ status: "refused", reason, formulas });
      return { formulas: formulas.length, refused: [], reason };
    }
    if (formulas.length === 0) return { formulas: 0, refused: [] };
    this.#news.report.set(undefined);
    // Marks that cannot be removed leave with one click.
    await this.#deps.clearMarks?.().catch(() => undefined);
    this.#lease?.take();
    const earlier = new Map(formulas.map((address) => [address, this.#latest(address)?.id]));
    const before = new Map(formulas.map((address) => [address, this.#comparable(address)]));
    const dropped = new Set(formulas.filter((address) => this.#news.answers.wasDropped(address)));
    const result = await recalculation.refresh(formulas);
    void this.#follow({ earlier, before, dropped, refusal: result.refused[0], isWhole: scope === "workbook" });
    return result;
  }

  async #follow({ earlier, before, dropped, refusal, isWhole }: RunningRefresh): Promise<void> {
    const { clock } = this.#deps;
    const account = this.#news.accounts;
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
      // What an edition answered is no news, and is in an edition already.
      else if (entry !== undefined && entry.id !== id && entry.source !== "edition")
        refreshed.push({
          address,
          before: before.get(address) ?? [],
          after: this.#news.answers.of(address),
          wasDropped: dropped.has(address),
          function: entry.what,
          error: entry.error?.message,
        });
    }
    const compared = await this.#compare({ formulas: refreshed, missed, isWhole }, account);
    const frozen = await this.#deps.frozen().catch(() => 0);
    const done = { status: "done", at: clock.now(), refreshed: refreshed.length, ...compared, frozen, missed } as const;
    this.#news.report.set(done);
    const notStored = await this.#store(refreshed, isWhole, account);
    if (notStored !== undefined && this.#news.report.get() === done) this.#news.report.set({ ...done, notStored });
  }

  /** Why the answers were not stored; undefined where they were, or nobody expects it. Without its script nothing is stored. */
  async #store(
    refreshed: readonly RefreshedFormula[],
    isWhole: boolean,
    account: number,
  ): Promise<"full" | "refused" | undefined> {
    const result = await this.#deps
      .loadEditions?.()
      .then((editions) => (account === this.#news.accounts ? editions.capture(refreshed, isWhole) : undefined))
      .catch(() => undefined);
    return result === "full" || result === "refused" ? result : undefined;
  }

  /** Resolves when every formula has ended, or was not called in time. `earlier`: their entries before the refresh. */
  async #waitForAll(earlier: RunningRefresh["earlier"]): Promise<void> {
    const clock = toSteadyClock(this.#deps.clock);
    const silentSince = clock.now();
    for (;;) {
      const latest = [...earlier].map(([address, id]) => ({ entry: this.#latest(address), id }));
      const running = latest.some(({ entry, id }) => entry?.status === "running" && entry.id !== id);
      const silent = latest.some(({ entry, id }) => entry?.id === id);
      if (!running && (!silent || clock.now() - silentSince >= silentAfter)) break;
      this.#lease?.take();
      await sleep(clock, checkInterval);
    }
    this.#lease?.release();
  }

  /** The answers of a formula, unless they are those of an earlier account. */
  #comparable(address: string): readonly Calculation[] {
    return this.#latest(address)?.earlierAccount === true ? [] : this.#news.answers.of(address);
  }

  /** Compares the refreshed formulas, and keeps the news, unless the account left meanwhile. */
  async #compare(
    refresh: Parameters<CompareRefresh>[0],
    account: number,
  ): Promise<Pick<ComparedRefresh, "counts" | "notCompared">> {
    const { clock, loadComparison, loadEditions } = this.#deps;
    // Without the editions, answers of this session are compared alone.
    const readEarlier = await loadEditions?.()
      .then((editions) => editions.earlierAnswers())
      .catch(() => undefined);
    // Without the script nothing was compared, and older news would pass for those of this refresh.
    const lost = { refreshes: [], counts: undefined, notCompared: refresh.formulas.length };
    const { refreshes, ...found } = await loadComparison()
      .then((compare) => compare(refresh, this.#news.changes.get(), clock, readEarlier))
      .catch((): ComparedRefresh => lost);
    if (account === this.#news.accounts) this.#news.changes.set(refreshes);
    return found;
  }

  #latest(address: string): RequestLogEntry | undefined {
    return refreshedEntry(address, this.#deps.recalculation, this.#deps.requestLog);
  }
}

const refreshedEntry = (
  address: string,
  recalculation: Pick<Recalculation, "invokedAs">,
  requestLog: Pick<RequestLog, "latestAt">,
): RequestLogEntry | undefined => requestLog.latestAt(recalculation.invokedAs(address));

/** Those formulas of a report that still show older values. */
export const stillMissed = (
  missed: readonly MissedFormula[],
  recalculation: Pick<Recalculation, "invokedAs">,
  requestLog: Pick<RequestLog, "latestAt">,
): readonly MissedFormula[] =>
  missed.filter(({ address }) => {
    const entry = refreshedEntry(address, recalculation, requestLog);
    return entry === undefined || entry.status === "running" || missedReason(entry) !== undefined;
  });

/** Why a formula shows older values than asked for, or an error that another try may repair; undefined otherwise. */
export const missedReason = ({ source, staleReason, error }: RequestLogEntry): string | undefined => {
  if (error !== undefined) return temporaryFailures.has(error.code) ? error.message : undefined;
  return source === "stale" || source === "memory signed out" ? (staleReason ?? "") : staleReason;
};

/** A refresh whose formulas still run. */
interface RunningRefresh {
  /** By address, the entry of the log before. */
  readonly earlier: ReadonlyMap<string, number | undefined>;
  readonly before: ReadonlyMap<string, readonly Calculation[]>;
  /** Formulas whose earlier answers were too large to keep. */
  readonly dropped: ReadonlySet<string>;
  /** Why Excel refused to calculate. */
  readonly refusal: string | undefined;
  readonly isWhole: boolean;
}

const shownSince = (entry: RequestLogEntry | undefined): number | undefined =>
  entry === undefined || entry.error !== undefined ? undefined : entry.fetchedAt;
