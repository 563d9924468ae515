import { formatTime, t } from "../../../i18n/t";
import type { RefreshReport } from "../../excel/refresh";

/** What a refresh did: `12 formulas refreshed at 14:05 · 3 rows changed`. */
export const refreshResult = ({
  at,
  refreshed,
  rowsChanged,
  notCompared,
  frozen,
}: RefreshReport & { readonly status: "done" }): string =>
  [
    t("refresh.done", { count: refreshed, time: formatTime(at) }),
    // Nothing is said of rows where no formula could be compared.
    ...(refreshed > notCompared ? [t("refresh.rowsChanged", { count: rowsChanged })] : []),
    ...(frozen > 0 ? [t("refresh.frozen", { count: frozen })] : []),
    ...(notCompared > 0 ? [t("refresh.notCompared", { count: notCompared })] : []),
  ].join(" · ");
