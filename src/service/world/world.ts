import { createCatalogue, type Catalogue } from "./catalogue";
import { createCorpus, type Corpus } from "./corpus";
import { entityCounts, fixturesOf, recentBankEvents, type Fixtures, type WorldSize } from "./fixtures";
import { createContentNumbering, createNumbering, type Numbering } from "./ids";
import { createDice, type Dice } from "./dice";
import { createTimeline, type Timeline } from "./timeline";

/** The made-up world: what the service knows before anybody calls it; a pure function of seed, size and weekday, dated by `today`. */
export interface World {
  readonly seed: number;
  readonly size: WorldSize;
  /** The ISO day the world ends before; documents and events lie in the days up to it. */
  readonly today: string;
  /** Its first instant, milliseconds. */
  readonly midnight: number;
  /** Where it holds what journeys count on. */
  readonly fixtures: Fixtures;
  readonly catalogue: Catalogue;
  readonly timeline: Timeline;
  readonly corpus: Corpus;
  /** What texts and private codes are drawn with. */
  readonly dice: Readonly<Record<"event" | "document" | "text" | "company", Dice>>;
  readonly ids: Readonly<
    Record<"entity" | "event" | "case" | "document" | "content" | "universe" | "user" | "company", Numbering>
  >;
}

/** Makes the world. */
export const createWorld = (seed: number, size: WorldSize, today: string): World => {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const catalogue = createCatalogue(seed, entityCounts[size]);
  const timeline = createTimeline(seed, {
    entities: catalogue.original,
    today: new Date(midnight).getUTCDay(),
    recent: recentBankEvents[size],
  });
  const corpus = createCorpus(seed, { timeline, size });
  return {
    seed,
    size,
    today,
    midnight,
    fixtures: fixturesOf(catalogue.original),
    catalogue,
    timeline,
    corpus,
    dice: {
      event: createDice(seed, "event"),
      document: createDice(seed, "document"),
      text: createDice(seed, "text"),
      company: createDice(seed, "company"),
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

/** An instant of the world as the wire writes it: UTC, whole seconds. */
export const instant = ({ midnight }: World, seconds: number): string =>
  `${new Date(midnight + seconds * 1000).toISOString().slice(0, 19)}Z`;
