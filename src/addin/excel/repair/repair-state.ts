/** A formula whose functions Excel does not know, although they are ours. */
export interface UnknownName {
  readonly address: string;
  readonly formula: string;
  /** The formula with the names that a user types. */
  readonly repaired: string;
}

/** A cell that still does not show its result, or whose functions Excel still does not know. */
export interface FailedRepair {
  readonly address: string;
  readonly kind: "not-shown" | "unknown-name";
  /** What Excel refused in the last attempt. */
  readonly reason: string | undefined;
}

/** What the pane tells about cells that do not show what was answered for them. Addresses are as a user writes them. */
export interface RepairState {
  /** The last 100 cells, newest first; times in milliseconds since 1970. */
  readonly repaired: readonly { readonly address: string; readonly at: number }[];
  readonly failed: readonly FailedRepair[];
  /** Formulas that were waiting when Excel ended the add-in. Their data is not on this device. */
  readonly interrupted: readonly string[];
  /** They wait for the user, who sees the list before it is put right. */
  readonly unknownNames: readonly UnknownName[];
}

/** As long as every cell shows its result. */
export const nothingToRepair: RepairState = { repaired: [], failed: [], interrupted: [], unknownNames: [] };
