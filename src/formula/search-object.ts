import type { EntityQuery } from "../runtime/entity-loader";
import { type Cell, textOf } from "./argument";
import { identify, isIdentifier } from "./identifiers";
import { textCondition } from "./text-conditions";

/** What a looked-for text may be; `auto` looks at shape and check digits, else it is a name. */
export const searchKeys = [
  "auto",
  "name",
  "alias",
  "isin",
  "lei",
  "figi",
  "ticker",
  "duns",
  "website",
  "registration_code",
  "client_code",
  "entity_id",
] as const;

/** A key of a search object, or `auto`. */
export type SearchKey = (typeof searchKeys)[number];

/** A cell as a search: nothing, an identifier that cannot be right, or one key of a search object with its condition. */
export type Search =
  | { readonly state: "blank" }
  | { readonly state: "invalid"; readonly written: string }
  | {
      readonly state: "search";
      readonly key: Exclude<SearchKey, "auto">;
      readonly written: string;
      readonly query: EntityQuery;
    };

/** How a cell is searched for. */
export const searchFor = (cell: Cell, by: SearchKey = "auto"): Search => {
  const written = textOf(cell);
  if (written === "") return { state: "blank" };
  if (by === "auto") return guess(cell, written);
  const proves = by === "isin" || by === "lei" || by === "figi" || by === "entity_id";
  if (proves && !isIdentifier(by, written) && !/^(?:eq|neq|in|nin|ilike):/.test(written))
    return { state: "invalid", written };
  return { state: "search", key: by, written, query: { [by]: textCondition(by, cell) } };
};

const guess = (cell: Cell, written: string): Search => {
  const identifier = identify(written);
  if (identifier !== undefined && !identifier.valid) return { state: "invalid", written };
  const key = identifier?.kind ?? (/^(?:https?:\/\/|www\.)/i.test(written) ? "website" : undefined);
  if (key !== undefined) return searchFor(identifier?.text ?? cell, key);
  return searchFor(cell, /^\d{2}-?\d{3}-?\d{4}$/.test(written) ? "duns" : "name");
};
