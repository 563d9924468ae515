import { millisecondsPerDay } from "../../facts/dates";
import { stemWord, splitWords } from "../../data/words";
import { createPhraseMatcher, type PhraseMatcher } from "./phrase-matcher";
import { languageCodes, type AnalysisRequest } from "./request";

/** One entity of an analysis. */
export interface AnalysedEntity {
  readonly name: string;
  /** The id of the catalogue's entity of that name, or the lowercase name. */
  readonly id: string;
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
  /** ISO 639-2/B. */
  readonly languages: ReadonlySet<string>;
  /** Milliseconds: from the first, before the second. */
  readonly from: number;
  readonly to: number;
  readonly has: (worker: string) => boolean;
}

const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

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

/** Finds the company with exactly this name or alias. */
export type Resolve = (name: string) => Promise<{ readonly id: string } | undefined>;

/** The name by which an entity of a request is resolved. */
const entityName = ({ entity_of_interest: name, keywords = [] }: AnalysisRequest["entities"][number]): string =>
  name ?? keywords.find((keyword) => keyword.trim() !== "") ?? "";

export const createPlan = async (request: AnalysisRequest, resolve: Resolve): Promise<Plan> => {
  const book = createPhraseBook();
  const companies = await Promise.all(request.entities.map((definition) => resolve(entityName(definition))));
  const entities = request.entities.map((definition, position): AnalysedEntity => {
    const keywords = (definition.keywords ?? []).filter((keyword) => keyword.trim() !== "");
    const name = entityName(definition);
    const entityKeywords = keywords.length > 0 ? keywords : [name];
    const terms = [definition.context ?? "", name, ...entityKeywords].flatMap(splitWords).map(stemWord);
    return {
      name,
      id: companies[position]?.id ?? name.toLowerCase(),
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
    languages: languageCodes(request.languages),
    from: startOfDay(request.start_date),
    to: startOfDay(request.end_date) + millisecondsPerDay,
    has: (worker) => request.workers.includes(worker),
  };
};
