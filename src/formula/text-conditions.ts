import { AddinError } from "../error/addin-error";
import { onDemand } from "../text/on-demand";
import { tell } from "../text/tell";
import { type Condition, parseCondition, printCondition } from "../wire/operators";
import { type Cell, show, textOf, wrong } from "./argument";

/** Attributes that people write in part; everything else is an identifier or a code and is matched whole. */
const inPart: readonly string[] = ["name", "alias", "website", "industry_code", "unspsc", "city", "region"];
const upperCase: readonly string[] = ["isin", "lei", "figi", "isic4"];
const textOperators: readonly string[] = ["eq", "neq", "in", "nin", "ilike"];

/** The condition for one text of an entity attribute: an operator is passed on, else `ilike` for names and the like, `eq` for codes. */
export const textCondition = (key: string, cell: Cell): string => {
  const text = textOf(cell);
  const condition = parseCondition(text);
  if (condition !== undefined && textOperators.includes(condition.operator)) return checked(key, cell, condition);
  if (key === "country") return countryName(text);
  if (text.includes(";"))
    throw new AddinError("invalid-argument", tell("formula.semicolon", { name: key, came: show(cell) }));
  const value = upperCase.includes(key) ? text.toUpperCase() : text;
  if (key === "entity_id") return `eq:${text.toLowerCase()}`;
  return inPart.includes(key) && !/[%_]/.test(value)
    ? `ilike:%${value}%`
    : inPart.includes(key)
      ? `ilike:${value}`
      : `eq:${value}`;
};

const checked = (key: string, cell: Cell, condition: Condition): string => {
  const values = condition.values.map((value) => value.trim());
  if (values.includes("")) throw wrong(key, tell("allowed.text"), cell);
  return printCondition({ ...condition, values });
};

const regions = onDemand(() => new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }));

/** The lowercase country name the service knows; two letters are read as an ISO 3166 code. */
export const countryName = (text: string): string => {
  const name = /^[a-z]{2}$/i.test(text) ? regions().of(text.toUpperCase()) : undefined;
  return (name ?? text).toLowerCase();
};
