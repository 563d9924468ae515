import { createContext, useContext } from "react";
import type { KnownAnalysis } from "../../runtime/analyses";

/** Carries the analysis to the panels that use it. */
export const AnalysisContext = createContext<KnownAnalysis | undefined>(undefined);

/** The analysis the panel is about. */
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

/** The first and the last day of an analysis, as far as known here. */
export const daysOf = ({ request }: KnownAnalysis): { readonly start: string; readonly end: string } => ({
  start: member(request, "start_date"),
  end: member(request, "end_date"),
});

const day = 86_400_000;

/** Every day from the first to the last, ISO; empty where they are no days or the wrong way round. */
export const eachDay = (start: string, end: string): readonly string[] => {
  const [first, last] = [Date.parse(start), Date.parse(end)];
  if (Number.isNaN(first) || Number.isNaN(last) || first > last) return [];
  return Array.from({ length: Math.round((last - first) / day) + 1 }, (_, index) =>
    new Date(first + index * day).toISOString().slice(0, 10),
  );
};
