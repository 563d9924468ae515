import type { EntityQuery } from "../../engine/batching/entity-query";
import { AddinError } from "../../engine/http/addin-error";
import { notACompany } from "../../engine/state/choices";
import { t } from "../../i18n/t";
import type { EngineAccess } from "../table/context";
import { CellError } from "../table/matrix";
import type { EntitySearch } from "./company-search";
import { inTargetCell } from "../table/target-cell";
import { type Argument, type Cell, filledCells, describeCell, cellText } from "./argument";
import { textCondition } from "./filters";
import { entityText, isNoEntity } from "./entity-text";
import { identify, isIdentifier } from "./identifiers";
import { list, optionalList, type Parameter, type ParameterControl } from "./parameters";

/** The type of a search text. `auto` recognizes identifiers by format and check digits; any other text is a name. */
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

/**
 * The search that a cell means: nothing, a value that cannot be looked up (wrong check digits, or a text that the service cannot take), or
 * one key of a search object with its condition.
 */
export type Search =
  | { readonly state: "blank"; readonly header?: string }
  | { readonly state: "invalid"; readonly written: string; readonly reason: "checkDigit" | "text" }
  | ({
      readonly state: "search";
      readonly key: Exclude<SearchKey, "auto">;
      readonly written: string;
    } & EntitySearch);

/** The search for a cell, as the key `by` or, with `auto`, as what its text looks like. Only a cell error is thrown: each cell of a list stands alone. */
export const searchFor = (cell: Cell, by: SearchKey = "auto"): Search => {
  const read = entityText(cell);
  if (read.state === "blank") return read;
  if (read.state === "invalid") return { ...read, reason: "text" };
  const key = by === "auto" ? (read.key ?? findKey(read.text)) : by;
  if (key === undefined) return wrongDigits(read.text);
  const search = searchBy(key, read.text);
  if (by !== "auto" || read.key !== undefined || key !== "name" || search.state !== "search") return search;
  const ticker = read.text.toUpperCase();
  return tickerShape.test(ticker) ? { ...search, ticker: { ticker: `eq:${ticker}` } } : search;
};

/** One to six letters and digits, with an exchange behind them or without: `SAP`, `galr`, `7203`, `BRK.B`, `ENEL IM`. */
const tickerShape = /^[A-Z0-9]{1,6}(?:[.:/ -][A-Z]{1,4})?$/;

const wrongDigits = (text: string): Search => ({ state: "invalid", written: text, reason: "checkDigit" });

const searchBy = (key: Exclude<SearchKey, "auto">, text: string): Search => {
  const proves = key === "isin" || key === "lei" || key === "figi" || key === "entity_id";
  if (proves && !isIdentifier(key, text) && !/^(?:eq|neq|in|nin|ilike):/.test(text)) return wrongDigits(text);
  try {
    return { state: "search", key, written: text, query: { [key]: textCondition(key, text) } };
  } catch (error) {
    if (error instanceof AddinError) return { state: "invalid", written: text, reason: "text" };
    throw error;
  }
};

/** The key that a text looks like; undefined for an identifier with wrong check digits. */
const findKey = (text: string): Exclude<SearchKey, "auto"> | undefined => {
  const identifier = identify(text);
  if (identifier !== undefined) return identifier.valid ? identifier.kind : undefined;
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return "website";
  return /^\d{2}-?\d{3}-?\d{4}$/.test(text) ? "duns" : "name";
};

/** The error of a cell that cannot be looked up. */
export const invalidEntity = ({ reason }: Extract<Search, { readonly state: "invalid" }>, cell: Cell): AddinError =>
  new AddinError(
    "invalid-argument",
    t(reason === "checkDigit" ? "formula.badCheckDigit" : "formula.badEntityText", { what: describeCell(cell) }),
  );

/** The search with further conditions. */
export const narrowed = (search: EntitySearch, also: EntityQuery): EntitySearch =>
  Object.keys(also).length === 0
    ? search
    : { query: { ...search.query, ...also }, ticker: search.ticker && { ...search.ticker, ...also } };

/** How a cell is searched for: by which key, and with which further conditions. */
export interface SearchHints {
  readonly by?: SearchKey | undefined;
  readonly also?: EntityQuery;
  /** Fields that the caller reads next: fetched with the search, so that one call is enough. */
  readonly fields?: readonly string[];
}

/**
 * The id of the one entity that a cell means. A uuid needs no call; all else is searched for in shared batches.
 * @throws AddinError `ambiguous` or `not-found` where it is not exactly one; `invalid-argument` for a wrong check digit.
 */
export const readEntityId = async (
  access: EngineAccess,
  cell: Cell,
  { by, also = {}, fields = [] }: SearchHints = {},
): Promise<string> => {
  const search = searchFor(cell, by);
  const nothing = (): AddinError => new AddinError("not-found", t("formula.noCandidate", { what: describeCell(cell) }));
  if (search.state === "blank") throw nothing();
  if (search.state === "invalid") {
    const choice = chosenEntity(access, choiceKey(search));
    if (choice === undefined) throw invalidEntity(search, cell);
    if (choice === notACompany) throw nothing();
    return choice;
  }
  const exactId = search.key === "entity_id" && Object.keys(also).length === 0 ? identify(search.written) : undefined;
  if (exactId !== undefined) return exactId.text;
  const narrow = narrowed(search, also);
  const choice = chosenEntity(access, narrow.query);
  if (choice === notACompany) throw nothing();
  if (choice !== undefined) return choice;
  // A text that is an id or was chosen needs no search, and most first formulas have none: the search loads late.
  const { findOnlyCompany } = await import(/* webpackChunkName: "company-search" */ "./company-search");
  return findOnlyCompany(access, narrow, { cell, fields });
};

/** The key of a choice: the search object, or the text of a cell that cannot be searched for. */
export const choiceKey = (search: Exclude<Search, { readonly state: "blank" }>): EntityQuery =>
  search.state === "search" ? search.query : { text: search.written.toUpperCase() };

/** The id of the entity that the user chose for this search in the resolve form; `notACompany` where it is none. */
export const chosenEntity = (access: EngineAccess, query: EntityQuery): string | undefined => {
  access.requestContext.log.dependsOn("choices");
  return access.runtime.choices.chosen(query);
};

/** The ids of the entities in an argument, and why others have none: each is looked up once and stands alone. */
export const readEntityIds = async (
  access: EngineAccess,
  argument: Argument,
): Promise<{ readonly ids: ReadonlySet<string>; readonly failures: readonly (AddinError | CellError)[] }> => {
  const answers = await Promise.all(
    distinctEntities(argument).map((cell) => inTargetCell(access, () => readEntityId(access, cell))),
  );
  const failures = answers.filter((answer) => typeof answer !== "string");
  return { ids: new Set(answers.filter((answer) => typeof answer === "string")), failures };
};

/** Each distinct entity of an argument in order: cells that mean the same search are one entity, and so are equal cell errors. */
export const distinctEntities = (argument: Argument): readonly Cell[] => [
  ...new Map(filledCells(argument).map((cell) => [keyText(cell), cell])).values(),
];

const keyText = (cell: Cell): string => {
  if (cell instanceof CellError) return cell.excelCode;
  const read = entityText(cell);
  return (read.state === "text" ? read.text : cellText(cell)).toLowerCase();
};

/** The argument with cells that hold no entity ("n/a", `-`, a header word) as blank ones. */
const withoutMissingRows = (argument: Argument): Argument =>
  argument.rows.some((row) => row.some((cell) => cell !== undefined && isNoEntity(cell)))
    ? { rows: argument.rows.map((row) => row.map((cell) => (isNoEntity(cell) ? undefined : cell))) }
    : argument;

/** A required list of entities whose blank cells are kept. */
export const entityList = (control: ParameterControl): Parameter<Argument> => ({
  ...list(control),
  clean: withoutMissingRows,
});

/** An optional list of entities. */
export const optionalEntityList: Parameter<Argument | undefined> = {
  ...optionalList("entities"),
  clean: withoutMissingRows,
};
