import type { Inquiry } from "./inquiry";
import type { WireRecord } from "./wire-record";

/** One search object of `msearch`: operator strings by key, arrays for employee_count, revenue and isic4, a plain name for country. */
export type EntityQuery = Readonly<Record<string, string | readonly string[]>>;

/** The candidates for one search object, best first; `total_candidates` counts those beyond `max_candidates` too. */
export interface EntityCandidates {
  readonly total_candidates: number;
  readonly matches: readonly WireRecord[];
}

/** Entity look-ups that share `POST /v3/entities/msearch`, up to 500 a call. */
export interface EntityLoader {
  readonly search: (
    query: EntityQuery,
    wanted: { readonly fields: readonly string[]; readonly maxCandidates: number },
    inquiry: Inquiry,
  ) => Promise<EntityCandidates>;
  /** The entity of this id, or undefined where the service knows none (there is no get-entity route). */
  readonly byId: (id: string, fields: readonly string[], inquiry: Inquiry) => Promise<WireRecord | undefined>;
}
