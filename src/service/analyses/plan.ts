import { secondsPerDay } from "../../facts/dates";
import { stemWord, splitWords } from "../../data/words";
import type { World } from "../world/world";
import { createPhraseMatcher, type PhraseMatcher } from "./phrase-matcher";
import { languagePositions, type AnalysisRequest } from "./request";

/** One entity of an analysis. */
export interface AnalysedEntity {
  readonly name: string;
  /** The id of the catalogue's entity of that name, or the lowercase name. */
  readonly id: string;
  readonly ordinal: number | undefined;
  /** Phrase ids of its keywords. */
  readonly keywords: ReadonlySet<number>;
  /** Stems of its context, name and keywords. */
  readonly terms: ReadonlySet<string>;
}

/** An analysis prepared for scanning many documents. */
export interface Plan {
  readonly request: AnalysisRequest;
  readonly entities: readonly AnalysedEntity[];
  readonly phrases: readonly string[];
  readonly matcher: PhraseMatcher;
  readonly exclude: ReadonlySet<number>;
  readonly together: ReadonlySet<number>;
  /** Phrase ids by concept label. */
  readonly concepts: ReadonlyMap<string, readonly number[]>;
  readonly languages: ReadonlySet<number>;
  /** First and last second, relative to the world's midnight. */
  readonly from: number;
  readonly to: number;
  readonly has: (worker: string) => boolean;
}

const seconds = (world: World, day: string): number => (Date.parse(`${day}T00:00:00Z`) - world.midnight) / 1000;

/** Numbers phrases, each text once. */
const createPhraseBook = () => {
  const ids = new Map<string, number>();
  const add = (text: string): number => {
    const known = ids.get(text);
    if (known !== undefined) return known;
    ids.set(text, ids.size);
    return ids.size - 1;
  };
  return { add, all: (): string[] => [...ids.keys()] };
};

/** Finds the catalogue's entity with exactly this name or alias. */
export type Resolve = (name: string) => number | undefined;

export const createPlan = (world: World, request: AnalysisRequest, resolve: Resolve): Plan => {
  const book = createPhraseBook();
  const entities = request.entities.map((definition): AnalysedEntity => {
    const keywords = (definition.keywords ?? []).filter((keyword) => keyword.trim() !== "");
    const name = definition.entity_of_interest ?? keywords[0] ?? "";
    const entityKeywords = keywords.length > 0 ? keywords : [name];
    const ordinal = resolve(name);
    const terms = [definition.context ?? "", name, ...entityKeywords].flatMap(splitWords).map(stemWord);
    return {
      name,
      id: ordinal === undefined ? name.toLowerCase() : world.ids.entity.idOf(ordinal),
      ordinal,
      keywords: new Set(entityKeywords.map(book.add)),
      terms: new Set(terms),
    };
  });
  const concepts = Object.entries(request.concepts ?? request.concepts_filter ?? {});
  const exclude = new Set((request.keywords_exclude ?? []).map(book.add));
  const together = new Set((request.co_mentions ?? []).map(book.add));
  const labelled = new Map(concepts.map(([label, words]) => [label, words.map(book.add)]));
  const phrases = book.all();
  return {
    request,
    entities,
    phrases,
    matcher: createPhraseMatcher(phrases),
    exclude,
    together,
    concepts: labelled,
    languages: languagePositions(request.languages),
    from: seconds(world, request.start_date),
    to: seconds(world, request.end_date) + secondsPerDay,
    has: (worker) => request.workers.includes(worker),
  };
};
