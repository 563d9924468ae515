import { createCatalogue, type Catalogue } from "./catalogue";
import { type Corpus, createCorpus } from "./corpus";
import {
  entityCounts,
  createFixtures,
  pastBankMonths,
  recentBankEvents,
  type Fixtures,
  type WorldSize,
} from "./fixtures";
import { createContentNumbering, createNumbering, type Numbering } from "./ids";
import { createSeededRandom, samplerFor, type SeededRandom } from "../common/random";
import { createTimeline, type Timeline } from "./timeline";

/**
 * The fictitious world: all initial data of the service. A pure function of seed, size and weekday; `today` sets the
 * dates.
 */
export interface World {
  readonly seed: number;
  readonly size: WorldSize;
  /** The ISO day before which all documents and events lie. */
  readonly today: string;
  /** The start of `today`, in milliseconds. */
  readonly midnight: number;
  /** The ordinals of records that tests rely on. */
  readonly fixtures: Fixtures;
  readonly catalogue: Catalogue;
  readonly timeline: Timeline;
  readonly corpus: Corpus;
  /** Random streams for texts and private codes. */
  readonly random: Readonly<Record<"event" | "document" | "text" | "company", SeededRandom>>;
  readonly ids: Readonly<
    Record<"entity" | "event" | "case" | "document" | "content" | "universe" | "user" | "company", Numbering>
  >;
}

export const createWorld = (seed: number, size: WorldSize, today: string): World => {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const catalogue = createCatalogue(seed, entityCounts[size]);
  const timeline = createTimeline(seed, {
    entities: catalogue.original,
    today: new Date(midnight).getUTCDay(),
    recent: recentBankEvents[size],
    pastMonths: pastBankMonths[size],
  });
  const corpus = createCorpus(seed, { timeline, size });
  return {
    seed,
    size,
    today,
    midnight,
    fixtures: createFixtures(catalogue.original),
    catalogue,
    timeline,
    corpus,
    random: {
      event: createSeededRandom(seed, "event"),
      document: createSeededRandom(seed, "document"),
      text: createSeededRandom(seed, "text"),
      company: createSeededRandom(seed, "company"),
    },
    ids: {
      entity: createNumbering(seed, "entity"),
      event: createNumbering(seed, "event"),
      case: createNumbering(seed, "case"),
      document: createNumbering(seed, "document"),
      content: createContentNumbering(seed),
      universe: createNumbering(seed, "universe"),
      user: createNumbering(seed, "user"),
      company: createNumbering(seed, "company"),
    },
  };
};

/** A time of the world in the format of responses: UTC, whole seconds. */
export const instant = ({ midnight }: World, seconds: number): string =>
  `${new Date(midnight + seconds * 1000).toISOString().slice(0, 19)}Z`;

/** The private codes that a client's company uses for an entity. They are computed from the seed. */
export const clientCodes = ({ ids, random }: World, client: string, entity: number): Record<string, string> => {
  const company = ids.company.ordinalOf(client) ?? 0;
  const sampler = samplerFor(random.company, entity, company * 50);
  if (sampler.chance(0.35)) return {};
  const crm = `${company === 0 ? "C" : "R"}${String(sampler.below(1_000_000)).padStart(7, "0")}`;
  return sampler.chance(0.5) ? { CRM: crm } : { CRM: crm, BOOK: sampler.pick(["EQ-01", "EQ-02", "FI-07", "PE-11"]) };
};
