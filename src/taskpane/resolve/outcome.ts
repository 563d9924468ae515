import type { AddinError } from "../../error/addin-error";
import type { EntityCandidates } from "../../runtime/entity-loader";
import type { WireRecord } from "../../runtime/wire-record";
import { theOne } from "../../formula/entity-id";
import { carriesIdentifier, matchedOn } from "../../formula/match";
import type { Wanted } from "./plan";

/** How an input ended. */
export type Status = "exact" | "single" | "chosen" | "ambiguous" | "none" | "invalid" | "failed" | "waiting";

/** What the service answered for one input, or why it did not. */
export type Answer = { readonly candidates: EntityCandidates } | { readonly error: AddinError };

/** One input with how it ended. */
export interface Outcome {
  readonly wanted: Wanted;
  readonly status: Status;
  readonly candidates: readonly WireRecord[];
  readonly total: number;
  /** The entity it stands for, where that is decided. */
  readonly entity: WireRecord | undefined;
  readonly entity_id: string | undefined;
  readonly error: AddinError | undefined;
}

/** The keys of an entity that are looked at for a reason. */
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

/** The keys in which a candidate equals what was asked for, the one that was searched first. */
export const reasonsOf = (wanted: Wanted, candidate: WireRecord): readonly string[] => {
  const keys = [...new Set([wanted.kind, ...reasonKeys])];
  const reasons = keys.map((key) => matchedOn({ [key]: `eq:${wanted.text}` }, candidate)).filter((key) => key !== "");
  return [...new Set(reasons)];
};

/** Puts answer and choice together. */
export const outcomeOf = (wanted: Wanted, answer: Answer | undefined, chosen: string | undefined): Outcome => {
  const none = { wanted, candidates: [], total: 0, entity: undefined, entity_id: undefined, error: undefined };
  if (wanted.query === undefined) return { ...none, status: "invalid" };
  if (answer === undefined) return { ...none, status: "waiting" };
  if ("error" in answer) return { ...none, status: "failed", error: answer.error };
  const { matches, total_candidates: total } = answer.candidates;
  const base = { ...none, candidates: matches, total };
  if (chosen !== undefined)
    return { ...base, status: "chosen", entity_id: chosen, entity: matches.find(({ id }) => id === chosen) };
  if (total === 0) return { ...base, status: "none" };
  const one = theOne(wanted.query, answer.candidates);
  if (one === undefined) return { ...base, status: "ambiguous" };
  const status = carriesIdentifier(wanted.query, one) ? "exact" : "single";
  return { ...base, status, entity: one, entity_id: String(one["id"]) };
};

const attention: readonly Status[] = ["ambiguous", "none", "invalid", "failed"];

/** Whether a person has to look at it. */
export const needsAttention = ({ status }: Outcome): boolean => attention.includes(status);
