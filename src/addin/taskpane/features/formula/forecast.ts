import { queryRules } from "../../../../contract/query-rules";
import type { RouteName } from "../../../../contract/routes";
import { mostRecords, pageSize } from "../../../../engine/pagination/listing";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { ordersBy } from "../../../../formulas/table/listing-table";
import { t } from "../../../../i18n/t";
import { isCheap } from "../../ui/cost";
import { isExpression } from "./formula-input";

/** The contract decides: a listing takes a cursor. */
const isListing = (route: RouteName): boolean => "search_after" in queryRules[route];

/** The inputs of a function by parameter name. */
type ArgumentInputs = Readonly<Record<string, string>>;

/** What is known of a formula before it is inserted. */
export interface KnownCounts {
  readonly rowCap: number;
  /** How many records the service has, where its answer to the preview said so. */
  readonly total?: number | undefined;
  /** The name of the universe that is selected for the workbook. */
  readonly selected?: string | undefined;
}

/** The values of an option in the text of the argument `options`; empty where it is not given. */
const optionIn = (options: string, key: string): readonly string[] => {
  const [, values = ""] = new RegExp(`(?:^|;)\\s*${key}\\s*=([^;]*)`, "i").exec(options) ?? [];
  return values
    .split(",")
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "");
};

/** Filters that the service does not have, by listing: arguments and options. */
const filteredHere: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  listEsgEvents: ["entities"],
  listEsgDocuments: ["entities", "category", "language"],
  listTasks: ["status", "type"],
};

/** Whether `sort` names a field that the listing cannot be ordered by. */
const sortedHere = (route: RouteName, options: string): boolean =>
  optionIn(options, "sort").some((item) => !ordersBy(route, item.replace(/\s*:\s*(?:asc|desc)$/, "")));

/** Whether more records than rows are read, because rows are filtered, sorted or made distinct here. */
const readsMore = (definition: FunctionDefinition, inputs: ArgumentInputs, route: RouteName): boolean => {
  const options = inputs["options"] ?? "";
  const isGiven = (name: string): boolean => (inputs[name] ?? "").trim() !== "" || optionIn(options, name).length > 0;
  return (
    definition.readsAll === true ||
    isGiven("distinct") ||
    sortedHere(route, options) ||
    filteredHere[route]?.some(isGiven) === true
  );
};

/** The most documents of an analysis that one call gives (specification, "Limits"). */
const keysPerCall = 500;

const countPages = (records: number): number => Math.max(1, Math.ceil(records / pageSize));

/** Whether the formula reads all documents of an analysis, one day after another. */
const readsDays = ({ routes }: FunctionDefinition, { limit = "", options = "" }: ArgumentInputs): boolean =>
  routes.includes("downloadAnalysis") && limit.trim().toLowerCase() === "all" && optionIn(options, "date").length === 0;

/** How many calls the listings of a formula take, where they are many and known. */
const listingForecast = (
  definition: FunctionDefinition,
  inputs: ArgumentInputs,
  lists: readonly RouteName[],
  { rowCap, total = Infinity }: KnownCounts,
): string => {
  const [route] = lists;
  const limit = (inputs["limit"] ?? "").trim().toLowerCase();
  const takesLimit = definition.parameters.some(({ control }) => control === "limit");
  const readsAll = route !== undefined && readsMore(definition, inputs, route);
  const rows = readsAll ? mostRecords : limit === "" || limit === "all" ? rowCap : Number(limit);
  // A limit in a cell is not known, and the other listings are short.
  if (!readsAll && (!takesLimit || isExpression(limit) || !Number.isFinite(rows))) return "";
  const calls = countPages(Math.min(rows, total)) * (readsAll ? 1 : lists.length);
  if (isCheap(calls)) return "";
  if (total !== Infinity) return t("build.pagesKnown", { count: calls, rows: Math.min(rows, total) });
  return readsAll ? t("build.readsAll", { count: calls, records: mostRecords }) : t("build.pages", { count: calls });
};

/** Which universe is read where the service cannot filter by the companies that are given; empty elsewhere. */
const companyFilter = (
  { parameters }: FunctionDefinition,
  { universe = "", entities = "" }: ArgumentInputs,
  [route]: readonly RouteName[],
  { selected }: KnownCounts,
): string => {
  const isFilteredHere = route !== undefined && filteredHere[route]?.includes("entities") === true;
  const given = universe.trim().replace(/^[=']/, "");
  if (!isFilteredHere || entities.trim() === "" || !parameters.some(({ name }) => name === "universe")) return "";
  return t("build.keepsCompanies", { universe: given === "" ? (selected ?? t("build.selectedUniverse")) : given });
};

/** What a formula costs, in sentences, where that is worth saying: many calls, quota, or everything that is read for a few companies. */
export const forecast = (definition: FunctionDefinition, inputs: ArgumentInputs, known: KnownCounts): string => {
  const lists = definition.routes.filter(isListing);
  const parts = [
    companyFilter(definition, inputs, lists, known),
    lists.length > 0 && listingForecast(definition, inputs, lists, known),
    readsDays(definition, inputs) && t("build.byDay", { most: keysPerCall }),
    /translate\s*=/i.test(inputs["options"] ?? "") && t("build.translates"),
  ];
  return parts.filter((part) => part !== false && part !== "").join(" ");
};
