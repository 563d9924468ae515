import { parseAddress } from "../../../../facts/addresses";
import { withSheetFrom } from "../../../../facts/sheet-names";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";
import { besideRows, useCellBeside } from "../../ui/beside-list";
import type { Insertion } from "../../ui/insert-bar";
import { callIn, referencedAddress } from "./formula-input";
import { withHeaderRow } from "./preview";

/** Columns that are looked for beside the list: more than most results have. */
const expectedColumns = 5;

/** The column of several cells that a call has as its list; undefined without one. */
const listIn = ({ parameters }: FunctionDefinition, inputs: readonly string[]): string | undefined =>
  parameters
    .map(({ matrix, name }, place) =>
      matrix && name !== "options" ? referencedAddress(inputs[place] ?? "") : undefined,
    )
    .find((address) => {
      const area = address === undefined ? undefined : parseAddress(address);
      return area !== undefined && area.startRow !== area.endRow && area.startColumn === area.endColumn;
    });

/** Where a formula goes that is one call with a row for each cell of a list: beside the list, or after it on a new sheet. */
export const useListPlace = (
  functions: readonly FunctionDefinition[],
  formulaAt: (cell: string) => string,
): Pick<Insertion, "target" | "places" | "headedFormula" | "list"> => {
  const { runtime, deps } = usePane();
  const { activeCell = "" } = useStore(deps.workbook.place) ?? {};
  const headedAt = (cell: string): { readonly formula: string; readonly list: string } | undefined => {
    const formula = formulaAt(cell);
    const call = callIn(formula);
    const definition = functions.find(({ name }) => name === call?.name);
    if (call?.isWhole !== true || definition === undefined) return undefined;
    const list = listIn(definition, call.inputs);
    const headed = withHeaderRow(definition, call.inputs, formula, runtime.clock.now());
    return list === undefined || headed === undefined ? undefined : { formula: headed, list };
  };
  const list = headedAt(activeCell)?.list;
  const address = list === undefined ? undefined : withSheetFrom(list, activeCell);
  const target = useCellBeside(address, false, expectedColumns);
  if (address === undefined) return {};
  return {
    ...(target !== undefined && { target }),
    places: (cell) => besideRows(address, false, cell),
    headedFormula: (cell) => headedAt(cell)?.formula ?? formulaAt(cell),
    list: address,
  };
};
