import type { Draw } from "./dice";
import { dossierEvent, fixturesOf, pressDocuments, type Fixtures, type WorldSize } from "./fixtures";
import { itemAt } from "./item-at";
import { premiumEnglishNews, sitesByLanguage, standardEnglishNews } from "./sites";
import type { Timeline } from "./timeline";
import { esgTopics, sdgTopics } from "./topics";

const day = 86_400;

/** One document before it is laid into the columns of the corpus. */
export interface Plan {
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

/** What the documents are made for. */
export interface CorpusOptions {
  readonly timeline: Timeline;
  readonly size: WorldSize;
}

const clampScore = (score: number): number => Math.max(1, Math.min(5, score));
const pickFrom = (positions: readonly number[], draw: Draw): number => itemAt(positions, draw.below(positions.length));

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
const pressPlans = (draw: Draw, size: WorldSize): Plan[] => {
  const half = pressDocuments.counts[size] / 2;
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

/** How the documents of one entity are planned. */
export type Planner = (entity: number, draw: Draw) => Plan[];

const isInPress = ({ acme, volta }: Fixtures, entity: number): boolean => entity === acme || entity === volta;

const esgPlans =
  (fixtures: Fixtures, { timeline, size }: CorpusOptions): Planner =>
  (entity, draw) => {
    const plans: Plan[] = [];
    for (let event = timeline.offsets[entity] ?? 0; event < (timeline.offsets[entity + 1] ?? 0); event += 1) {
      for (const plan of eventPlans(timeline, event, draw)) plans.push(plan);
    }
    if (isInPress(fixtures, entity)) {
      const old = plans.filter((plan) => plan.time < beforePress);
      return [...old, ...pressPlans(draw, size)];
    }
    for (let loose = draw.below(6); loose > 0; loose -= 1) plans.push(loosePlan(draw));
    return plans;
  };

const sdgPlans =
  (fixtures: Fixtures): Planner =>
  (entity, draw) => {
    const shift = isInPress(fixtures, entity) ? beforePress : 0;
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

/** The planners of documents about ESG and about SDG. */
export const createPlanners = (options: CorpusOptions): { readonly esg: Planner; readonly sdg: Planner } => {
  const fixtures = fixturesOf(options.timeline.offsets.length - 1);
  return { esg: esgPlans(fixtures, options), sdg: sdgPlans(fixtures) };
};
