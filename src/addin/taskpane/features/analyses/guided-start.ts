import { millisecondsPerDay } from "../../../../facts/dates";
import type { WireRecord } from "../../../../contract/page";
import type { Clock } from "../../../../engine/clock";
import { AddinError } from "../../../../engine/http/addin-error";
import type { RequestContext } from "../../../../engine/requests/request-context";
import type { Runtime } from "../../../../engine/runtime";
import type { AnalysisPurpose } from "../../../../engine/state/analyses";
import { searchFor } from "../../../../formulas/arguments/entities";
import { isoDay } from "../../../../formulas/table/iso-dates";
import { listFrom, toMembers } from "../../../../formulas/table/nested/values";
import { currentLocale, t } from "../../../../i18n/t";
import type { JobRun } from "../../state/job";
import { type DatasetDraft, dateProblems, emptyDataset, isDay, splitList } from "./dataset";

/** The questions that an analysis can be started with. */
export const purposes: readonly AnalysisPurpose[] = ["companies", "competitors", "topic"];

/** A company of a guided start: chosen from the service, or a text of the sheet that is looked up with the estimate. */
export interface ChosenCompany {
  /** A name or an identifier. */
  readonly text: string;
  /** Name and country, where the company was chosen. */
  readonly shown?: string;
}

/** The periods on offer. */
export const periods = ["year", "quarter", "month", "thisYear", "other"] as const;

/** A period; `other` has dates of its own. */
export type PeriodChoice = (typeof periods)[number];

/** The answers of a guided start, as given. */
export interface GuideDraft {
  readonly companies: readonly ChosenCompany[];
  /** The topic: one word or phrase per line. */
  readonly words: string;
  readonly period: PeriodChoice;
  readonly start: string;
  readonly end: string;
  readonly language: string;
}

/** Nothing chosen yet: the last twelve months, in English, which is the service's own default. */
export const emptyGuide: GuideDraft = {
  companies: [],
  words: "",
  period: "year",
  start: "",
  end: "",
  language: "english",
};

/** A chart with more lines cannot be read. */
export const mostCompetitors = 10;
/** One call of `msearch` looks so many up. */
const mostCompanies = 500;
const mostWords = 100;

/** First and last day, `yyyy-mm-dd`. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

const monthsBefore = (day: Date, months: number): Date => {
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1));
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day.getUTCDate(), lastOfMonth));
  return first;
};

/** The days of a period. They end yesterday: today is not over, and a day with half of its documents looks like a fall. */
export const guideDays = ({ period, start, end }: Pick<GuideDraft, "period" | "start" | "end">, now: number): Days => {
  if (period === "other") return { start, end };
  const yesterday = new Date(Math.floor(now / millisecondsPerDay) * millisecondsPerDay - millisecondsPerDay);
  const dayAfter = (day: Date): string => isoDay(day.getTime() + millisecondsPerDay);
  const starts: Readonly<Record<Exclude<PeriodChoice, "other">, () => string>> = {
    year: () => dayAfter(monthsBefore(yesterday, 12)),
    quarter: () => dayAfter(monthsBefore(yesterday, 3)),
    month: () => isoDay(yesterday.getTime() - 29 * millisecondsPerDay),
    thisYear: () => `${yesterday.getUTCFullYear()}-01-01`,
  };
  return { start: starts[period](), end: isoDay(yesterday.getTime()) };
};

/** The number of days from the first to the last, both included. */
export const countDays = ({ start, end }: Days): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / millisecondsPerDay) + 1;

/** Problems by field. */
type GuideProblems = Partial<Record<"companies" | "words" | "start" | "end", string>>;

const companiesProblem = (purpose: AnalysisPurpose, count: number): string | undefined => {
  if (purpose === "topic") return undefined;
  if (count === 0) return t("guide.noCompany");
  if (purpose === "competitors" && count < 2) return t("guide.oneCompetitor");
  const most = purpose === "competitors" ? mostCompetitors : mostCompanies;
  return count > most ? t("guide.tooManyCompanies", { count, most }) : undefined;
};

const wordsProblem = (purpose: AnalysisPurpose, words: readonly string[]): string | undefined => {
  if (purpose !== "topic") return undefined;
  if (words.length === 0) return t("guide.noWords");
  const short = words.find(isTooShort);
  if (short !== undefined) return t("guide.shortWord", { word: short });
  return words.length > mostWords ? t("guide.tooManyWords", { count: words.length, most: mostWords }) : undefined;
};

/** One or two letters of an alphabet occur in almost every document; a Chinese or Japanese word may be that short. */
const isTooShort = (word: string): boolean => /^[\p{Script=Latin}\d]{1,2}$/u.test(word);

/** Checks a guided start before any call. */
export const guideProblems = (purpose: AnalysisPurpose, draft: GuideDraft): GuideProblems => {
  const companies = companiesProblem(purpose, draft.companies.length);
  const words = wordsProblem(purpose, distinctWords(draft.words));
  return {
    ...(companies && { companies }),
    ...(words && { words }),
    ...(draft.period === "other" && dateProblems(draft)),
  };
};

/** The words of a topic: one per line, or separated by commas. */
const distinctWords = (text: string): readonly string[] => [...new Set(splitList(text))];

/** The companies of a text of several lines, and of the cells of a selection. Headers and marks such as "n/a" are none. */
export const companiesIn = (cells: readonly unknown[]): readonly ChosenCompany[] => {
  const found = new Map<string, ChosenCompany>();
  for (const cell of cells) {
    const search = searchFor(typeof cell === "string" && cell.trim() !== "" ? cell : undefined);
    const key = search.state === "blank" ? "" : search.written.toLowerCase();
    if (search.state !== "blank" && !found.has(key)) found.set(key, { text: search.written });
  }
  return [...found.values()];
};

/** A company or topic as the service searches it. */
interface SearchedEntity {
  readonly name: string;
  readonly keywords: readonly string[];
}

/** What companies became. */
export interface FoundCompanies {
  readonly entities: readonly SearchedEntity[];
  /** Identifiers that no company has, and texts that nothing can be searched for. They are not part of the analysis. */
  readonly leftOut: readonly string[];
  /** Names that are not one company of the service: the documents are searched for the text alone. */
  readonly asTyped: readonly string[];
}

/** Legal forms at the end of a name. The press leaves them out. */
const legalForm =
  /[\s,]+(?:plc|p\.l\.c\.|se|ag|kgaa|gmbh|ltd\.?|limited|inc\.?|incorporated|corp\.?|corporation|llc|n\.?v\.?|b\.?v\.?|s\.?a\.?|s\.?a\.?s\.?|s\.?p\.?a\.?|s\.?r\.?l\.?|ab|asa|as|a\/s|oyj|oy|co\.?)$/i;

/** What a company is called in documents: its name with and without the legal form, and its other names. */
export const toKeywords = (names: readonly string[]): readonly string[] => {
  const all = names.flatMap((name) => {
    const short = name.trim().replace(legalForm, "");
    return [short, name.trim()];
  });
  const distinct = new Map(
    all.filter((word) => word !== "" && !isTooShort(word)).map((word) => [word.toLowerCase(), word]),
  );
  return [...distinct.values()];
};

const recordTexts = (record: WireRecord, field: string): readonly string[] =>
  listFrom(record[field]).filter((value): value is string => typeof value === "string" && value.trim() !== "");

/** Looks companies up, up to 500 in one call, for their names and other names. */
export const findCompanies = async (
  runtime: Runtime,
  companies: readonly ChosenCompany[],
  request: RequestContext,
): Promise<FoundCompanies> => {
  const entities = new Map<string, SearchedEntity>();
  const leftOut: string[] = [];
  const asTyped: string[] = [];
  const add = (name: string, keywords: readonly string[]): void => {
    if (keywords.length === 0) leftOut.push(name);
    else entities.set(name.toLowerCase(), { name, keywords });
  };
  const fields = ["id", "name", "alias"] as const;
  await Promise.all(
    companies.map(async ({ text }) => {
      const search = searchFor(text);
      if (search.state !== "search") {
        leftOut.push(text);
        return;
      }
      const { matches } = await runtime.entities.search(search.query, { fields, maxCandidates: 10 }, request);
      const namesOf = (match: WireRecord): readonly string[] => [
        ...recordTexts(match, "name"),
        ...recordTexts(match, "alias"),
      ];
      const isName = search.key === "name";
      const wanted = text.trim().toLowerCase();
      const fitting = isName
        ? matches.filter((match) => namesOf(match).some((name) => name.trim().toLowerCase() === wanted))
        : matches.slice(0, 1);
      const [only] = fitting;
      if (only !== undefined && fitting.length === 1) {
        const [name = text] = recordTexts(only, "name");
        add(name.trim(), toKeywords([...namesOf(only), ...(isName ? [text] : [])]));
      } else if (isName) {
        asTyped.push(text);
        add(text, toKeywords([text]));
      } else leftOut.push(text);
    }),
  );
  // In the order of the list: answers come in any order.
  const order = new Map(companies.map(({ text }, index) => [text, index]));
  const byPlace = (one: string, other: string): number => (order.get(one) ?? 0) - (order.get(other) ?? 0);
  return { entities: [...entities.values()], leftOut: leftOut.sort(byPlace), asTyped: asTyped.sort(byPlace) };
};

/** The form with all settings, filled as a guided start means it. */
export const toDataset = (
  purpose: AnalysisPurpose,
  draft: GuideDraft,
  days: Days,
  entities: readonly SearchedEntity[],
): DatasetDraft => ({
  ...emptyDataset,
  ...days,
  name: analysisName(purpose, entities),
  entities: entities.map(({ name, keywords }) => ({ name, context: "", keywords: keywords.join("\n") })),
  // Companies are also found by their entry in the catalogue, where a document calls them otherwise.
  workers: purpose === "topic" ? emptyDataset.workers : ["quality-score", "raw-matcher", "ner-linking"],
  languages: draft.language,
});

/** The topic of a guided start: its first word names it. */
export const toTopic = (draft: GuideDraft): readonly SearchedEntity[] => {
  const words = distinctWords(draft.words);
  const [name] = words;
  return name === undefined ? [] : [{ name, keywords: words }];
};

/** The name of an analysis and of its sheet: short, because a sheet's name has 31 characters. */
const analysisName = (purpose: AnalysisPurpose, entities: readonly SearchedEntity[]): string => {
  const [{ name } = { name: "" }, ...others] = entities;
  const first = name.replace(legalForm, "") + (others.length > 0 ? ` +${others.length}` : "");
  return t(`guide.name.${purpose}`, { first });
};

/** A day in the display language, `1 Nov 2025`. */
export const showDay = (day: string): string =>
  isDay(day)
    ? new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(day))
    : day;

/** The days of an analysis in the display language. */
export const showDays = ({ start, end }: Days): string => `${showDay(start)} – ${showDay(end)}`;

/** Four weeks: each day of the week counts equally. The number of calls does not depend on it. */
const sampleDays = 28;
/** More documents than that take long and say little more. */
export const manyDocuments = 100_000;
/** Milliseconds between two looks, doubled up to the longest. */
const firstPollGap = 1_000;
const longestPollGap = 15_000;

/** Documents found in a sample of the period, and what that means for all of it. */
export interface Estimate {
  readonly sample: Days;
  readonly days: number;
  readonly daysOfSample: number;
  /** Documents of the sample by company; one that names two companies counts for both. Zero where none was found. */
  readonly found: readonly { readonly name: string; readonly documents: number }[];
  /** Documents of the whole period, scaled; rounded to two digits unless the sample is all of it. */
  readonly documents: number;
}

/** The last four weeks of a period, or all of it where it is shorter. */
export const chooseSample = ({ start, end }: Days): Days => {
  const first = isoDay(Date.parse(end) - (sampleDays - 1) * millisecondsPerDay);
  return { start: first > start ? first : start, end };
};

/** Two digits: more would look exact. */
const roundly = (value: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / step) * step;
};

/** The estimate for a period, from the documents of its sample by company. */
export const estimateFrom = (days: Days, names: readonly string[], counted: ReadonlyMap<string, number>): Estimate => {
  const sample = chooseSample(days);
  const [all, daysOfSample] = [countDays(days), countDays(sample)];
  const found = names.map((name) => ({ name, documents: counted.get(name.toLowerCase()) ?? 0 }));
  const sum = found.reduce((total, { documents }) => total + documents, 0);
  const documents = all === daysOfSample ? sum : roundly((sum * all) / daysOfSample);
  return { sample, days: all, daysOfSample, found, documents };
};

const pauseUnlessAborted = (clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });

/**
 * Counts documents with an analysis of the sample, because the service has no route that counts: one call starts it, and one for each look
 * says "wait" or gives the numbers. The sample is not among the known analyses.
 * @throws AddinError `stopped` where the service stops it
 */
export const countDocuments = async (
  { clock }: Runtime,
  request: Readonly<Record<string, unknown>>,
  { days, names }: { readonly days: Days; readonly names: readonly string[] },
  { call, signal }: JobRun,
): Promise<Estimate> => {
  const { start, end } = chooseSample(days);
  const { value } = await call("startAnalysis", { body: { ...request, start_date: start, end_date: end } });
  const { instance } = toMembers(value);
  if (typeof instance !== "string") throw new AddinError("unexpected", t("work.noInstance"));
  for (let gap = firstPollGap; ; gap = Math.min(longestPollGap, gap * 2)) {
    await pauseUnlessAborted(clock, gap, signal);
    const body = { instance, pivots: ["entity"], volume_only: true };
    const answer = await call("getTimeSeries", { body });
    if (answer.status === 204) throw new AddinError("stopped", t("guide.sampleStopped"));
    if (answer.status === 202) continue;
    const counted = new Map<string, number>();
    for (const row of listFrom(answer.value).map(toMembers)) {
      const { entity, volume_document: documents } = row;
      if (typeof entity !== "string" || typeof documents !== "number") continue;
      counted.set(entity.toLowerCase(), (counted.get(entity.toLowerCase()) ?? 0) + documents);
    }
    return estimateFrom(days, names, counted);
  }
};
