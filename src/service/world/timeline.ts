import { secondsPerDay } from "../../facts/dates";
import { createSeededRandom, type Sampler, samplerFor } from "../common/random";
import { dossierEvent, createFixtures, type Fixtures } from "./fixtures";
import { esgTopics } from "../text/topics";

/** The ESG events of the world in columns. Times are seconds relative to the world's midnight. */
export interface Timeline {
  readonly count: number;
  readonly entity: Int32Array;
  /** The ordinal of the case: that of its first event. */
  readonly caseOf: Int32Array;
  readonly start: Int32Array;
  readonly last: Int32Array;
  readonly score: Uint8Array;
  readonly topic: Uint8Array;
  /** A second topic, or 255. */
  readonly second: Uint8Array;
  /** Position in the classifications plus one; 0 without an assessment. */
  readonly ungc: Uint8Array;
  readonly documents: Uint8Array;
  /** The first event of each entity; one item more than entities. */
  readonly offsets: Int32Array;
  /** 1 for the event of the dossier journey, which tests use. */
  readonly fixture: Uint8Array;
}

export interface TimelineOptions {
  readonly entities: number;
  /** The weekday of the world's day, 0 = Sunday. */
  readonly today: number;
  /** Recent events of EU Banks that tests count. */
  readonly recent: number;
  /** Months of 30 days before the last in which EU Banks have events like those of the last. */
  readonly pastMonths: number;
}

type Setting = TimelineOptions & { readonly fixtures: Fixtures };

/** One event before it is written into the columns. */
interface EventPlan {
  start: number;
  last: number;
  score: number;
  ungc: number;
  documents: number;
  fixture: number;
}

/** Moves most weekend times to the days before. `today` is the weekday of the world's day (0 = Sunday). */
const weekdayShift = (time: number, sampler: Sampler, today: number): number => {
  const weekday = (((Math.floor(time / secondsPerDay) + today) % 7) + 7) % 7;
  return (weekday === 6 || weekday === 0) && sampler.chance(0.6) ? time - 2 * secondsPerDay : time;
};

const bursts = [60, 180, 300, 420, 560, 700, 820];
const sampleStart = (sampler: Sampler, today: number): number => {
  const back = sampler.chance(0.3) ? sampler.pick(bursts) + sampler.unit() * 9 : 2 + sampler.unit() * 900;
  return weekdayShift(-Math.round(back * secondsPerDay), sampler, today);
};

const sampleUngc = (sampler: Sampler, score: number): number => {
  if (sampler.chance(0.3)) return 0;
  return 1 + Math.min(2, Math.floor(sampler.unit() * 1.2 + score * 0.35));
};

const ordinaryPlan = (sampler: Sampler, today: number): EventPlan => {
  const start = sampleStart(sampler, today);
  const documents = sampler.chance(0.35) ? 1 : 1 + sampler.below(7);
  const length = documents === 1 ? 0 : Math.round(sampler.unit() ** 2 * 25 * secondsPerDay) + 600;
  const score = 1 + Math.min(4, Math.floor(sampler.unit() ** 1.4 * 5));
  return {
    start,
    last: Math.min(start + length, -120),
    score,
    ungc: sampleUngc(sampler, score),
    documents,
    fixture: 0,
  };
};

/** Events of a bank besides the counted ones: old, or recent with a low score. */
const quietPlan = (sampler: Sampler, today: number, recent: boolean): EventPlan => {
  const plan = ordinaryPlan(sampler, today);
  if (recent) return { ...plan, score: 1 + sampler.below(2) };
  const shift = Math.min(0, -60 * secondsPerDay - plan.last);
  return { ...plan, start: plan.start + shift, last: plan.last + shift };
};

const countedPlan = (sampler: Sampler, position: number): EventPlan => {
  const last = -4 * 3_600 - position * 1_790;
  const dossier = position === dossierEvent.position;
  const documents = dossier ? dossierEvent.documents : 1 + sampler.below(4);
  const start = documents === 1 ? last : last - 3_000 - sampler.below(70_000);
  const score = position % 7 === 0 ? 5 : position % 3 === 0 ? 4 : 3;
  return { start, last, score, ungc: position % 4 === 0 ? 3 : 2, documents, fixture: dossier ? 1 : 0 };
};

const daysOfMonth = 30;

/**
 * The events of EU Banks in the 30 days that end `month` times 30 days ago: fewer the farther back, as from sources
 * that grow, so that a chart has no step and all events together stay below the row cap.
 */
const pastMonthEvents = (recent: number, month: number): number =>
  Math.round(recent * 0.85 ** month * (1 + 0.08 * Math.sin(month * 1.7)));

/**
 * A bank's events of the months before the last, in scores and lengths like those of the last month. One bank in
 * twenty has none in every third month, so that a month with events can follow one without.
 */
const pastPlans = (bank: number, sampler: Sampler, { today, recent, pastMonths, fixtures }: Setting): EventPlan[] => {
  const plans: EventPlan[] = [];
  for (let month = 1; month <= pastMonths; month += 1) {
    if (bank % 20 === 7 && month % 3 === 1) continue;
    const count = pastMonthEvents(recent, month);
    for (let position = bank; position < count; position += fixtures.banks) {
      const days = (month + sampler.unit()) * daysOfMonth;
      const last = weekdayShift(-Math.round(days * secondsPerDay), sampler, today);
      const like = countedPlan(sampler, position);
      const low = sampler.chance(0.08);
      plans.push({
        ...like,
        last,
        start: last - (like.last - like.start),
        score: low ? 1 + sampler.below(2) : like.score,
        fixture: 0,
      });
    }
  }
  return plans;
};

const bankPlans = (bank: number, sampler: Sampler, setting: Setting): EventPlan[] => {
  const { today, recent, fixtures } = setting;
  const plans: EventPlan[] = [];
  for (let position = bank; position < recent; position += fixtures.banks) {
    plans.push(countedPlan(sampler, position));
  }
  for (let quiet = 0; quiet < 6; quiet += 1) plans.push(quietPlan(sampler, today, quiet < 2));
  return [...plans, ...pastPlans(bank, sampler, setting)];
};

/** Events of one entity, oldest first. Most have one or two, few have many. */
const planEvents = (entity: number, sampler: Sampler, setting: Setting): EventPlan[] => {
  const { today, fixtures } = setting;
  if (entity < fixtures.banks) return bankPlans(entity, sampler, setting);
  const press = entity === fixtures.acme || entity === fixtures.volta;
  const many = sampler.chance(0.02) ? 8 + sampler.below(30) : sampler.below(4);
  const count = press ? 4 : many;
  return Array.from({ length: count }, () => (press ? quietPlan(sampler, today, false) : ordinaryPlan(sampler, today)));
};

const emptyTimeline = (count: number, entities: number): Timeline => ({
  count,
  entity: new Int32Array(count),
  caseOf: new Int32Array(count),
  start: new Int32Array(count),
  last: new Int32Array(count),
  score: new Uint8Array(count),
  topic: new Uint8Array(count),
  second: new Uint8Array(count),
  ungc: new Uint8Array(count),
  documents: new Uint8Array(count),
  offsets: new Int32Array(entities + 1),
  fixture: new Uint8Array(count),
});

const writeEvent = (timeline: Timeline, event: number, plan: EventPlan): void => {
  timeline.start[event] = plan.start;
  timeline.last[event] = plan.last;
  timeline.score[event] = plan.score;
  timeline.ungc[event] = plan.ungc;
  timeline.documents[event] = plan.documents;
  timeline.fixture[event] = plan.fixture;
};

/** Creates the events of all entities. A case is a run of successive events of an entity with one topic. */
export const createTimeline = (seed: number, options: TimelineOptions): Timeline => {
  const { entities } = options;
  const setting = { ...options, fixtures: createFixtures(entities) };
  const random = createSeededRandom(seed, "event");
  const plans: EventPlan[][] = [];
  let total = 0;
  for (let entity = 0; entity < entities; entity += 1) {
    const events = planEvents(entity, samplerFor(random, entity), setting).sort(
      (a, b) => a.start - b.start || a.last - b.last,
    );
    plans.push(events);
    total += events.length;
  }
  const timeline = emptyTimeline(total, entities);
  let event = 0;
  plans.forEach((events, entity) => {
    const sampler = samplerFor(random, entity, 4_000);
    timeline.offsets[entity] = event;
    let caseStart = event;
    for (const [position, plan] of events.entries()) {
      if (position > 0 && (event - caseStart >= 6 || sampler.chance(0.45))) caseStart = event;
      writeEvent(timeline, event, plan);
      timeline.entity[event] = entity;
      timeline.caseOf[event] = caseStart;
      const topic = caseStart === event ? sampler.below(esgTopics.length) : (timeline.topic[caseStart] ?? 0);
      timeline.topic[event] = topic;
      timeline.second[event] = sampler.chance(0.2) ? sampler.below(esgTopics.length) : 255;
      event += 1;
    }
  });
  timeline.offsets[entities] = event;
  return timeline;
};
