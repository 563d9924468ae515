import type { ReactNode } from "react";
import { currentLocale, formatMoment, formatNumber, t } from "../../../../i18n/t";
import { leastTone } from "../../../excel/sheet/result-formats";
import type { FileAnswer } from "./company-file";
import { Mark } from "../../ui/mark";

/** A day in the display language, in UTC. Takes ms since 1970. */
export const showDate = (moment: unknown): string =>
  typeof moment === "number" && Number.isFinite(moment)
    ? new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(moment)
    : "";

/** A month in the display language. Takes ms since 1970. */
export const showMonth = (moment: unknown): string =>
  typeof moment === "number" && Number.isFinite(moment)
    ? new Intl.DateTimeFormat(currentLocale(), { month: "short", year: "numeric", timeZone: "UTC" }).format(moment)
    : "";

/** From when an answer is. */
export const aboutAnswer = ({ fetchedAt }: FileAnswer): string =>
  fetchedAt === undefined ? "" : t("file.asOf", { when: formatMoment(fetchedAt) });

const scoreSeverities = { 1: "informative", 2: "informative", 3: "warning", 4: "severe", 5: "danger" } as const;
const isScore = (score: number): score is keyof typeof scoreSeverities => score in scoreSeverities;

/** The severity of a controversy, 1 to 5, in words and colour. */
export const Severity = ({ score }: { readonly score: unknown }): ReactNode => {
  if (typeof score !== "number" || !isScore(score)) return null;
  return <Mark color={scoreSeverities[score]}>{`${formatNumber(score)} · ${t(`file.severity.${score}`)}`}</Mark>;
};

/** How strong a positive impact is, 1 to 5, in words and colour. */
export const Impact = ({ score }: { readonly score: unknown }): ReactNode => {
  if (typeof score !== "number" || !isScore(score)) return null;
  return (
    <Mark
      color={score >= 4 ? "success" : "informative"}
    >{`${formatNumber(score)} · ${t(`file.impact.${score}`)}`}</Mark>
  );
};

/** A polarity in words and colour. */
export const Polarity = ({ value }: { readonly value: unknown }): ReactNode => {
  if (typeof value !== "number") return null;
  const word = value <= -leastTone ? "negative" : value >= leastTone ? "positive" : "neutral";
  const colors = { negative: "danger", neutral: "informative", positive: "success" } as const;
  return <Mark color={colors[word]}>{`${t(`overview.band.${word}`)} ${formatNumber(value, 2)}`}</Mark>;
};
