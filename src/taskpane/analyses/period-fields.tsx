import type { ReactNode } from "react";
import { TextField } from "../parts/fields";
import { Pair } from "../parts/layout";
import { useText } from "../text/use-text";
import type { Period } from "./use-period";

/** From and to. */
export const PeriodFields = ({ period }: { readonly period: Period }): ReactNode => {
  const say = useText();
  return (
    <Pair>
      <TextField
        label={say("analysis.from")}
        type="date"
        value={period.start}
        onChange={(start) => period.change({ start })}
      />
      <TextField
        label={say("analysis.to")}
        type="date"
        value={period.end}
        problem={period.problem}
        onChange={(end) => period.change({ end })}
      />
    </Pair>
  );
};
