/** What a request says about a company that is not known. */
export type Facts = Readonly<Record<string, string>>;

export interface CoverageRequest {
  readonly universe_ids: readonly string[];
  readonly entities: readonly Facts[];
}

const samePart = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && a.toLowerCase() === b?.toLowerCase();

/** Whether two descriptions of unknown entities mean the same one. */
export const isSame = (a: Facts, b: Facts): boolean =>
  samePart(a["isin"] ?? a["external_id"], b["isin"] ?? b["external_id"]) ||
  samePart(a["lei"], b["lei"]) ||
  samePart(a["name"], b["name"]);
