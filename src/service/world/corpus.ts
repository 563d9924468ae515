import { createDice, drawFor, type Draw } from "./dice";
import { dossierEvent, fixtures, pressDocuments } from "./fixtures";
import { premiumEnglishNews, sites, sitesByLanguage, standardEnglishNews } from "./sites";
import type { Timeline } from "./timeline";
import { esgTopics, sdgTopics } from "./topics";

const day = 86_400;

/** The documents of the world in columns: first those about ESG, entity by entity and event by event, then those about SDG. */
export interface Corpus {
  readonly count: number;
  readonly esgCount: number;
  readonly entity: Int32Array;
  /** The event, or -1. */
  readonly event: Int32Array;
  /** Seconds relative to the midnight that begins the world's day. */
  readonly time: Int32Array;
  /** The first document of the cluster. */
  readonly cluster: Int32Array;
  readonly clusterSize: Uint8Array;
  readonly score: Uint8Array;
  readonly topic: Uint8Array;
  readonly language: Uint8Array;
  readonly site: Uint8Array;
  readonly quality: Uint8Array;
  /** Bits: 1 no title, 2 no address, 4 a title that looks like a formula. */
  readonly marks: Uint8Array;
  /** The first ESG and SDG document of each entity; one longer than the entities. */
  readonly esgOffsets: Int32Array;
  readonly sdgOffsets: Int32Array;
}

/** One document before it is laid into the columns. */
interface Plan {
  readonly event: number;
  readonly time: number;
  readonly score: number;
  readonly topic: number;
  readonly language: number;
  readonly site: number;
  readonly quality: number;
  readonly marks: number;
  /** Joins the cluster of the document before it. */
  readonly joins: boolean;
}

const clampScore = (score: number): number => Math.max(1, Math.min(5, score));
const pickFrom = (positions: readonly number[], draw: Draw): number => positions[draw.below(positions.length)] ?? 0;

const languageOf = (draw: Draw): number => (draw.chance(0.55) ? 0 : 1 + draw.below(4));

const marksOf = (draw: Draw): number =>
  (draw.chance(0.015) ? 1 : 0) | (draw.chance(0.01) ? 2 : 0) | (draw.chance(0.004) ? 4 : 0);

const source = (draw: Draw): Pick<Plan, "language" | "site" | "quality" | "marks"> => {
  const language = languageOf(draw);
  return {
    language,
    site: pickFrom(sitesByLanguage[language] ?? [], draw),
    quality: 20 + draw.below(79),
    marks: marksOf(draw),
  };
};

const englishSource = (draw: Draw, premium: boolean): Pick<Plan, "language" | "site" | "quality" | "marks"> => ({
  language: 0,
  site: pickFrom(premium ? premiumEnglishNews : standardEnglishNews, draw),
  quality: 55 + draw.below(40),
  marks: 0,
});

const eventPlans = (timeline: Timeline, event: number, draw: Draw): Plan[] => {
  const count = timeline.documents[event] ?? 0;
  const start = timeline.start[event] ?? 0;
  const length = (timeline.last[event] ?? 0) - start;
  const between = Array.from({ length: Math.max(0, count - 2) }, () => start + Math.floor(draw.unit() ** 2 * length));
  const times = [start, ...between.sort((a, b) => a - b), ...(count > 1 ? [start + length] : [])];
  const dossier = timeline.fixture[event] === 1;
  return times.map((time, position) => {
    const joins =
      position > 0 && draw.chance(0.5) && Math.floor(time / day) === Math.floor((times[position - 1] ?? 0) / day);
    const score = clampScore((timeline.score[event] ?? 3) + draw.below(3) - 1);
    const from = dossier ? englishSource(draw, position === dossierEvent.premiumDocument) : source(draw);
    return { event, time, score, topic: timeline.topic[event] ?? 0, joins: joins && !dossier, ...from };
  });
};

const loosePlan = (draw: Draw): Plan => ({
  event: -1,
  time: -Math.round((0.01 + draw.unit() * 900) * day),
  score: 1 + draw.below(4),
  topic: draw.below(esgTopics.length),
  joins: false,
  ...source(draw),
});

/** Documents of Acme or Volta in the last 92 days, ten or eleven a day. */
const pressPlans = (draw: Draw): Plan[] => {
  const half = pressDocuments.count / 2;
  return Array.from({ length: half }, (_, index) => ({
    event: -1,
    time: -((index % pressDocuments.days) + 1) * day + draw.below(day),
    score: 1 + draw.below(4),
    topic: draw.below(esgTopics.length),
    joins: false,
    ...englishSource(draw, false),
  }));
};

/** How long ago the other documents of Acme and Volta must be. */
const beforePress = -(pressDocuments.days + 40) * day;

const esgPlans = (timeline: Timeline, entity: number, draw: Draw): Plan[] => {
  const plans: Plan[] = [];
  for (let event = timeline.offsets[entity] ?? 0; event < (timeline.offsets[entity + 1] ?? 0); event += 1) {
    for (const plan of eventPlans(timeline, event, draw)) plans.push(plan);
  }
  if (entity === fixtures.acme || entity === fixtures.volta) {
    const old = plans.filter((plan) => plan.time < beforePress);
    return [...old, ...pressPlans(draw)];
  }
  for (let loose = draw.below(6); loose > 0; loose -= 1) plans.push(loosePlan(draw));
  return plans;
};

const sdgPlans = (entity: number, draw: Draw): Plan[] => {
  const press = entity === fixtures.acme || entity === fixtures.volta;
  const shift = press ? beforePress : 0;
  return Array.from({ length: entity < fixtures.awkward.first ? 4 : draw.below(4) }, (_, position) => {
    const plan = loosePlan(draw);
    return {
      ...plan,
      time: plan.time + shift,
      topic: draw.below(sdgTopics.length),
      joins: position > 0 && draw.chance(0.1),
    };
  });
};

const columns = (
  plans: readonly Plan[],
  entities: Int32Array,
): Omit<Corpus, "esgCount" | "esgOffsets" | "sdgOffsets"> => {
  const count = plans.length;
  const made = {
    count,
    entity: entities,
    event: new Int32Array(count),
    time: new Int32Array(count),
    cluster: new Int32Array(count),
    clusterSize: new Uint8Array(count),
    score: new Uint8Array(count),
    topic: new Uint8Array(count),
    language: new Uint8Array(count),
    site: new Uint8Array(count),
    quality: new Uint8Array(count),
    marks: new Uint8Array(count),
  };
  let first = 0;
  plans.forEach((plan, ordinal) => {
    const before = plans[first];
    const together =
      plan.joins &&
      entities[first] === entities[ordinal] &&
      before !== undefined &&
      Math.floor(before.time / day) === Math.floor(plan.time / day);
    if (!together) first = ordinal;
    made.cluster[ordinal] = first;
    made.clusterSize[first] = ordinal - first + 1;
    made.event[ordinal] = plan.event;
    made.time[ordinal] = plan.time;
    made.score[ordinal] = plan.score;
    made.topic[ordinal] = plan.topic;
    made.language[ordinal] = plan.language;
    made.site[ordinal] = plan.site;
    made.quality[ordinal] = plan.quality;
    made.marks[ordinal] = plan.marks;
  });
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
    made.clusterSize[ordinal] = made.clusterSize[made.cluster[ordinal] ?? 0] ?? 1;
  }
  return made;
};

/** Makes the documents of all entities. */
export const createCorpus = (seed: number, timeline: Timeline): Corpus => {
  const dice = createDice(seed, "document");
  const entities = timeline.offsets.length - 1;
  const plans: Plan[] = [];
  const owners: number[] = [];
  const lay = (make: (entity: number, draw: Draw) => Plan[], salt: number): Int32Array => {
    const offsets = new Int32Array(entities + 1);
    for (let entity = 0; entity < entities; entity += 1) {
      offsets[entity] = plans.length;
      for (const plan of make(entity, drawFor(dice, entity, salt))) {
        plans.push(plan);
        owners.push(entity);
      }
    }
    offsets[entities] = plans.length;
    return offsets;
  };
  const esgOffsets = lay((entity, draw) => esgPlans(timeline, entity, draw), 0);
  const esgCount = plans.length;
  const sdgOffsets = lay(sdgPlans, 100_000);
  return { ...columns(plans, Int32Array.from(owners)), esgCount, esgOffsets, sdgOffsets };
};

/** Whether the document comes from a site whose text only accounts with premium news may read. */
export const isPremium = (corpus: Corpus, document: number): boolean =>
  sites[corpus.site[document] ?? 0]?.licence === "premium";
