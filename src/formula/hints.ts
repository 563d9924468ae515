import type { EntityQuery } from "../runtime/entity-loader";
import { type Argument, type Cell, textOf } from "./argument";
import { pairUp } from "./lists";
import { countryName, textCondition } from "./text-conditions";

let known: ReadonlySet<string> | undefined;

/** The English names of all countries, made when first asked for. */
const countries = (): ReadonlySet<string> => (known ??= new Set(allCodes().map(countryName)));

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

const allCodes = (): readonly string[] => letters.flatMap((first) => letters.map((second) => first + second));

/** What a hint says beside an id: a country (name or two letters), else a name. */
const hintOf = (cell: Cell): EntityQuery => {
  const written = textOf(cell);
  if (written === "") return {};
  const country = countryName(written);
  return countries().has(country) ? { country } : { name: textCondition("name", cell) };
};

/** The hints beside each id, row by row; several columns add up. */
export const hintsBeside = (ids: readonly Cell[], hints: Argument | undefined): readonly EntityQuery[] => {
  if (hints === undefined) return ids.map(() => ({}));
  const across = hints.rows.length === 1 && ids.length > 1;
  const rows = across ? (hints.rows[0] ?? []).map((cell) => [cell]) : hints.rows;
  const merged = rows.map((row): EntityQuery => Object.assign({}, ...row.map(hintOf)) as EntityQuery);
  pairUp({ name: "ids", cells: ids }, { name: "hints", cells: rows.map((row) => row[0]) });
  return merged;
};
