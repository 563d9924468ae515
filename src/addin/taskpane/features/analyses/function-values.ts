import type { InvocationContext } from "../../../../formulas/define/invocation";
import type { CellValue } from "../../../../formulas/table/matrix";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { PaneDeps } from "../../pane-deps";

const host = { formattedValues: false, entityCards: false, maxCharacters: 64_000_000, maxCells: 5_000_000 } as const;

const toContent = (cell: CellValue): CellContent => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof Error) return cell.message;
  return cell.kind === "entity" ? cell.text : cell.value;
};

/** Reads a worksheet function. `options` is its last argument. @throws AddinError where the cell would show an error */
export type ReadFunction = (
  name: string,
  values: readonly unknown[],
  options: string,
) => Promise<readonly (readonly CellContent[])[]>;

/**
 * Reads worksheet functions for what the pane writes as values, so that columns, dates, rules and cached answers equal those of the formula.
 * A workbook that counts days from 1904 gets dates as texts.
 */
export const functionValues = async (
  { functions, workbook, runtime }: PaneDeps,
  signal: AbortSignal,
): Promise<ReadFunction> => {
  const definitions = await functions();
  const { dates1904 } = await workbook.facts();
  const iso = dates1904 === true ? "; dates=iso" : "";
  const context: InvocationContext = {
    runtime,
    host,
    address: undefined,
    signal,
    preview: false,
    reloadSince: undefined,
  };
  return async (name, values, options) => {
    const definition = definitions.find((one) => one.name === name);
    if (definition === undefined) throw new Error(`There is no ${name}.`);
    const { cells: rows } = await definition.invoke([...values, options + iso], context);
    return rows.map((row) => row.map(toContent));
  };
};
