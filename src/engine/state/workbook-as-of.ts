import type { DocumentSettings } from "../storage";
import { createStore, type WritableStore } from "../store";

/** What all formulas of a workbook answer as of. It travels with the workbook. */
export interface WorkbookAsOf {
  /** A day (`2026-09-30`), or the name of an edition. */
  readonly asof: string;
  /** What the named edition holds, so that another one with the same name does not answer on another device. */
  readonly fingerprint?: string;
}

const asOfKey = "as of";

const readAsOf = (value: unknown): WorkbookAsOf | undefined => {
  const asof: unknown = (value as Partial<WorkbookAsOf> | undefined)?.asof;
  return typeof asof === "string" && asof.trim() ? (value as WorkbookAsOf) : undefined;
};

/** Undefined where formulas show current values. What is only set is forgotten when the page closes. */
export interface AsOfStore extends WritableStore<WorkbookAsOf | undefined> {
  /** Sets it, and stores it in the workbook. */
  readonly save: (asOf: WorkbookAsOf | undefined) => void;
}

/** `read` loads it once the document is available. */
export const createWorkbookAsOf = (
  document: () => DocumentSettings | undefined,
): AsOfStore & { readonly read: () => void } => {
  const store = createStore<WorkbookAsOf | undefined>(undefined);
  return {
    ...store,
    save: (asOf) => {
      document()?.set(asOfKey, asOf);
      store.set(asOf);
    },
    read: () => store.set(readAsOf(document()?.get(asOfKey))),
  };
};
