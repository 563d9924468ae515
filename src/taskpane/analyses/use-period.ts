import { useDraft } from "../state/use-store";
import { useText } from "../text/use-text";
import { daysOf, eachDay, useAnalysis } from "./analysis-context";

/** The days to fetch one by one: the analysis' own unless others are typed. */
export interface Period {
  readonly start: string;
  readonly end: string;
  readonly days: readonly string[];
  readonly problem: string | undefined;
  readonly change: (part: { readonly start?: string; readonly end?: string }) => void;
}

/** The most days at a time: one call each. */
const mostDays = 400;

/** The period of the analysis at hand. */
export const usePeriod = (): Period => {
  const say = useText();
  const analysis = useAnalysis();
  const [draft, change] = useDraft(`period:${analysis.instance}`, daysOf(analysis));
  const days = eachDay(draft.start, draft.end);
  const tooMany = days.length > mostDays ? say("analysis.tooManyDays", { most: mostDays }) : undefined;
  return { ...draft, days, change, problem: days.length === 0 ? say("analysis.badPeriod") : tooMany };
};
