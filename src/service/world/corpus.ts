import { secondsPerDay } from "../../facts/dates";
import { createSeededRandom, type Sampler, samplerFor, itemAt } from "../common/random";
import {
  dossierEvent,
  type Fixtures,
  createFixtures,
  lastBankSdgDocuments,
  pressDocuments,
  type WorldSize,
} from "./fixtures";
import { premiumEnglishNews, sitesByLanguage, standardEnglishNews } from "./sites";
import type { Timeline } from "./timeline";
import { esgTopics, sdgTopics } from "../text/topics";

/** One document before it is written into the columns. */
export interface DocumentPlan {
  readonly event: number;
  readonly time: number;
  readonly score: number;
  readonly topic: number;
  readonly language: number;
  readonly site: number;
  readonly quality: number;
  readonly marks: number;
  /** Joins the cluster of the previous document. */
  readonly joins: boolean;
}

export interface CorpusOptions {
  readonly timeline: Timeline;
  readonly size: WorldSize;
}

const clampScore = (score: number): number => Math.max(1, Math.min(5, score));
const pickFrom = (positions: readonly number[], sampler: Sampler): number =>
  itemAt(positions, sampler.below(positions.length));

const sampleLanguage = (sampler: Sampler): number => (sampler.chance(0.55) ? 0 : 1 + sampler.below(4));

const sampleMarks = (sampler: Sampler): number =>
  (sampler.chance(0.015) ? 1 : 0) | (sampler.chance(0.01) ? 2 : 0) | (sampler.chance(0.004) ? 4 : 0);

const source = (sampler: Sampler): Pick<DocumentPlan, "language" | "site" | "quality" | "marks"> => {
  const language = sampleLanguage(sampler);
  return {
    language,
    site: pickFrom(sitesByLanguage[language] ?? [], sampler),
    quality: 20 + sampler.below(79),
    marks: sampleMarks(sampler),
  };
};

const englishSource = (
  sampler: Sampler,
  premium: boolean,
): Pick<DocumentPlan, "language" | "site" | "quality" | "marks"> => ({
  language: 0,
  site: pickFrom(premium ? premiumEnglishNews : standardEnglishNews, sampler),
  quality: 55 + sampler.below(40),
  marks: 0,
});

const eventPlans = (timeline: Timeline, event: number, sampler: Sampler): DocumentPlan[] => {
  const count = timeline.documents[event] ?? 0;
  const start = timeline.start[event] ?? 0;
  const length = (timeline.last[event] ?? 0) - start;
  const between = Array.from(
    { length: Math.max(0, count - 2) },
    () => start + Math.floor(sampler.unit() ** 2 * length),
  );
  const times = [start, ...between.sort((a, b) => a - b), ...(count > 1 ? [start + length] : [])];
  const dossier = timeline.fixture[event] === 1;
  return times.map((time, position) => {
    // All documents of one event and day are one cluster.
    const joins =
      position > 0 && Math.floor(time / secondsPerDay) === Math.floor((times[position - 1] ?? 0) / secondsPerDay);
    const score = clampScore((timeline.score[event] ?? 3) + sampler.below(3) - 1);
    const from = dossier ? englishSource(sampler, position === dossierEvent.premiumDocument) : source(sampler);
    return { event, time, score, topic: timeline.topic[event] ?? 0, joins, ...from };
  });
};

const loosePlan = (sampler: Sampler): DocumentPlan => ({
  event: -1,
  time: -Math.round((0.01 + sampler.unit() * 900) * secondsPerDay),
  score: 1 + sampler.below(4),
  topic: sampler.below(esgTopics.length),
  joins: false,
  ...source(sampler),
});

/** Documents of Acme or Volta in the last 92 days, ten or eleven a day. */
const pressPlans = (sampler: Sampler, size: WorldSize): DocumentPlan[] => {
  const half = pressDocuments.counts[size] / 2;
  return Array.from({ length: half }, (_, index) => ({
    event: -1,
    time: -((index % pressDocuments.days) + 1) * secondsPerDay + sampler.below(secondsPerDay),
    score: 1 + sampler.below(4),
    topic: sampler.below(esgTopics.length),
    joins: false,
    ...englishSource(sampler, false),
  }));
};

/** The latest time of the other documents of Acme and Volta. */
const beforePress = -(pressDocuments.days + 40) * secondsPerDay;

/** Plans the documents of one entity. */
export type Planner = (entity: number, sampler: Sampler) => DocumentPlan[];

const isInPress = ({ acme, volta }: Fixtures, entity: number): boolean => entity === acme || entity === volta;

const esgPlans =
  (fixtures: Fixtures, { timeline, size }: CorpusOptions): Planner =>
  (entity, sampler) => {
    const plans: DocumentPlan[] = [];
    for (let event = timeline.offsets[entity] ?? 0; event < (timeline.offsets[entity + 1] ?? 0); event += 1) {
      for (const plan of eventPlans(timeline, event, sampler)) plans.push(plan);
    }
    if (isInPress(fixtures, entity)) {
      const old = plans.filter((plan) => plan.time < beforePress);
      return [...old, ...pressPlans(sampler, size)];
    }
    for (let loose = sampler.below(6); loose > 0; loose -= 1) plans.push(loosePlan(sampler));
    return plans;
  };

const sdgPlans =
  (fixtures: Fixtures): Planner =>
  (entity, sampler) => {
    const shift = isInPress(fixtures, entity) ? beforePress : 0;
    const count =
      entity === fixtures.banks - 1 ? lastBankSdgDocuments : entity < fixtures.awkward.first ? 4 : sampler.below(4);
    return Array.from({ length: count }, (_, position) => {
      const plan = loosePlan(sampler);
      return {
        ...plan,
        time: plan.time + shift,
        topic: sampler.below(sdgTopics.length),
        joins: position > 0 && sampler.chance(0.1),
      };
    });
  };

/** Planners of ESG documents and of SDG documents. */
export const createPlanners = (options: CorpusOptions): { readonly esg: Planner; readonly sdg: Planner } => {
  const fixtures = createFixtures(options.timeline.offsets.length - 1);
  return { esg: esgPlans(fixtures, options), sdg: sdgPlans(fixtures) };
};

/** The documents of the world in columns: ESG documents by entity and event, then SDG documents. */
export interface Corpus {
  readonly count: number;
  readonly esgCount: number;
  readonly entity: Int32Array;
  /** The event, or -1. */
  readonly event: Int32Array;
  /** Seconds relative to the world's midnight. */
  readonly time: Int32Array;
  /** The first document of the cluster. */
  readonly cluster: Int32Array;
  readonly clusterSize: Uint8Array;
  readonly score: Uint8Array;
  readonly topic: Uint8Array;
  readonly language: Uint8Array;
  readonly site: Uint8Array;
  readonly quality: Uint8Array;
  /** Bits: 1 no title, 2 no URL, 4 a title that looks like a formula. */
  readonly marks: Uint8Array;
  /** The first ESG and SDG document of each entity; one item more than entities. */
  readonly esgOffsets: Int32Array;
  readonly sdgOffsets: Int32Array;
}

type Columns = Omit<Corpus, "esgCount" | "esgOffsets" | "sdgOffsets">;

const emptyColumns = (entity: Int32Array): Columns => {
  const count = entity.length;
  const bytes = (): Uint8Array => new Uint8Array(count);
  return {
    count,
    entity,
    event: new Int32Array(count),
    time: new Int32Array(count),
    cluster: new Int32Array(count),
    clusterSize: bytes(),
    score: bytes(),
    topic: bytes(),
    language: bytes(),
    site: bytes(),
    quality: bytes(),
    marks: bytes(),
  };
};

const writeDocument = (columns: Columns, document: number, plan: DocumentPlan): void => {
  columns.event[document] = plan.event;
  columns.time[document] = plan.time;
  columns.score[document] = plan.score;
  columns.topic[document] = plan.topic;
  columns.language[document] = plan.language;
  columns.site[document] = plan.site;
  columns.quality[document] = plan.quality;
  columns.marks[document] = plan.marks;
};

/** Assigns clusters. A document joins the previous cluster if its plan says so and entity and day are the same. */
const cluster = (columns: Columns, plans: readonly DocumentPlan[]): void => {
  const { entity, time, clusterSize } = columns;
  const dayOf = (document: number): number => Math.floor((time[document] ?? 0) / secondsPerDay);
  let first = 0;
  plans.forEach(({ joins }, document) => {
    if (!joins || entity[first] !== entity[document] || dayOf(first) !== dayOf(document)) first = document;
    columns.cluster[document] = first;
    clusterSize[first] = document - first + 1;
  });
  plans.forEach((_, document) => (clusterSize[document] = clusterSize[columns.cluster[document] ?? 0] ?? 1));
};

export const createCorpus = (seed: number, options: CorpusOptions): Corpus => {
  const random = createSeededRandom(seed, "document");
  const entities = options.timeline.offsets.length - 1;
  const planners = createPlanners(options);
  const plans: DocumentPlan[] = [];
  const owners: number[] = [];
  const gather = (make: Planner, salt: number): Int32Array => {
    const offsets = new Int32Array(entities + 1);
    for (let entity = 0; entity < entities; entity += 1) {
      offsets[entity] = plans.length;
      for (const plan of make(entity, samplerFor(random, entity, salt))) {
        plans.push(plan);
        owners.push(entity);
      }
    }
    offsets[entities] = plans.length;
    return offsets;
  };
  const esgOffsets = gather(planners.esg, 0);
  const esgCount = plans.length;
  const sdgOffsets = gather(planners.sdg, 100_000);
  const columns = emptyColumns(Int32Array.from(owners));
  plans.forEach((plan, document) => writeDocument(columns, document, plan));
  cluster(columns, plans);
  return { ...columns, esgCount, esgOffsets, sdgOffsets };
};
