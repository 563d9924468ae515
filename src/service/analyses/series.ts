import { itemAt } from "../world/item-at";
import { createPacer } from "../clock";
import { siteOf } from "../records/document";
import { languageName } from "../text/languages";
import { rounded } from "../text/render";
import { resultNames, type SentenceResults } from "../text/score";
import { documentLanguage } from "../world/document-text";
import { instant, type World } from "../world/world";
import { matchDocument, type FoundEntity, type MatchedDocument } from "./matching";
import type { Plan } from "./plan";
import { aggregate, mentions, type ReadSentence } from "./reading";
import type { Matched } from "./run";
import { analysisSiteType } from "./site-filter";

/** What is asked of a time series. */
export interface SeriesRequest {
  readonly operands: readonly ("min" | "max" | "mean" | "median")[];
  readonly pivots: readonly string[];
  readonly time_granularity: "day" | "hour" | "minute";
  readonly volume_only: boolean;
}

/** One row: pivots, metrics, volumes. */
export type SeriesRow = Readonly<Record<string, number | string | null>>;

const metrics = [...resultNames.slice(0, 9), "similarity", ...resultNames.slice(9)] as const;

interface Group {
  readonly pivots: Readonly<Record<string, string | null>>;
  documents: number;
  readonly results: SentenceResults[];
  readonly similarities: number[];
}

const granularities = { day: 10, hour: 13, minute: 16 } as const;

const periodOf = (time: string, granularity: SeriesRequest["time_granularity"]): string => {
  const part = time.slice(0, granularities[granularity]);
  if (granularity === "day") return part;
  return granularity === "hour" ? `${part}:00:00Z` : `${part}:00Z`;
};

const pivotsOf = (
  world: World,
  document: number,
  { pivots, time_granularity }: SeriesRequest,
): Record<string, string | null> => {
  const site = siteOf(world, document);
  const values: Record<string, () => string | null> = {
    extract_day: () => periodOf(instant(world, world.corpus.time[document] ?? 0), time_granularity),
    language: () => languageName(documentLanguage(world, document)),
    site: () => site.domain,
    site_type: () => analysisSiteType(site),
    country: () => site.country?.toUpperCase() ?? null,
  };
  return Object.fromEntries(
    pivots.filter((pivot) => pivot !== "entity").map((pivot) => [pivot, values[pivot]?.() ?? null]),
  );
};

const groupFor = (groups: Map<string, Group>, pivots: Readonly<Record<string, string | null>>): Group => {
  const key = JSON.stringify(pivots);
  const known = groups.get(key);
  if (known !== undefined) return known;
  const made: Group = { pivots, documents: 0, results: [], similarities: [] };
  groups.set(key, made);
  return made;
};

/** With an entity pivot a sentence counts for the entities it mentions, with that entity's similarity; without, for the best of them. */
const addTo = (
  group: Group,
  sentences: readonly ReadSentence[],
  similar: (sentence: ReadSentence) => number | undefined,
): void => {
  group.documents += 1;
  for (const sentence of sentences) {
    group.results.push(sentence.results);
    const similarity = similar(sentence);
    if (similarity !== undefined) group.similarities.push(similarity);
  }
};

const best = (found: readonly FoundEntity[], sentence: ReadSentence, { entities }: Plan): number | undefined => {
  const met = found.filter(({ position }) => mentions(itemAt(entities, position), sentence));
  return met.length === 0 ? undefined : Math.max(...met.map(({ similarity }) => similarity));
};

const addDocument = (
  groups: Map<string, Group>,
  matched: MatchedDocument,
  { world, plan, request }: SeriesContext,
): void => {
  const { read, entities } = matched;
  const pivots = pivotsOf(world, read.document, request);
  if (!request.pivots.includes("entity")) {
    addTo(groupFor(groups, pivots), read.sentences, (sentence) => best(entities, sentence, plan));
    return;
  }
  for (const { position, similarity } of entities) {
    const entity = itemAt(plan.entities, position);
    const about = read.sentences.filter((sentence) => mentions(entity, sentence));
    addTo(groupFor(groups, { ...pivots, entity: entity.name }), about, () => similarity);
  }
};

const metricsOf = async (group: Group, request: SeriesRequest): Promise<Record<string, number | null>> => {
  const pace = createPacer();
  const row: Record<string, number | null> = {};
  for (const metric of metrics) {
    const values = metric === "similarity" ? group.similarities : group.results.map((results) => results[metric]);
    const made = values.length === 0 ? undefined : aggregate(values);
    for (const operand of request.operands)
      row[`${operand}_${metric}`] = made === undefined ? null : rounded(made[operand]);
    await pace();
  }
  return row;
};

const rowOf = async (group: Group, request: SeriesRequest): Promise<SeriesRow> => ({
  ...Object.fromEntries(request.pivots.map((pivot) => [pivot, group.pivots[pivot] ?? null])),
  ...(request.volume_only ? {} : await metricsOf(group, request)),
  volume_document: group.documents,
  volume_sentence: group.results.length,
});

const compareRows =
  (pivots: readonly string[]) =>
  (a: Group, b: Group): number => {
    for (const pivot of pivots) {
      const [first, second] = [a.pivots[pivot] ?? "", b.pivots[pivot] ?? ""];
      if (first !== second) return first < second ? -1 : 1;
    }
    return 0;
  };

/** What a time series is made from. */
export interface SeriesContext {
  readonly world: World;
  readonly plan: Plan;
  readonly request: SeriesRequest;
}

/** Aggregates an analysis: a row for every combination of the pivots that occurs, in slices. Two entities of a document count in two rows. */
export const createSeries = async (matched: Matched, context: SeriesContext): Promise<SeriesRow[]> => {
  const groups = new Map<string, Group>();
  const pace = createPacer();
  for (const document of matched.documents) {
    const found = matchDocument(context.world, document, context.plan);
    if (found !== undefined) addDocument(groups, found, context);
    await pace();
  }
  const { request } = context;
  if (request.pivots.length === 0 && groups.size === 0) groupFor(groups, {});
  const rows: SeriesRow[] = [];
  for (const group of [...groups.values()].sort(compareRows(request.pivots))) {
    rows.push(await rowOf(group, request));
    await pace();
  }
  return rows;
};

const quoted = (value: number | string | null): string => {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

/** Writes rows as CSV (RFC 4180); the header names the members. */
export const seriesCsv = (rows: readonly SeriesRow[]): string => {
  const header = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => header.map((name) => quoted(row[name] ?? null)).join(","));
  return header.length === 0 ? "" : `${[header.map(quoted).join(","), ...lines].join("\r\n")}\r\n`;
};
