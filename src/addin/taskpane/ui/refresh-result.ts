import { formatTime, t } from "../../../i18n/t";
import type { ChangeCounts } from "../../../formulas/changes/refresh-changes";
import type { RefreshReport } from "../../excel/refresh/refresh-news";

/** What a refresh did: `212 formulas refreshed at 14:05 · 31 new events · 4 scores rose · 2 gone`. */
export const refreshResult = ({
  at,
  refreshed,
  counts,
  notCompared,
  frozen,
}: RefreshReport & { readonly status: "done" }): string =>
  [
    t("refresh.done", { count: refreshed, time: formatTime(at) }),
    // Nothing is said of records where no formula could be compared.
    ...(counts === undefined ? [] : changeCounts(counts)),
    ...(frozen > 0 ? [t("refresh.frozen", { count: frozen })] : []),
    ...(notCompared > 0 ? [t("refresh.notCompared", { count: notCompared })] : []),
  ].join(" · ");

/** The news in numbers, what is new first. */
export const changeCounts = (counts: ChangeCounts): readonly string[] => {
  const parts = (["events", "documents", "companies", "others", "rose", "fell", "changed", "gone"] as const).flatMap(
    (name) => (counts[name] === 0 ? [] : [t(`refresh.count.${name}`, { count: counts[name] })]),
  );
  return parts.length === 0 ? [t("refresh.noChanges")] : parts;
};
