import { sleep, steadyOf } from "../../engine/clock";
import type { RequestLogEntry } from "../../engine/requests/request-log";
import type { ComparedRefresh, RefreshedFormula } from "../../formulas/changes/refresh-changes";
import type { Answer } from "../../formulas/table/answer-records";
import type { RefreshScope } from "./formula-cells";
import type { RefreshResult } from "./recalculation";
import {
  type CompareRefresh,
  type MissedFormula,
  missedReason,
  type RefreshDeps,
  type RefreshOptions,
  type RefreshState,
} from "./refresh";
import type { RefreshLease } from "./refresh-lease";

/** Milliseconds between two looks at the formulas that still run. */
const lookEvery = 250;
/** Milliseconds after which a formula that Excel has not called is not waited for. */
const silentAfter = 2_000;

/** What a refresh does, from the look at co-authors to the stored answers. */
export class RefreshRun {
  readonly #deps: RefreshDeps;
  readonly #state: RefreshState;
  #lease: Pick<RefreshLease, "heldSince" | "take" | "release"> | undefined;

  constructor(deps: RefreshDeps, state: RefreshState) {
    this.#deps = deps;
    this.#state = state;
  }

  /** Resolves when Excel has been asked to calculate. Rejects where the refresh cannot begin. */
  async run(scope: RefreshScope, options: RefreshOptions): Promise<RefreshResult> {
    try {
      return await this.#refresh(scope, options);
    } catch (error) {
      this.#lease?.release();
      throw error;
    }
  }

  async #refresh(scope: RefreshScope, { isPlanned, anyway }: RefreshOptions): Promise<RefreshResult> {
    const { cells, connection, recalculation, ready, asOf } = this.#deps;
    await ready;
    if (asOf?.get() !== undefined) {
      // Current values would not be shown. A planned refresh waits until the workbook is set back.
      if (isPlanned !== true) this.#state.report.set({ status: "as-of", scope });
      return { formulas: 0, refused: [], reason: "as-of" };
    }
    // Without its script everybody refreshes.
    this.#lease ??= await this.#deps.lease?.().catch(() => undefined);
    const since = anyway === true ? undefined : await this.#lease?.heldSince();
    if (since !== undefined) {
      // Their results come into this workbook too. A person who asked is told, and may refresh anyway.
      if (isPlanned !== true) this.#state.report.set({ status: "co-author", since, scope });
      return { formulas: 0, refused: [], reason: "co-author" };
    }
    const formulas = await cells.find(scope);
    const reason = formulas.length === 0 ? undefined : await connection.check();
    if (reason !== undefined) {
      this.#state.report.set({ status: "refused", reason, formulas });
      return { formulas: formulas.length, refused: [], reason };
    }
    if (formulas.length === 0) return { formulas: 0, refused: [] };
    this.#state.report.set(undefined);
    // Marks that cannot be removed leave with one click.
    await this.#state.clearMarks().catch(() => undefined);
    this.#lease?.take();
    const earlier = new Map(formulas.map((address) => [address, this.#state.latest(address)?.id]));
    const before = new Map(formulas.map((address) => [address, this.#comparable(address)]));
    const dropped = new Set(formulas.filter((address) => this.#state.answers.wasDropped(address)));
    const result = await recalculation.refresh(formulas);
    void this.#follow({ earlier, before, dropped, refusal: result.refused[0], isWhole: scope === "workbook" });
    return result;
  }

  async #follow({ earlier, before, dropped, refusal, isWhole }: RunningRefresh): Promise<void> {
    const { clock } = this.#deps;
    const account = this.#state.account();
    await this.#waitForAll(earlier);
    const missed: MissedFormula[] = [];
    const refreshed: RefreshedFormula[] = [];
    for (const [address, id] of earlier) {
      const entry = this.#state.latest(address);
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
          after: this.#state.answers.of(address),
          wasDropped: dropped.has(address),
          function: entry.what,
          error: entry.error?.message,
        });
    }
    const compared = await this.#compare({ formulas: refreshed, missed, isWhole }, account);
    const frozen = await this.#deps.frozen().catch(() => 0);
    const done = { status: "done", at: clock.now(), refreshed: refreshed.length, ...compared, frozen, missed } as const;
    this.#state.report.set(done);
    const notStored = await this.#store(refreshed, account);
    if (notStored !== undefined && this.#state.report.get() === done) this.#state.report.set({ ...done, notStored });
  }

  /** Why the answers were not stored; undefined where they were, or nobody expects it. Without its script nothing is stored. */
  async #store(refreshed: readonly RefreshedFormula[], account: number): Promise<"full" | "refused" | undefined> {
    const result = await this.#deps
      .loadSnapshots?.()
      .then((snapshots) => (account === this.#state.account() ? snapshots.capture(refreshed) : undefined))
      .catch(() => undefined);
    return result === "full" || result === "refused" ? result : undefined;
  }

  /** Resolves when every formula has ended, or was not called in time. `earlier`: their entries before the refresh. */
  async #waitForAll(earlier: RunningRefresh["earlier"]): Promise<void> {
    const clock = steadyOf(this.#deps.clock);
    const silentSince = clock.now();
    for (;;) {
      const latest = [...earlier].map(([address, id]) => ({ entry: this.#state.latest(address), id }));
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
    return this.#state.latest(address)?.earlierAccount === true ? [] : this.#state.answers.of(address);
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
      .then((compare) => compare(refresh, this.#state.changes.get(), clock))
      .catch((): ComparedRefresh => lost);
    if (account === this.#state.account()) this.#state.changes.set(refreshes);
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
