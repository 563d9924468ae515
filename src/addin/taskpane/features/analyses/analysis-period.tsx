import type { ReactNode } from "react";
import { millisecondsPerDay } from "../../../../facts/dates";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import { t } from "../../../../i18n/t";
import { useDraft } from "../../state/use-store";
import { bindField, TextField } from "../../ui/fields";
import { Pair } from "../../ui/layout";
import { analysisFacts } from "./results-report";

export interface OfAnalysis {
  readonly analysis: KnownAnalysis;
}

/** All days from `start` to `end` (ISO, both included); empty for invalid or reversed days. */
export const eachDay = (start: string, end: string): readonly string[] => {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  if (Number.isNaN(first) || Number.isNaN(last) || first > last) return [];
  return Array.from({ length: Math.round((last - first) / millisecondsPerDay) + 1 }, (_, index) =>
    new Date(first + index * millisecondsPerDay).toISOString().slice(0, 10),
  );
};

/** The most days of one run; each is one call. */
const mostDays = 400;

/** The days of an analysis to fetch, one call a day. At first all of them; none where its request is not known. */
export const usePeriod = (analysis: KnownAnalysis) => {
  const { days: all = { start: "", end: "" } } = analysisFacts(analysis);
  const [draft, change] = useDraft(`period:${analysis.instance}`, all);
  const days = eachDay(draft.start, draft.end);
  const tooMany = days.length > mostDays ? t("analysis.tooManyDays", { most: mostDays }) : undefined;
  const problem = days.length === 0 ? t("analysis.badPeriod") : tooMany;
  return { draft, change, days, problem, problems: { end: problem } };
};

/** The first and the last day of a draft. */
export const DateFields = ({
  form,
  hint,
  required = true,
}: {
  readonly form: {
    readonly draft: { readonly start: string; readonly end: string };
    readonly problems: { readonly start?: string | undefined; readonly end?: string | undefined };
    readonly change: (part: { readonly start?: string; readonly end?: string }) => void;
  };
  readonly hint?: string;
  readonly required?: boolean;
}): ReactNode => (
  <Pair>
    <TextField label={t("analysis.from")} required={required} type="date" {...bindField(form, "start")} />
    <TextField label={t("analysis.to")} required={required} type="date" hint={hint} {...bindField(form, "end")} />
  </Pair>
);
