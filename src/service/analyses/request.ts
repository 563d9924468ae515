import type { Issue } from "../../contract/problems";
import type { Account } from "../world/accounts";
import { ApiError, invalid, wrongElement } from "../http/problems";
import { findLanguage } from "../text/languages";

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** The validated body of a dataset request, with its defaults. */
export interface AnalysisRequest {
  readonly start_date: string;
  readonly end_date: string;
  readonly entities: readonly {
    readonly entity_of_interest?: string;
    readonly context?: string;
    readonly keywords?: readonly string[];
  }[];
  readonly workers: readonly string[];
  readonly keywords_exclude?: readonly string[];
  readonly co_mentions?: readonly string[];
  readonly concepts?: Readonly<Record<string, readonly string[]>>;
  readonly concepts_filter?: Readonly<Record<string, readonly string[]>>;
  readonly countries?: readonly string[];
  readonly languages: readonly string[];
  readonly min_match: number;
  readonly min_repeat: number;
  readonly qscore: number;
  readonly search_in: readonly string[];
  readonly sentiments_filter?: Readonly<Record<string, Bounds>>;
  readonly similarity_threshold: number;
  readonly site_type: readonly string[];
  readonly sites?: readonly string[];
  readonly sites_exclude?: readonly string[];
}

const isNameless = ({ entity_of_interest: name = "", keywords = [] }: AnalysisRequest["entities"][number]): boolean =>
  [name, ...keywords].every((text) => text.trim() === "");

/** Unknown countries and languages: field, value, expected kind of value. */
const unknownCodes = ({ countries = [], languages }: AnalysisRequest): [string, string, string][] => [
  ...countries
    .filter((country) => !/^[a-z]{2}$/i.test(country))
    .map((country): [string, string, string] => ["countries", country, "code of two letters"]),
  ...languages
    .filter((language) => findLanguage(language) === undefined)
    .map((language): [string, string, string] => ["languages", language, "known language"]),
];

/** Maximum number of keywords of an analysis, those of entities, concepts, exclusions and co-mentions together. */
const mostPhrases = 20_000;

const phraseCount = (request: AnalysisRequest): number =>
  [
    ...request.entities.map(({ keywords = [] }) => keywords),
    ...Object.values(request.concepts ?? {}),
    ...Object.values(request.concepts_filter ?? {}),
    request.keywords_exclude ?? [],
    request.co_mentions ?? [],
  ].reduce((sum, list) => sum + list.length, 0);

const analysisIssues = (request: AnalysisRequest, input: Readonly<Record<string, unknown>>): Issue[] => {
  const issues: Issue[] = [];
  const refuse = (field: string, message: string): void => void issues.push(wrongElement(`body.${field}`, message));
  if (request.start_date > request.end_date) refuse("end_date", "The end is before the start");
  if (!request.workers.some((worker) => worker === "raw-matcher" || worker === "ner-linking")) {
    refuse("workers", "raw-matcher or ner-linking must be there");
  }
  request.entities.forEach((entity, index) => {
    if (isNameless(entity)) refuse(`entities.${index}`, "Expected keywords or entity_of_interest");
  });
  if (request.concepts !== undefined && request.concepts_filter !== undefined) {
    refuse("concepts_filter", "Use either concepts or concepts_filter");
  }
  if (phraseCount(request) > mostPhrases) refuse("entities", `Expected at most ${mostPhrases} keywords in all`);
  const labels = Object.keys(request.concepts ?? request.concepts_filter ?? {}).map((label) => label.toLowerCase());
  if (new Set(labels).size < labels.length) refuse("concepts", "The labels must be unique, whatever their case");
  if (input["search_in"] !== undefined && request.workers.includes("ner-linking")) {
    refuse("search_in", "Not available with the worker ner-linking");
  }
  for (const [field, value, problem] of unknownCodes(request))
    refuse(field, `"${value.slice(0, 100)}" is no ${problem}`);
  return issues;
};

/**
 * Checks what a schema cannot express; `given` is the body as sent. @throws 400, or 403 for site types that the
 * account may not read.
 */
export const checkAnalysis = (
  request: AnalysisRequest,
  input: Readonly<Record<string, unknown>>,
  account: Account,
): void => {
  const issues = analysisIssues(request, input);
  if (issues.length > 0) throw invalid(issues);
  const unlicensedType = request.site_type.find((type) => type === "premium_news" || type === "licensed_news");
  if (unlicensedType !== undefined && !account.premium)
    throw new ApiError(403, `The site type ${unlicensedType} is not allowed for the account.`);
};

/** The codes (ISO 639-2/B) of the languages of an analysis. */
export const languageCodes = (languages: readonly string[]): ReadonlySet<string> =>
  new Set(languages.map((language) => findLanguage(language)?.code ?? ""));
