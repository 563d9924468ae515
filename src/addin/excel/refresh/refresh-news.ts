import { createStore } from "../../../engine/store";
import type { ChangeCounts, RefreshChanges } from "../../../formulas/changes/refresh-changes";
import type { RefreshScope } from "../sheet/formula-cells";
import type { RefreshResult } from "./recalculation";
import { LatestResults } from "./latest-results";

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
      /** Why the answers were not stored for later: no room beside the editions with a name, or the device refused. */
      readonly notStored?: "full" | "refused";
    };

/** What refreshes leave for the pane, for formulas and for the next refresh. It is there before the script of a refresh is. */
export class RefreshNews {
  /** What the last refresh did; undefined while one runs, before the first, and once dismissed. */
  readonly report = createStore<RefreshReport | undefined>(undefined);
  /** What the refreshes of this session changed, the newest last. */
  readonly changes = createStore<readonly RefreshChanges[]>([]);
  /** The answers that cells show now. */
  readonly answers = new LatestResults();
  #accounts = 0;

  /** How many accounts have left. */
  get accounts(): number {
    return this.#accounts;
  }

  /** A refresh that could not begin. */
  fail(error: unknown, scope: RefreshScope): RefreshResult {
    this.report.set({ status: "failed", message: error instanceof Error ? error.message : String(error), scope });
    return { formulas: 0, refused: [], reason: "failed" };
  }

  /** The account left: its answers and their news leave too. */
  forget(): void {
    this.#accounts += 1;
    this.answers.clear();
    if (this.changes.get().length > 0) this.changes.set([]);
    this.report.set(undefined);
  }
}
