import { dataset, results, subjects, type Subject } from "./analysis";
import type { AnalysisDocument } from "./shapes";
import type { ServiceClient } from "./service-client";

const fields = [
  ...["sentences", "title", "url", "the service", "language", "qscore", "extract_date", "mentions"],
  ...["document_negative", "document_positive", "document_neutral", "document_polarity"],
];

/** The documents of a wide analysis, and what narrower analyses leave of them. */
export interface Corpus {
  subjects(): readonly Subject[];
  whole(): readonly AnalysisDocument[];
  found(change?: object, entities?: readonly Subject[]): Promise<AnalysisDocument[]>;
  /** The ids of the wide analysis's documents that the predicate keeps. */
  idsWhere(keep: (document: AnalysisDocument) => boolean): string[];
}

/** The ids of documents, in an order of their own. */
export const idsOf = (documents: readonly AnalysisDocument[]): string[] => documents.map(({ id }) => id).sort();

/** Runs the wide analysis before the tests of a file. */
export const startCorpus = (client: ServiceClient): Corpus => {
  let some: Subject[] = [];
  let whole: AnalysisDocument[] = [];
  const found = (change: object = {}, entities: readonly Subject[] = some): Promise<AnalysisDocument[]> =>
    results(client, dataset(entities, change), fields);
  beforeAll(async () => {
    some = (await subjects(client)).slice(0, 4);
    whole = await found();
    expect(whole.length).toBeGreaterThan(5);
  });
  return { subjects: () => some, whole: () => whole, found, idsWhere: (keep) => idsOf(whole.filter(keep)) };
};
