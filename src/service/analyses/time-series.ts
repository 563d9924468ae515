import { itemAt } from "../common/random";
import { yieldEvery } from "../common/clock";
import { type ApiError, invalid, wrongElement } from "../http/problems";
import { languageName } from "../text/languages";
import { rounded } from "../text/statement";
import type { SentenceResults } from "../../data/records";
import type { DataSource, Document } from "../data/source";
import { isoTime } from "../records/esg-event";
import { resultNames } from "../text/sentiment";
import {
  aggregateCounted,
  type FoundEntity,
  matchDocument,
  type MatchedDocument,
  mentions,
  type AnalysedSentence,
} from "./matching";
import type { Plan } from "./plan";
import type { MatchedDocuments } from "./run";
import { analysisSiteType } from "./site-filter";

/** The body of a time series request. */
export interface TimeSeriesRequest {
  readonly operands: readonly ("min" | "max" | "mean" | "median")[];
  readonly pivots: readonly string[];
  readonly time_granularity: "day" | "hour" | "minute";
  readonly volume_only: boolean;
}

/** The values of one row in the order of the columns: pivots, metrics, volumes. Undefined is unknown. */
export type SeriesRow = readonly (number | string | undefined)[];

const metrics = [...resultNames.slice(0, 9), "similarity", ...resultNames.slice(9)] as const;

interface SeriesGroup {
  readonly pivots: Readonly<Record<string, string | undefined>>;
  documents: number;
  sentences: number;
  /** How often each result occurs. Few differ, because a statement has the same results wherever it stands. */
  readonly results: Map<SentenceResults, number>;
  readonly similarities: Map<number, number>;
}

const granularities = { day: 10, hour: 13, minute: 16 } as const;

const seriesPeriod = (time: string, granularity: TimeSeriesRequest["time_granularity"]): string => {
  const part = time.slice(0, granularities[granularity]);
  if (granularity === "day") return part;
  return granularity === "hour" ? `${part}:00:00Z` : `${part}:00Z`;
};

const pivotCombinations = (
  { site, time, language }: Document,
  { pivots, time_granularity }: TimeSeriesRequest,
): Record<string, string | undefined> => {
  const values: Record<string, () => string | undefined> = {
    extract_day: () => seriesPeriod(isoTime(time), time_granularity),
    language: () => languageName(language),
    site: () => site.domain,
    site_type: () => analysisSiteType(site),
    country: () => site.country?.toUpperCase(),
  };
  return Object.fromEntries(pivots.filter((pivot) => pivot !== "entity").map((pivot) => [pivot, values[pivot]?.()]));
};

/** Maximum number of rows of a time series. */
const mostRows = 100_000;

const tooManyRows = (): ApiError =>
  invalid([wrongElement("body.pivots", `The time series would have more than ${mostRows} rows: request fewer pivots`)]);

const groupFor = (
  groups: Map<string, SeriesGroup>,
  pivots: Readonly<Record<string, string | undefined>>,
): SeriesGroup => {
  const key = JSON.stringify(pivots);
  const known = groups.get(key);
  if (known !== undefined) return known;
  if (groups.size >= mostRows) throw tooManyRows();
  const group: SeriesGroup = { pivots, documents: 0, sentences: 0, results: new Map(), similarities: new Map() };
  groups.set(key, group);
  return group;
};

/**
 * With an entity pivot a sentence counts for each entity it mentions, with that entity's similarity; without, once,
 * with the highest similarity.
 */
const addToGroup = (
  group: SeriesGroup,
  sentences: readonly AnalysedSentence[],
  similar: (sentence: AnalysedSentence) => number | undefined,
): void => {
  group.documents += 1;
  for (const sentence of sentences) {
    group.sentences += 1;
    group.results.set(sentence.results, (group.results.get(sentence.results) ?? 0) + 1);
    const similarity = similar(sentence);
    if (similarity !== undefined) group.similarities.set(similarity, (group.similarities.get(similarity) ?? 0) + 1);
  }
};

const best = (
  candidates: readonly FoundEntity[],
  sentence: AnalysedSentence,
  { entities }: Plan,
): number | undefined => {
  const mentioned = candidates.filter(({ position }) => mentions(itemAt(entities, position), sentence));
  return mentioned.length === 0 ? undefined : Math.max(...mentioned.map(({ similarity }) => similarity));
};

const addDocument = (
  groups: Map<string, SeriesGroup>,
  match: MatchedDocument,
  { plan, request }: SeriesContext,
): void => {
  const { analysed, entities } = match;
  const pivots = pivotCombinations(analysed.document, request);
  if (!request.pivots.includes("entity")) {
    addToGroup(groupFor(groups, pivots), analysed.sentences, (sentence) => best(entities, sentence, plan));
    return;
  }
  for (const { position, similarity } of entities) {
    const entity = itemAt(plan.entities, position);
    const about = analysed.sentences.filter((sentence) => mentions(entity, sentence));
    addToGroup(groupFor(groups, { ...pivots, entity: entity.name }), about, () => similarity);
  }
};

const groupMetrics = (group: SeriesGroup, request: TimeSeriesRequest): SeriesRow =>
  metrics.flatMap((metric) => {
    const values: (readonly [number, number])[] =
      metric === "similarity"
        ? [...group.similarities]
        : [...group.results].flatMap(([{ [metric]: value }, count]) => (value === undefined ? [] : [[value, count]]));
    const metrics = values.length === 0 ? undefined : aggregateCounted(values);
    return request.operands.map((operand) => (metrics === undefined ? undefined : rounded(metrics[operand])));
  });

const seriesColumns = ({ pivots, operands, volume_only: isVolumeOnly }: TimeSeriesRequest): readonly string[] => [
  ...pivots,
  ...(isVolumeOnly ? [] : metrics.flatMap((metric) => operands.map((operand) => `${operand}_${metric}`))),
  "volume_document",
  "volume_sentence",
];

const toSeriesRow = (group: SeriesGroup, request: TimeSeriesRequest): SeriesRow => [
  ...request.pivots.map((pivot) => group.pivots[pivot]),
  ...(request.volume_only ? [] : groupMetrics(group, request)),
  group.documents,
  group.sentences,
];

const compareRows =
  (pivots: readonly string[]) =>
  (a: SeriesGroup, b: SeriesGroup): number => {
    for (const pivot of pivots) {
      const [first, second] = [a.pivots[pivot] ?? "", b.pivots[pivot] ?? ""];
      if (first !== second) return first < second ? -1 : 1;
    }
    return 0;
  };

export interface SeriesContext {
  readonly data: DataSource;
  readonly plan: Plan;
  readonly request: TimeSeriesRequest;
}

/** The rows of a time series, by position; each is computed when it is read. */
export interface TimeSeries {
  readonly columns: readonly string[];
  readonly positions: Iterable<number>;
  readonly row: (position: number) => SeriesRow;
}

/**
 * Aggregates an analysis into one row for each combination of pivot values, in time slices. A document with two
 * entities counts in two rows. @throws 400 for more than 100,000 rows.
 */
export const createTimeSeries = async (documents: MatchedDocuments, context: SeriesContext): Promise<TimeSeries> => {
  const groups = new Map<string, SeriesGroup>();
  const yieldIfDue = yieldEvery();
  for await (const batch of context.data.readDocuments(documents.documents)) {
    for (const document of batch) {
      const match = matchDocument(document, context.plan);
      if (match !== undefined) addDocument(groups, match, context);
      await yieldIfDue();
    }
  }
  const { request } = context;
  if (request.pivots.length === 0 && groups.size === 0) groupFor(groups, {});
  const sorted = [...groups.values()].sort(compareRows(request.pivots));
  return {
    columns: seriesColumns(request),
    positions: sorted.keys(),
    row: (position) => toSeriesRow(itemAt(sorted, position), request),
  };
};

const quoteCsv = (value: number | string | undefined): string => {
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** A row as CSV (RFC 4180) without the end of the line. */
export const csvLine = (row: SeriesRow): string => row.map(quoteCsv).join(",");

/**
 * Creates a function that writes rows as JSON; members that are undefined are absent. An object for each row, with
 * members whose names are computed, would take twenty times the memory of the text.
 */
export const createJsonWriter = (columns: readonly string[]): ((row: SeriesRow) => string) => {
  const names = columns.map((column) => `${JSON.stringify(column)}:`);
  return (row) => {
    const members = row.flatMap((value, column) =>
      value === undefined ? [] : [(names[column] ?? "") + JSON.stringify(value)],
    );
    return `{${members.join()}}`;
  };
};
