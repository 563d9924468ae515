import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { type Cell, readLine, cellText } from "../../arguments/argument";
import { entityList } from "../../arguments/entities";
import { choices, optional, optionalList, text } from "../../arguments/parameters";
import { readWeights } from "../../arguments/weights";
import { findRows, idsIn, type ListRow } from "../../define/alignment";
import { type CompanyCoverage, findCoverage, type ListCoverage, logCoverage, rowCoverage } from "../../define/coverage";
import { defineFunction } from "../../define/define-function";
import { sum } from "../../define/weighted-score";
import { FormulaResult } from "../../table/formula-result";
import { CellError, type CellValue, type Matrix } from "../../table/matrix";

/** What the option `show` offers. */
const items = ["holdings", "resolved", "members", "licensed", "unchecked", "duplicates", "weight", "missing"] as const;
type Item = (typeof items)[number];

/** One company of the list, or one cell that names none. */
interface Holding extends CompanyCoverage {
  /** The first cell that names it, as it was written. */
  readonly written: string;
  readonly isResolved: boolean;
  /** The sum of the weights of its cells. */
  weight: number;
  /** In how many cells it stands. */
  cells: number;
}

/** The holdings of a list, each once, in its order. A blank cell without weight is none. */
const toHoldings = (
  cells: readonly Cell[],
  rows: readonly ListRow[],
  weights: readonly number[],
  coverage: ListCoverage,
): readonly Holding[] => {
  const holdings = new Map<string, Holding>();
  for (const [place, row] of rows.entries()) {
    const weight = weights[place] ?? 0;
    if (row === undefined && weight === 0) continue;
    const cell = cells[place];
    const written = cell instanceof CellError ? cell.excelCode : cellText(cell);
    const key = typeof row === "string" ? row : row === undefined ? `blank ${place}` : `text ${written.toLowerCase()}`;
    const holding = holdings.get(key) ?? {
      ...rowCoverage(row, coverage),
      written,
      isResolved: typeof row === "string",
      weight: 0,
      cells: 0,
    };
    holding.weight += weight;
    holding.cells += 1;
    holdings.set(key, holding);
  }
  return [...holdings.values()];
};

const isMember = ({ status }: Holding): boolean =>
  ["covered", "licence not checked", "no access", "not monitored"].includes(status);
const isCovered = ({ status }: Holding): boolean => status === "covered" || status === "licence not checked";

/** The covered part of the weight, 0 to 1. */
const coveredWeight = (holdings: readonly Holding[]): number =>
  sum(holdings.filter(isCovered).map(({ weight }) => weight)) / sum(holdings.map(({ weight }) => weight));

/** `92 %`, with one decimal at most; never 100 % for less. */
const percent = (share: number): string => `${Math.floor(share * 1_000 + 1e-9) / 10} %`;

/** Texts of cells do not depend on the language, so that formulas can compare them. */
const toSentence = (holdings: readonly Holding[], isWeighted: boolean): string => {
  const duplicates = holdings.filter(({ cells }) => cells > 1).map(({ written }) => written);
  const unchecked = holdings.filter(({ status }) => status === "licence not checked").length;
  return [
    `${holdings.filter(isCovered).length} of ${holdings.length} holdings`,
    ...(isWeighted ? [`${percent(coveredWeight(holdings))} of weight`] : []),
    ...(duplicates.length === 0 ? [] : [`counted once: ${duplicates.join("; ")}`]),
    ...(unchecked === 0 ? [] : [`${unchecked} licences not checked`]),
  ].join(", ");
};

const reason = ({ error }: Holding): string => error?.message ?? "";

/** The holdings that are not covered, with the reason; a row that says so where there is none. */
const missingRows = (holdings: readonly Holding[], isWeighted: boolean): Matrix => {
  const rows = holdings
    .filter((holding) => !isCovered(holding))
    .map((holding): readonly CellValue[] => [
      holding.written,
      holding.status,
      ...(isWeighted ? [holding.weight] : []),
      reason(holding),
    ]);
  const header = ["Holding", "Status", ...(isWeighted ? ["Weight"] : []), "Reason"];
  return [header, ...(rows.length === 0 ? [["None", ...header.slice(1).map(() => "")]] : rows)];
};

const readItem = (item: Exclude<Item, "missing">, holdings: readonly Holding[]): CellValue => {
  const count = (isCounted: (holding: Holding) => boolean): number => holdings.filter(isCounted).length;
  switch (item) {
    case "holdings":
      return holdings.length;
    case "resolved":
      return count(({ isResolved }) => isResolved);
    case "members":
      return count(isMember);
    case "licensed":
      return count(isCovered);
    case "unchecked":
      return count(({ status }) => status === "licence not checked");
    case "duplicates":
      return holdings
        .filter(({ cells }) => cells > 1)
        .map(({ written }) => written)
        .join("; ");
    case "weight":
      return coveredWeight(holdings);
  }
};

/** @throws AddinError `invalid-argument` where numbers and the list of missing holdings are asked for together, or weights are missing. */
const checkItems = (shown: readonly Item[], isWeighted: boolean): void => {
  if (shown.length > 1 && shown.includes("missing"))
    throw new AddinError("invalid-argument", t("functions.missingAlone"));
  if (shown.includes("weight") && !isWeighted)
    throw new AddinError("invalid-argument", t("functions.weightNeedsWeights"));
};

/** A number of holdings would be too low where one could not be asked for. @throws AddinError or CellError the first failure. */
const refuseFailed = (holdings: readonly Holding[]): void => {
  const failed: AddinError | CellError | undefined = holdings.find(({ status }) => status === "failed")?.error;
  if (failed !== undefined) throw failed;
};

/**
 * `UNIVERSE.COVERAGE`: how much of a list a universe covers. Memberships are asked for 100 companies a call, and the licences of at most
 * 25 members, one call each.
 */
export const universeCoverage = defineFunction({
  name: "UNIVERSE.COVERAGE",
  help: {
    description:
      "Says how much of a list of companies a universe covers: holdings, weight, and which are missing and why.",
    synonyms: "monitored, not covered, missing companies, membership, licence, portfolio coverage, gaps",
    labels: { weights: "Weights" },
    parameters: { weights: "The weights beside the companies, as many as there are cells. They need not add up to 1." },
    options: {
      show: "What to show in place of a sentence: numbers (a column for each), or missing: the companies that are not covered, with the reason.",
    },
    examples: [
      {
        formula: '=UNIVERSE.COVERAGE({"SE0ZZ0000012";"FR0ZZ0000277"},"Demo Portfolio",{0.6;0.4})',
        shows: "How many of the holdings, and how much of their weight, the universe covers.",
      },
      {
        formula: '=UNIVERSE.COVERAGE({"SE0ZZ0000012";"FR0ZZ0000277"},"Demo Portfolio",,"show=missing")',
        shows: "The companies that are not covered, with the reason.",
      },
    ],
  },
  parameters: {
    entities: entityList("entities"),
    universe: optional("universe", text),
    weights: optionalList("range"),
  },
  layout: "value",
  options: { show: choices(items) },
  routes: ["listUniverseEntities", "searchEntities", "listSdgDocuments"],
  argumentOfMember: { entity_id: "entities", universe_id: "universe" },
  calculate: async (invocation) => {
    const { values, options, runtime, requestContext } = invocation;
    const isWeighted = values.weights !== undefined;
    const { show = [] } = options;
    checkItems(show, isWeighted);
    const cells = readLine(invocation, values.entities, "entities");
    const weights =
      values.weights && readWeights(readLine(invocation, values.weights, "weights"), cells.length, "weights");
    const universe_id = runtime.universes.idOf(values.universe, requestContext);
    const rows = await findRows(invocation, cells);
    const coverage = await findCoverage(invocation, universe_id, idsIn(rows));
    logCoverage(invocation, rows, coverage);
    const holdings = toHoldings(cells, rows, weights ?? [], coverage);
    if (show.includes("missing")) return FormulaResult.ofCells(missingRows(holdings, isWeighted));
    refuseFailed(holdings);
    if (show.length === 0) return FormulaResult.ofValue(toSentence(holdings, isWeighted));
    const numbers = show.filter((item) => item !== "missing");
    return FormulaResult.ofCells([numbers.map((item) => readItem(item, holdings))]);
  },
});
