import type { Inquiry } from "./inquiry";

/** A reading call that is neither a listing nor batched: one record by id, an analysis' documents or series, candidates of the knowledge graph. */
export interface Question {
  readonly route: "getEsgDocument" | "getSdgDocument" | "downloadAnalysis" | "getTimeSeries" | "findKgCandidates";
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** Answers single questions, equal ones once, from memory where the inquiry allows. 202 → `not-ready`, 204 → `stopped`; neither is remembered. */
export interface Answers {
  readonly ask: (question: Question, inquiry: Inquiry) => Promise<unknown>;
}
