import { isValidIsin } from "../../facts/check-digits";

/** What a request says about a company. */
export type Facts = Readonly<Record<string, string>>;

export interface CoverageRequest {
  readonly universe_ids: readonly string[];
  readonly entities: readonly Facts[];
}

/** What identifies the company of the facts, the surest first. The own id of the caller may be an ISIN or an LEI. */
export const listIdentifiers = (facts: Facts): readonly (readonly [key: "isin" | "lei" | "name", value: string])[] =>
  (
    [
      ["isin", facts["isin"] ?? facts["external_id"]],
      ["lei", facts["lei"] ?? facts["external_id"]],
      ["name", facts["name"]],
    ] as const
  ).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));

/** The name that a new company gets. */
export const newCompanyName = (facts: Facts): string => facts["name"] ?? facts["external_id"] ?? "";

/** The ISINs that a new company gets: the one that is given, if its check digit is right. */
export const newCompanyIsins = (facts: Facts): readonly string[] =>
  [facts["isin"] ?? facts["external_id"] ?? ""].filter(isValidIsin);

const samePart = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && a.toLowerCase() === b?.toLowerCase();

/** Whether two descriptions of unknown entities mean the same one. */
export const isSame = (a: Facts, b: Facts): boolean =>
  samePart(a["isin"] ?? a["external_id"], b["isin"] ?? b["external_id"]) ||
  samePart(a["lei"], b["lei"]) ||
  samePart(a["name"], b["name"]);
