import type { CallRecord, LedgerEntry } from "../../runtime/ledger";

/** What was used since the add-in started. */
export interface Used {
  readonly calls: number;
  readonly failed: number;
  /** Rows that were asked for with a translation. */
  readonly translated: number;
  /** Questions answered without a call. */
  readonly fromMemory: number;
  /** Calls by route, most first. */
  readonly routes: readonly (readonly [string, number])[];
}

const translates = ({ query }: LedgerEntry): boolean => /translat/i.test(query);

/** Adds up calls and questions. */
export const usageOf = (calls: readonly CallRecord[], entries: readonly LedgerEntry[]): Used => {
  const routes = new Map<string, number>();
  for (const { route } of calls) routes.set(route, (routes.get(route) ?? 0) + 1);
  const live = entries.filter(({ source, status }) => status === "done" && (source === "live" || source === undefined));
  return {
    calls: calls.length,
    failed: calls.filter(({ status }) => status === "failed" || status >= 400).length,
    translated: live.filter(translates).reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    fromMemory: entries.filter(({ status, source }) => status === "done" && source === "memory").length,
    routes: [...routes].toSorted((one, other) => other[1] - one[1]),
  };
};
