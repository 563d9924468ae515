import { formatAddress, parseAddress } from "../../../../facts/addresses";
import { addressSheet, withoutSheet, withSheetFrom } from "../../../../facts/sheet-names";
import { fillQuestion, placeholdersIn, type FormulaQuestion } from "../../../../formulas/define/question";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import type { KnownUniverse } from "../../../../engine/state/universes";
import type { SelectionPlace } from "../../../excel/sheet/ranges";

/** What a question is about, as it is typed: names and addresses. Empty is missing. */
export interface QuestionInput {
  readonly universe: string;
  readonly list: string;
  readonly weights: string;
  readonly analysis: string;
}

/** What the person already works with: the universe that was looked at last, the default or the first one, the selected column, the latest analysis. */
export const valuesAtHand = ({
  universe,
  catalogue,
  analyses,
  place,
}: {
  readonly universe: KnownUniverse | undefined;
  readonly catalogue: readonly KnownUniverse[];
  readonly analyses: readonly KnownAnalysis[];
  readonly place: SelectionPlace | undefined;
}): QuestionInput => {
  const list = place?.columnCount === 1 && place.rowCount > 1 ? place.address : "";
  return {
    universe: (universe ?? catalogue[0])?.name ?? "",
    list,
    weights: addressBeside(list),
    analysis: analyses.findLast(({ state }) => state === "ready")?.instance ?? analyses.at(-1)?.instance ?? "",
  };
};

/** The column to the right of a list; empty where the list is no address. */
export const addressBeside = (list: string): string => {
  const area = parseAddress(list);
  if (area === undefined) return "";
  return formatAddress({ ...area, startColumn: area.endColumn + 1, endColumn: area.endColumn + 1 });
};

/** Universes that are compared: the chosen one first. */
const mostUniverses = 3;

/** The formula of a question for a cell: addresses name their sheet where the cell is on another one. `active` is the active cell. */
export const formulaFor = (
  { formula }: FormulaQuestion,
  { universe, list, weights, analysis }: QuestionInput,
  {
    active,
    cell,
    catalogue,
  }: { readonly active: string; readonly cell: string; readonly catalogue: readonly KnownUniverse[] },
): string => {
  const address = (typed: string): string => {
    const full = withSheetFrom(typed.trim(), active);
    return addressSheet(full) === addressSheet(cell) ? withoutSheet(full) : full;
  };
  const others = catalogue.map(({ name }) => name).filter((name) => name !== universe);
  return fillQuestion(formula, {
    universe,
    universes: [universe, ...others].filter((name) => name !== "").slice(0, mostUniverses),
    list: address(list),
    weights: address(weights),
    analysis,
  });
};

const questionInputs = ["universe", "list", "weights", "analysis"] as const;

/** What the person fills in for a question, in one order; several universes follow from the one. */
export const listInputs = ({ formula }: FormulaQuestion): readonly (keyof QuestionInput)[] => {
  const needed = placeholdersIn(formula);
  return questionInputs.filter(
    (name) => needed.includes(name) || (name === "universe" && needed.includes("universes")),
  );
};
