import { normalizeAddress } from "../../../facts/sheet-names";
import { temporaryFailures } from "../../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import { t } from "../../../i18n/t";

/** The latest entry of a formula. Excel and our own addresses write names of sheets in different cases and quotes. */
export const findLatestEntry = (address: string, requestLog: RequestLog): RequestLogEntry | undefined => {
  const key = normalizeAddress(address).toLowerCase();
  return (
    requestLog.latestAt(address) ??
    requestLog.entries
      .get()
      .findLast((entry) => entry.address !== undefined && normalizeAddress(entry.address).toLowerCase() === key)
  );
};

/** What Excel shows where it has no result of a formula yet. */
const unfinishedReasons: Readonly<Record<string, "freeze.busy" | "freeze.blocked" | "freeze.unknown">> = {
  "#BUSY!": "freeze.busy",
  "#GETTING_DATA": "freeze.busy",
  "#SPILL!": "freeze.blocked",
  "#CALC!": "freeze.unknown",
  "#CONNECT!": "freeze.unknown",
  "#NAME?": "freeze.unknown",
};

/** Why the cell of a formula that shows this value has no result; undefined where it has one. */
export const whyUnfinished = (value: unknown): string | undefined => {
  const reason = unfinishedReasons[String(value)];
  return reason === undefined ? undefined : t(reason);
};

/**
 * Why a reader could take the values that a formula shows for more than they are, as a sentence; undefined where nothing is wrong.
 * `errors` are those that its cells show.
 */
export const findValueProblem = (
  formula: string,
  entry: RequestLogEntry | undefined,
  errors: readonly string[] = [],
): string | undefined => {
  const unfinishedReason = errors.map(whyUnfinished).find((reason) => reason !== undefined);
  if (unfinishedReason !== undefined) return unfinishedReason;
  if (entry === undefined) return fetches(formula) ? t("share.older") : undefined;
  if (entry.status === "running") return t("share.running");
  if (entry.status === "cancelled") return t("share.stopped");
  if (entry.error !== undefined && temporaryFailures.has(entry.error.code))
    return t("share.failed", { reason: entry.error.message });
  if (entry.earlierAccount) return t("functions.earlierAccount");
  if (entry.staleReason !== undefined || entry.source === "stale")
    return t("share.stale", { reason: entry.staleReason ?? "" }).trim();
  return entry.partial ? (entry.truncated ?? t("share.partial")) : undefined;
};

/** Functions about the add-in itself make no call, and leave no entry. */
export const fetches = (formula: string): boolean => /\b(?!QUERY\.)[A-Z]+\.[A-Z.]+\(/i.test(formula);
