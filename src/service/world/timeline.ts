import { createDice, drawFor, type Draw } from "./dice";
import { dossierEvent, fixturesOf, type Fixtures } from "./fixtures";
import { esgTopics } from "./topics";

const day = 86_400;

/** The ESG events of the world in columns; times are seconds before or after the midnight that begins the world's day. */
export interface Timeline {
  readonly count: number;
  readonly entity: Int32Array;
  /** The case's number: that of its first event. */
  readonly caseOf: Int32Array;
  readonly start: Int32Array;
  readonly last: Int32Array;
  readonly score: Uint8Array;
  readonly topic: Uint8Array;
  /** A second topic, or 255. */
  readonly second: Uint8Array;
  /** Position in the classifications plus one; 0 where there is no assessment. */
  readonly ungc: Uint8Array;
  readonly documents: Uint8Array;
  /** The first event of each entity; one longer than the entities. */
  readonly offsets: Int32Array;
  /** 1 for the event of the dossier journey. */
  readonly fixture: Uint8Array;
}

/** What the events are made for. */
export interface TimelineOptions {
  readonly entities: number;
  /** The weekday of the world's day, 0 = Sunday. */
  readonly today: number;
  /** How many recent events EU Banks have that journeys count. */
  readonly recent: number;
}

type Setting = TimelineOptions & { readonly fixtures: Fixtures };

/** One event before it is laid into the columns. */
interface Plan {
  start: number;
  last: number;
  score: number;
  ungc: number;
  documents: number;
  fixture: number;
}

/** Moves most of what would fall on a weekend to the days before; `today` is the weekday of the world's day (0 = Sunday). */
const weekdayShift = (time: number, draw: Draw, today: number): number => {
  const weekday = (((Math.floor(time / day) + today) % 7) + 7) % 7;
  return (weekday === 6 || weekday === 0) && draw.chance(0.6) ? time - 2 * day : time;
};

const bursts = [60, 180, 300, 420, 560, 700, 820];
const startOf = (draw: Draw, today: number): number => {
  const back = draw.chance(0.3) ? draw.pick(bursts) + draw.unit() * 9 : 2 + draw.unit() * 900;
  return weekdayShift(-Math.round(back * day), draw, today);
};

const ungcOf = (draw: Draw, score: number): number => {
  if (draw.chance(0.3)) return 0;
  return 1 + Math.min(2, Math.floor(draw.unit() * 1.2 + score * 0.35));
};

const ordinaryPlan = (draw: Draw, today: number): Plan => {
  const start = startOf(draw, today);
  const documents = draw.chance(0.35) ? 1 : 1 + draw.below(7);
  const length = documents === 1 ? 0 : Math.round(draw.unit() ** 2 * 25 * day) + 600;
  const score = 1 + Math.min(4, Math.floor(draw.unit() ** 1.4 * 5));
  return { start, last: Math.min(start + length, -120), score, ungc: ungcOf(draw, score), documents, fixture: 0 };
};

/** Events of a bank beyond the counted ones: old, or recent but of little weight. */
const quietPlan = (draw: Draw, today: number, recent: boolean): Plan => {
  const plan = ordinaryPlan(draw, today);
  if (recent) return { ...plan, score: 1 + draw.below(2) };
  const shift = Math.min(0, -60 * day - plan.last);
  return { ...plan, start: plan.start + shift, last: plan.last + shift };
};

const countedPlan = (draw: Draw, position: number): Plan => {
  const last = -4 * 3_600 - position * 1_790;
  const dossier = position === dossierEvent.position;
  const documents = dossier ? dossierEvent.documents : 1 + draw.below(4);
  const start = documents === 1 ? last : last - 3_000 - draw.below(70_000);
  const score = position % 7 === 0 ? 5 : position % 3 === 0 ? 4 : 3;
  return { start, last, score, ungc: position % 4 === 0 ? 3 : 2, documents, fixture: dossier ? 1 : 0 };
};

const bankPlans = (bank: number, draw: Draw, { today, recent, fixtures }: Setting): Plan[] => {
  const plans: Plan[] = [];
  for (let position = bank; position < recent; position += fixtures.banks) {
    plans.push(countedPlan(draw, position));
  }
  for (let quiet = 0; quiet < 6; quiet += 1) plans.push(quietPlan(draw, today, quiet < 2));
  return plans;
};

/** Events of one entity, oldest first; most have one or two, few have many. */
const plansOf = (entity: number, draw: Draw, setting: Setting): Plan[] => {
  const { today, fixtures } = setting;
  if (entity < fixtures.banks) return bankPlans(entity, draw, setting);
  const press = entity === fixtures.acme || entity === fixtures.volta;
  const many = draw.chance(0.02) ? 8 + draw.below(30) : draw.below(4);
  const count = press ? 4 : many;
  return Array.from({ length: count }, () => (press ? quietPlan(draw, today, false) : ordinaryPlan(draw, today)));
};

const columns = (count: number, entities: number): Timeline => ({
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

const lay = (timeline: Timeline, event: number, plan: Plan): void => {
  timeline.start[event] = plan.start;
  timeline.last[event] = plan.last;
  timeline.score[event] = plan.score;
  timeline.ungc[event] = plan.ungc;
  timeline.documents[event] = plan.documents;
  timeline.fixture[event] = plan.fixture;
};

/** Makes the events of all entities: cases are runs of an entity's successive events about one topic. */
export const createTimeline = (seed: number, options: TimelineOptions): Timeline => {
  const { entities } = options;
  const setting = { ...options, fixtures: fixturesOf(entities) };
  const dice = createDice(seed, "event");
  const plans: Plan[][] = [];
  let total = 0;
  for (let entity = 0; entity < entities; entity += 1) {
    const made = plansOf(entity, drawFor(dice, entity), setting).sort((a, b) => a.start - b.start || a.last - b.last);
    plans.push(made);
    total += made.length;
  }
  const timeline = columns(total, entities);
  let event = 0;
  plans.forEach((made, entity) => {
    const draw = drawFor(dice, entity, 4_000);
    timeline.offsets[entity] = event;
    let opened = event;
    for (const [position, plan] of made.entries()) {
      if (position > 0 && (event - opened >= 6 || draw.chance(0.45))) opened = event;
      lay(timeline, event, plan);
      timeline.entity[event] = entity;
      timeline.caseOf[event] = opened;
      const topic = opened === event ? draw.below(esgTopics.length) : (timeline.topic[opened] ?? 0);
      timeline.topic[event] = topic;
      timeline.second[event] = draw.chance(0.2) ? draw.below(esgTopics.length) : 255;
      event += 1;
    }
  });
  timeline.offsets[entities] = event;
  return timeline;
};
