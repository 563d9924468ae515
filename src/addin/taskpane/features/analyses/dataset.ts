import { parseIso } from "../../../../formulas/table/iso-dates";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { useAttempts } from "../../ui/use-attempts";
import { startAnalysis } from "./start-analysis";

/** The workers of an analysis (specification, "start an analysis"). */
export const workers = [
  "quality-score",
  "raw-matcher",
  "ner-linking",
  "concept",
  "entity-similarity",
  "embedder-indicators",
] as const;

/** The site types on offer. `news` is deprecated and left out. */
export const siteTypes = ["standard_news", "blogs", "discussions", "licensed_news", "premium_news"] as const;

export const searchParts = ["title", "text"] as const;

/** The sentiments that documents can be filtered by, with their minimum and maximum. */
const sentiments = { positive: [0, 1], negative: [0, 1], neutral: [0, 1], polarity: [-1, 1] } as const;

type Sentiment = keyof typeof sentiments;
type SentimentBound = `${Sentiment}:${"min" | "max"}`;

/** The two bounds of each sentiment. */
export const sentimentBounds = (Object.keys(sentiments) as Sentiment[]).map((name) => ({
  name,
  bounds: (["min", "max"] as const).map((bound) => ({ bound, key: `${name}:${bound}` as const })),
}));

/** An entity of the form, with one keyword per line. */
export interface EntityDraft {
  readonly name: string;
  readonly context: string;
  readonly keywords: string;
}

/** An empty form with the defaults of the service. */
export const emptyDataset = {
  name: "",
  start: "",
  end: "",
  entities: [{ name: "", context: "", keywords: "" }] as readonly EntityDraft[],
  workers: ["quality-score", "raw-matcher"] as readonly string[],
  qscore: "50",
  searchIn: ["title", "text"] as readonly string[],
  siteTypes: ["standard_news", "blogs", "discussions"] as readonly string[],
  languages: "english",
  countries: "",
  exclude: "",
  coMentions: "",
  /** `label: keyword, keyword` per line. */
  concepts: "",
  conceptsMode: "concepts" as "concepts" | "concepts_filter",
  sites: "",
  sitesExclude: "",
  minMatch: "1",
  minRepeat: "1",
  similarity: "0",
  sentiments: Object.fromEntries(
    sentimentBounds.flatMap(({ bounds }) => bounds.map(({ key }) => [key, ""])),
  ) as Readonly<Record<SentimentBound, string>>,
};

/** The content of the form as typed. */
export type DatasetDraft = Readonly<typeof emptyDataset>;

/** Splits at line breaks, commas and semicolons; drops empty words. */
export const splitList = (text: string): readonly string[] =>
  text
    .split(/[\n,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** Labels with their keywords, from one line per label. */
const readConcepts = (text: string): readonly (readonly [string, readonly string[]])[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return colon < 0 ? [line, []] : [line.slice(0, colon).trim(), splitList(line.slice(colon + 1))];
    });

const omitIf = (left: boolean, part: object): object => (left ? {} : part);

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

const readSentiments = (typed: DatasetDraft["sentiments"]): object => {
  const chosen = sentimentBounds.map(({ name, bounds }) => {
    const set = bounds.filter(({ key }) => typed[key].trim() !== "");
    return [name, Object.fromEntries(set.map(({ bound, key }) => [bound, Number(typed[key])]))] as const;
  });
  return Object.fromEntries(chosen.filter(([, bounds]) => Object.keys(bounds).length > 0));
};

const toEntityMember = ({ name, context, keywords }: EntityDraft): object => ({
  entity_of_interest: name.trim(),
  ...omitIf(context.trim() === "", { context: context.trim() }),
  keywords: keywords
    .split("\n")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
});

/** The request body. Leaves out members that equal the service's default or do not apply. */
export const toDatasetBody = (draft: DatasetDraft): Readonly<Record<string, unknown>> => {
  const concepts = Object.fromEntries(readConcepts(draft.concepts));
  const sentiment = readSentiments(draft.sentiments);
  const lists = {
    countries: splitList(draft.countries).map((code) => code.toUpperCase()),
    keywords_exclude: splitList(draft.exclude),
    co_mentions: splitList(draft.coMentions),
    sites: splitList(draft.sites),
    sites_exclude: splitList(draft.sitesExclude),
  };
  return {
    start_date: draft.start,
    end_date: draft.end,
    entities: draft.entities.filter(({ name }) => name.trim() !== "").map(toEntityMember),
    workers: draft.workers,
    ...omitIf(!draft.workers.includes("quality-score"), { qscore: Number(draft.qscore) }),
    ...omitIf(draft.workers.includes("ner-linking") || isSameList(draft.searchIn, searchParts), {
      search_in: draft.searchIn,
    }),
    ...omitIf(isSameList(draft.siteTypes, emptyDataset.siteTypes), { site_type: draft.siteTypes }),
    ...omitIf(draft.languages.trim() === "" || draft.languages.trim() === "english", {
      languages: splitList(draft.languages),
    }),
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    ...omitIf(Object.keys(concepts).length === 0, { [draft.conceptsMode]: concepts }),
    ...omitIf(Number(draft.minMatch) === 1, { min_match: Number(draft.minMatch) }),
    ...omitIf(Number(draft.minRepeat) === 1, { min_repeat: Number(draft.minRepeat) }),
    ...omitIf(Number(draft.similarity) === 0, { similarity_threshold: Number(draft.similarity) }),
    ...omitIf(Object.keys(sentiment).length === 0, { sentiments_filter: sentiment }),
  };
};

/** Problems by form field. */
type DatasetProblems = Partial<
  Record<keyof Omit<DatasetDraft, "sentiments" | "conceptsMode"> | SentimentBound, string>
>;

/** Whether a text is a day, `yyyy-mm-dd`. */
export const isDay = (text: string): boolean => text.length === 10 && parseIso(text) !== undefined;

const between = (text: string, [min, max]: readonly [number, number]): string | undefined => {
  const value = Number(text);
  return text.trim() !== "" && value >= min && value <= max ? undefined : t("analysis.between", { min, max });
};

const atLeastOne = (text: string): string | undefined =>
  Number.isInteger(Number(text)) && Number(text) >= 1 ? undefined : t("analysis.atLeastOne");

const conceptProblem = (draft: DatasetDraft): string | undefined => {
  const concepts = readConcepts(draft.concepts);
  const labels = concepts.map(([label]) => label.toLowerCase());
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) return t("analysis.labelTwice", { label: twice });
  const punctuated = concepts.find(([label]) => /[^\p{L}\p{N} _]/u.test(label));
  if (punctuated !== undefined) return t("analysis.labelPunctuation", { label: punctuated[0] });
  const bare = concepts.find(([, keywords]) => keywords.length === 0);
  return bare === undefined ? undefined : t("analysis.labelBare", { label: bare[0] });
};

/** Keywords and context belong to a name: without one the service has no entity for them. */
const entityProblem = (entities: DatasetDraft["entities"]): string | undefined => {
  const unnamed = unnamedEntity(entities);
  if (unnamed >= 0) return t("analysis.entityUnnamed", { number: unnamed + 1 });
  return entities.some(({ name }) => name.trim() !== "") ? undefined : t("analysis.noEntity");
};

/** The position of the first entity that has keywords or a context but no name; -1 where there is none. */
export const unnamedEntity = (entities: DatasetDraft["entities"]): number =>
  entities.findIndex(({ name, context, keywords }) => name.trim() === "" && `${context}${keywords}`.trim() !== "");

export const dateProblems = ({
  start,
  end,
}: Pick<DatasetDraft, "start" | "end">): Pick<DatasetProblems, "start" | "end"> => ({
  ...(!isDay(start) && { start: t("pane.date") }),
  ...(!isDay(end) && { end: t("pane.date") }),
  ...(isDay(start) && isDay(end) && start > end && { end: t("analysis.endFirst") }),
});

const sentimentProblems = (typed: DatasetDraft["sentiments"]): DatasetProblems => {
  const problems: DatasetProblems = {};
  for (const { name, bounds } of sentimentBounds) {
    for (const { key } of bounds) {
      const wrong = typed[key].trim() === "" ? undefined : between(typed[key], sentiments[name]);
      if (wrong !== undefined) problems[key] = wrong;
    }
    const [low, high] = [typed[`${name}:min`].trim(), typed[`${name}:max`].trim()];
    if (low !== "" && high !== "" && Number(low) > Number(high)) problems[`${name}:max`] ??= t("analysis.maxFirst");
  }
  return problems;
};

const defined = (problems: Readonly<Record<string, string | undefined>>): DatasetProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));

/** Checks the rules of the specification that need no call. */
export const findDatasetProblems = (draft: DatasetDraft): DatasetProblems => ({
  ...dateProblems(draft),
  ...sentimentProblems(draft.sentiments),
  ...defined({
    name: draft.name.trim() === "" ? t("pane.required") : undefined,
    entities: entityProblem(draft.entities),
    workers:
      draft.workers.includes("raw-matcher") || draft.workers.includes("ner-linking")
        ? undefined
        : t("analysis.noMatcher"),
    qscore: draft.workers.includes("quality-score") ? between(draft.qscore, [0, 100]) : undefined,
    searchIn: draft.searchIn.length === 0 && !draft.workers.includes("ner-linking") ? t("analysis.noPart") : undefined,
    siteTypes: draft.siteTypes.length === 0 ? t("analysis.noSiteType") : undefined,
    countries: splitList(draft.countries).every((code) => /^[a-z]{2}$/i.test(code)) ? undefined : t("analysis.country"),
    concepts: conceptProblem(draft),
    similarity: between(draft.similarity, [0, 1]),
    minMatch: atLeastOne(draft.minMatch),
    minRepeat: atLeastOne(draft.minRepeat),
  }),
});

export type DatasetForm = ReturnType<typeof useDataset>;

/** The form of a new analysis. The draft stays until it has started. */
export const useDataset = () => {
  const { deps } = usePane();
  const [draft, change] = useDraft("dataset", emptyDataset);
  const [{ started, recipeProblem }, setStarted] = useDraft("dataset-started", { started: "", recipeProblem: "" });
  const job = useJob("dataset");
  const attempts = useAttempts();
  const problems = findDatasetProblems(draft);
  /** None before the first attempt to send. */
  const shown: DatasetProblems = attempts.tried ? problems : {};
  const body = toDatasetBody(draft);
  const start = (): void => {
    if (!attempts.pass(problems)) return;
    setStarted({ started: "" });
    void job.start(t("analysis.start"), draft.name, async ({ call }) => {
      const { instance, recipeProblem = "" } = await startAnalysis(
        deps,
        { name: draft.name.trim(), request: body },
        call,
      );
      setStarted({ started: instance, recipeProblem });
      attempts.forget();
      return 1;
    });
  };
  return { draft, body, job, attempts, change, start, problems: shown, started, recipeProblem };
};
