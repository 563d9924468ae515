import type { WireRecord } from "../../../../contract/page";
import type { EntityCandidates } from "../../../../engine/batching/entity-query";
import type { AddinError } from "../../../../engine/http/addin-error";
import { carriesIdentifier, comparedWith, matchedOn, onlyMatch } from "../../../../formulas/arguments/entities";
import type { ResolveInput } from "./inputs";

/** The header row of ENTITY.RESOLVE. Written again here, because the pane does not load the functions. */
export const columns = ["Entity ID", "Name", "Status", "Candidates", "Matched on"] as const;

/** The outcome of one input. */
export type Status = "exact" | "single" | "chosen" | "ambiguous" | "none" | "invalid" | "failed" | "waiting";

/** The response for one input, or its error. */
export type Answer = { readonly candidates: EntityCandidates } | { readonly error: AddinError };

/** One input with its outcome. */
export interface MatchResult {
  readonly input: ResolveInput;
  readonly status: Status;
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
export const reasonsOf = (input: ResolveInput, candidate: WireRecord): readonly string[] => {
  const keys = [...new Set([input.kind, ...reasonKeys])];
  const reasons = keys.map((key) => matchedOn({ [key]: `eq:${input.text}` }, candidate)).filter((key) => key !== "");
  return [...new Set(reasons)];
};

/** Combines the answer and the user's choice. */
export const matchResult = (
  input: ResolveInput,
  answer: Answer | undefined,
  chosen: string | undefined,
): MatchResult => {
  const none = { input, candidates: [], total: 0, entity: undefined, entity_id: undefined, error: undefined };
  if (input.query === undefined) return { ...none, status: "invalid", error: input.problem };
  if (answer === undefined) return { ...none, status: "waiting" };
  if ("error" in answer) return { ...none, status: "failed", error: answer.error };
  const { matches, total_candidates: total } = answer.candidates;
  const base = { ...none, candidates: matches, total };
  if (chosen !== undefined)
    return { ...base, status: "chosen", entity_id: chosen, entity: matches.find(({ id }) => id === chosen) };
  if (total === 0) return { ...base, status: "none" };
  const compared = comparedWith({ query: input.query, ticker: input.ticker });
  const one = onlyMatch(compared, answer.candidates);
  if (one === undefined) return { ...base, status: "ambiguous" };
  const status = carriesIdentifier(compared, one) ? "exact" : "single";
  return { ...base, status, entity: one, entity_id: String(one["id"]) };
};

const attention: readonly Status[] = ["ambiguous", "none", "invalid", "failed"];

/** Whether the result needs a review by the user. */
export const needsAttention = ({ status }: MatchResult): boolean => attention.includes(status);
