import type { WireRecord } from "../../../../contract/page";
import type { AddinError } from "../../../../engine/http/addin-error";
import {
  carriesIdentifier,
  comparedWith,
  type CompanySearch,
  foundBy,
  matchedOn,
  noCompany,
  onlyMatch,
} from "../../../../formulas/arguments/company-search";
import { describeCell } from "../../../../formulas/arguments/argument";
import { identify } from "../../../../formulas/arguments/identifiers";
import { notACompany } from "../../../../engine/state/choices";
import type { ResolveInput } from "./inputs";

/** The header row of ENTITY.RESOLVE. Written again here, because the pane does not load the functions. */
export const resultColumns = ["Entity ID", "Name", "Status", "Candidates", "Matched on"] as const;

/** The outcome of one input. */
export type Status =
  "exact" | "single" | "chosen" | "ambiguous" | "none" | "invalid" | "failed" | "notCompany" | "waiting";

/** The status as ENTITY.RESOLVE shows it in cells. */
export const cellStatus = (status: Status): string => (status === "notCompany" ? "blank" : status);

/** The response for one input, or its error. */
export type SearchResult = { readonly candidates: CompanySearch } | { readonly error: AddinError };

/** What the user wrote in place of an input, and what the service found for it. */
export interface Correction {
  readonly text: string;
  readonly answer: SearchResult;
}

export interface MatchResult {
  readonly input: ResolveInput;
  readonly status: Status;
  /** The outcome without the decision of the user. */
  readonly found: Status;
  readonly correction: Correction | undefined;
  /** Those of the correction, where it has any. */
  readonly candidates: readonly WireRecord[];
  readonly total: number;
  /** The matching entity; undefined unless exactly one is found or chosen. */
  readonly entity: WireRecord | undefined;
  readonly entity_id: string | undefined;
  readonly error: AddinError | undefined;
}

/** The keys that are compared to explain a match. */
const reasonKeys = [
  "entity_id",
  "isin",
  "lei",
  "figi",
  "ticker",
  "registration_code",
  "client_code",
  "website",
  "name",
];

/** The keys whose value in the candidate equals the input; the searched key comes first. */
export const matchReasons = (input: ResolveInput, candidate: WireRecord): readonly string[] => {
  const keys = [...new Set([input.kind, ...reasonKeys])];
  const reasons = keys.map((key) => matchedOn({ [key]: `eq:${input.text}` }, candidate)).filter((key) => key !== "");
  return [...new Set(reasons)];
};

type MatchState = Pick<MatchResult, "status" | "candidates" | "total" | "entity" | "error">;

const foundFor = (input: ResolveInput, answer: SearchResult | undefined): MatchState => {
  const none = { candidates: [], total: 0, entity: undefined, error: undefined };
  if (input.query === undefined) return { ...none, status: "invalid", error: input.problem };
  if (answer === undefined) return { ...none, status: "waiting" };
  if ("error" in answer) return { ...none, status: "failed", error: answer.error };
  const { matches, total_candidates: total, suggestions = [] } = answer.candidates;
  const base = { ...none, candidates: matches, total };
  if (total === 0) {
    const isIdentifier = identify(input.text) !== undefined;
    const error = isIdentifier ? noCompany(input.query, describeCell(input.text)) : undefined;
    return { ...base, candidates: suggestions, status: "none", error };
  }
  const compared = foundBy(comparedWith({ query: input.query, ticker: input.ticker }), answer.candidates);
  const entity = onlyMatch(compared, answer.candidates, { beginnings: false });
  if (entity === undefined) return { ...base, status: "ambiguous" };
  return { ...base, status: carriesIdentifier(compared, entity) ? "exact" : "single", entity };
};

const listMatches = (answer: SearchResult | undefined): readonly WireRecord[] =>
  answer !== undefined && "candidates" in answer ? answer.candidates.matches : [];

/** Combines the answer and what the user has decided: an entity, no company, or another text. */
export const matchResult = (
  input: ResolveInput,
  answer: SearchResult | undefined,
  chosen: string | undefined,
  correction?: Correction,
): MatchResult => {
  const found = foundFor(input, answer);
  const others = listMatches(correction?.answer);
  const shown = others.length > 0 ? { candidates: others, total: others.length } : {};
  const base = { ...found, ...shown, input, correction, found: found.status, entity_id: undefined };
  if (found.status === "waiting" || found.status === "failed") return base;
  if (chosen === notACompany) return { ...base, status: "notCompany", entity: undefined, error: undefined };
  if (chosen !== undefined) {
    const entity = [...others, ...found.candidates].find(({ id }) => id === chosen);
    return { ...base, status: "chosen", entity_id: chosen, entity, error: undefined };
  }
  return { ...base, entity_id: found.entity === undefined ? undefined : String(found.entity["id"]) };
};

const attention: readonly Status[] = ["ambiguous", "none", "invalid", "failed"];

/** Whether the result needs a review by the user. */
export const needsAttention = ({ status }: Pick<MatchResult, "status">): boolean => attention.includes(status);
