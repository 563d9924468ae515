import { loadTimeZone } from "../../../formulas/table/calendar";
import type { TimeZone } from "../../../formulas/table/time-zone";
import { usePane } from "./pane-state";
import { usePromised, useStore } from "./use-store";

/** The time zone whose days the workbook counts; undefined: UTC, and until its script is loaded. With an unknown name every cell says why. */
export const useTimeZone = (): TimeZone | undefined => {
  const { timeZone } = useStore(usePane().runtime.settings);
  return usePromised(() => loadTimeZone(timeZone), [timeZone]);
};
