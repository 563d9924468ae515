import { createDice, drawFor } from "./dice";
import { createPlanners, type CorpusOptions, type Plan, type Planner } from "./document-plans";

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

const lay = (columns: Columns, document: number, plan: Plan): void => {
  columns.event[document] = plan.event;
  columns.time[document] = plan.time;
  columns.score[document] = plan.score;
  columns.topic[document] = plan.topic;
  columns.language[document] = plan.language;
  columns.site[document] = plan.site;
  columns.quality[document] = plan.quality;
  columns.marks[document] = plan.marks;
};

/** A document joins the cluster before it when it wants to and is of the same entity and day. */
const cluster = (columns: Columns, plans: readonly Plan[]): void => {
  const { entity, time, clusterSize } = columns;
  const dayOf = (document: number): number => Math.floor((time[document] ?? 0) / day);
  let first = 0;
  plans.forEach(({ joins }, document) => {
    if (!joins || entity[first] !== entity[document] || dayOf(first) !== dayOf(document)) first = document;
    columns.cluster[document] = first;
    clusterSize[first] = document - first + 1;
  });
  plans.forEach((_, document) => (clusterSize[document] = clusterSize[columns.cluster[document] ?? 0] ?? 1));
};

/** Makes the documents of all entities. */
export const createCorpus = (seed: number, options: CorpusOptions): Corpus => {
  const dice = createDice(seed, "document");
  const entities = options.timeline.offsets.length - 1;
  const planners = createPlanners(options);
  const plans: Plan[] = [];
  const owners: number[] = [];
  const gather = (make: Planner, salt: number): Int32Array => {
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
  const esgOffsets = gather(planners.esg, 0);
  const esgCount = plans.length;
  const sdgOffsets = gather(planners.sdg, 100_000);
  const columns = emptyColumns(Int32Array.from(owners));
  plans.forEach((plan, document) => lay(columns, document, plan));
  cluster(columns, plans);
  return { ...columns, esgCount, esgOffsets, sdgOffsets };
};
