import { useEffect, useState } from "react";
import { loadTimeZone } from "../../../formulas/table/calendar";
import type { TimeZone } from "../../../formulas/table/time-zone";
import { usePane } from "./pane-state";
import { useStore } from "./use-store";

/** The time zone whose days the workbook counts; undefined: UTC, and until its script is loaded. */
export const useTimeZone = (): TimeZone | undefined => {
  const { timeZone: name } = useStore(usePane().runtime.settings);
  const [zone, setZone] = useState<TimeZone>();
  useEffect(() => {
    let isShown = true;
    const show = (loaded: TimeZone | undefined): void => (isShown ? setZone(loaded) : undefined);
    // With an unknown name every cell says why.
    loadTimeZone(name).then(show, () => show(undefined));
    return () => {
      isShown = false;
    };
  }, [name]);
  return zone;
};
