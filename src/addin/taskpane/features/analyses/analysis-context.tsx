import { createContext, type ReactNode, useContext } from "react";
import { millisecondsPerDay } from "../../../../facts/dates";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import { t } from "../../../../i18n/t";
import { useDraft } from "../../state/use-store";
import { bindField, TextField } from "../../ui/fields";
import { Pair } from "../../ui/layout";

export const AnalysisContext = createContext<KnownAnalysis | undefined>(undefined);

/** The analysis of the surrounding panel. */
export const useAnalysis = (): KnownAnalysis => {
  const analysis = useContext(AnalysisContext);
  if (analysis === undefined) throw new Error("useAnalysis outside of AnalysisContext");
  return analysis;
};

const member = (request: unknown, name: string): string => {
  const value =
    typeof request === "object" && request !== null ? (request as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : "";
};

/** The first and the last day of an analysis (ISO); empty where its request is not known. */
const analysisDays = ({ request }: KnownAnalysis): { readonly start: string; readonly end: string } => ({
  start: member(request, "start_date"),
  end: member(request, "end_date"),
});

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

/** The days of the current analysis to fetch, one call a day. At first all of them. */
export const usePeriod = () => {
  const analysis = useAnalysis();
  const [draft, change] = useDraft(`period:${analysis.instance}`, analysisDays(analysis));
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
