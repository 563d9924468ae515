import type { Clock } from "../../engine/clock";
import { temporaryFailures } from "../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../engine/requests/request-log";
import type { Connection } from "../../engine/scheduler/connection";
import type { WorkbookAsOf } from "../../engine/state/workbook-as-of";
import { createStore, type Store, type WritableStore } from "../../engine/store";
import type { ChangeCounts, compareRefresh, RefreshChanges } from "../../formulas/changes/refresh-changes";
import type { WorkbookSnapshots } from "./cell-snapshots";
import type { FormulaCells, RefreshScope } from "./formula-cells";
import type { Recalculation, RefreshResult } from "./recalculation";
import type { RefreshLease } from "./refresh-lease";
import { ShownAnswers } from "./shown-answers";

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
  /** The workbook shows values as of an earlier day. */
  | { readonly status: "as-of"; readonly scope: RefreshScope }
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
      /** Why the answers were not stored for later: no room beside the snapshots with a name, or the device refused. */
      readonly notStored?: "full" | "refused";
    };

/** How a refresh was asked for. */
export interface RefreshOptions {
  /** By the workbook's refresh policy, not by a person. */
  readonly isPlanned?: boolean;
  /** Although a co-author refreshes the workbook. */
  readonly anyway?: boolean;
}

/** Compares formulas before and after a refresh. In a script of its own: only a refresh needs it. */
export type CompareRefresh = typeof compareRefresh;

/** What a refresh works with. */
export interface RefreshDeps {
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
  /** What the workbook is set to; undefined where formulas show current values. */
  readonly asOf?: Pick<Store<WorkbookAsOf | undefined>, "get">;
  /** Resolves when the session and the cache of this device are open. */
  readonly ready: Promise<void>;
  /** Loads what a refresh does, in the script that finds formulas: nothing else needs it. */
  readonly loadRun: () => Promise<RunConstructor>;
}

/** What does a refresh. `run` rejects where it cannot begin. */
interface RefreshRun {
  readonly run: (scope: RefreshScope, options: RefreshOptions) => Promise<RefreshResult>;
}
type RunConstructor = new (deps: RefreshDeps, state: RefreshState) => RefreshRun;

/** What refreshes leave behind for the pane, the formulas and the next refresh. */
export interface RefreshState {
  readonly report: WritableStore<RefreshReport | undefined>;
  readonly changes: WritableStore<readonly RefreshChanges[]>;
  readonly answers: ShownAnswers;
  /** Counts the accounts that left. */
  readonly account: () => number;
  /** Rejects where marks cannot be removed. */
  readonly clearMarks: () => Promise<void>;
  readonly latest: (address: string) => RequestLogEntry | undefined;
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
  #run: RefreshRun | undefined;

  constructor(deps: RefreshDeps) {
    this.#deps = deps;
  }

  /** Resolves when Excel has been asked to calculate; the report follows when all formulas have ended. Never rejects. */
  async run(scope: RefreshScope, options: RefreshOptions = {}): Promise<RefreshResult> {
    try {
      const Run = await this.#deps.loadRun();
      this.#run ??= new Run(this.#deps, this.#state());
      return await this.#run.run(scope, options);
    } catch (error) {
      this.#report.set({ status: "failed", message: error instanceof Error ? error.message : String(error), scope });
      return { formulas: 0, refused: [], reason: "failed" };
    }
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

  #state(): RefreshState {
    return {
      report: this.#report,
      changes: this.#changes,
      answers: this.answers,
      account: () => this.#account,
      clearMarks: async () => this.clearMarks?.(),
      latest: (address) => this.#latest(address),
    };
  }

  #latest(address: string): RequestLogEntry | undefined {
    return this.#deps.requestLog.latestAt(this.#deps.recalculation.invokedAs(address));
  }
}

/** Why a formula shows older values than asked for, or an error that another try may repair; undefined otherwise. */
export const missedReason = ({ source, staleReason, error }: RequestLogEntry): string | undefined => {
  if (error !== undefined) return temporaryFailures.has(error.code) ? error.message : undefined;
  return source === "stale" || source === "memory signed out" ? (staleReason ?? "") : staleReason;
};
