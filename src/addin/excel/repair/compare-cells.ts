import { type Address, formatAddress, parseAddress } from "../../../facts/addresses";
import { AddinError } from "../../../engine/http/addin-error";
import { FormulaResult } from "../../../formulas/table/formula-result";
import { CellError, type CellValue, type Matrix } from "../../../formulas/table/matrix";
import type { UnseenResult } from "../functions/unseen-results";
import { toCustomFunctionsError } from "../functions/cell-values";
import type { NamesInCells } from "../sheet/names-in-cells";
import { cellsPerSync, loadInSlices } from "../sheet/load-in-slices";
import { rangeAt } from "../run-excel";

/** How a cell stands to the result that was given to Excel for it. `waiting`: for another cell, whose request runs. */
export type Standing = "shown" | "not-shown" | "gone" | "waiting";

/** A cell of a formula with what was given to Excel for it; nothing where an earlier run of the add-in was asked. */
export interface Expected {
  readonly address: string;
  readonly results: readonly UnseenResult[];
}

/** A result with more cells is compared in so many of its rows. */
const mostCompared = 20_000;
const comparedRows = 200;

/** Excel waits for a function, or cannot reach the add-in. */
export const isPending = (value: unknown): boolean =>
  value === "#BUSY!" || value === "#CONNECT!" || value === "#GETTING_DATA" || value === "#UNKNOWN!";

/** A normalized address as a user writes it: with the quotes that Excel uses. */
export const userAddress = (address: string): string => {
  const area = parseAddress(address.replace(/^(.*)!/, (_, sheet: string) => `'${sheet.replaceAll("'", "''")}'!`));
  return area === undefined ? address : formatAddress(area);
};

/** Compares what the cells show with what was given to Excel for them. @throws what Excel says, also while a cell is edited */
export const compareWithCells = async (
  context: Excel.RequestContext,
  expected: readonly Expected[],
  { names, isRunning }: { readonly names: NamesInCells; readonly isRunning: boolean },
): Promise<ReadonlyMap<string, Standing>> => {
  const standings = new Map<string, Standing>();
  const sheets = context.workbook.worksheets.load({ name: true });
  await context.sync();
  const existing = new Set(sheets.items.map(({ name }) => name.toLowerCase()));
  const places = expected.flatMap((one) => {
    const area = parseAddress(userAddress(one.address));
    if (area !== undefined && existing.has((area.sheet ?? "").toLowerCase())) return [{ ...one, area }];
    standings.set(one.address, "gone");
    return [];
  });
  const anchors = await loadColumns(context, places);
  const spilling: { readonly address: string; readonly area: Address; readonly matrix: Matrix }[] = [];
  for (const { address, results, area } of places) {
    const { formula, value } = anchors.get(address) ?? { formula: "", value: "" };
    const matrix = multipleCells(formula, results, names);
    const standing = anchorStanding(formula, value, results, names);
    standings.set(address, isPending(value) && isRunning ? "waiting" : standing);
    if (standing === "shown" && matrix !== undefined && value !== "#SPILL!")
      spilling.push({ address, matrix, area: spillArea(area, matrix) });
  }
  for (const address of await wrongSpills(context, spilling)) standings.set(address, "not-shown");
  return standings;
};

/** The formulas and values of cells. Cells below each other are read as one range. */
const loadColumns = async (
  context: Excel.RequestContext,
  places: readonly { readonly address: string; readonly area: Address }[],
): Promise<ReadonlyMap<string, { readonly formula: unknown; readonly value: unknown }>> => {
  const inOrder = places.toSorted(
    ({ area: one }, { area: other }) =>
      (one.sheet ?? "").localeCompare(other.sheet ?? "") ||
      one.startColumn - other.startColumn ||
      one.startRow - other.startRow,
  );
  const runs: { area: Address; readonly addresses: string[] }[] = [];
  for (const { address, area } of inOrder) {
    const last = runs.at(-1);
    if (last !== undefined && isBelow(area, last.area) && last.addresses.length < cellsPerSync) {
      last.area = { ...last.area, endRow: area.endRow };
      last.addresses.push(address);
    } else runs.push({ area, addresses: [address] });
  }
  const loaded = await loadInSlices(context, runs, ({ area }) =>
    rangeAt(context, formatAddress(area)).load({ formulas: true, values: true }),
  );
  const cells = new Map<string, { readonly formula: unknown; readonly value: unknown }>();
  runs.forEach(({ addresses }, run) =>
    addresses.forEach((address, row) =>
      cells.set(address, {
        formula: (loaded[run]?.formulas as unknown[][])[row]?.[0],
        value: (loaded[run]?.values as unknown[][])[row]?.[0],
      }),
    ),
  );
  return cells;
};

const isBelow = (cell: Address, run: Address): boolean =>
  cell.sheet === run.sheet && cell.startColumn === run.startColumn && cell.startRow === run.endRow + 1;

const anchorStanding = (
  formula: unknown,
  value: unknown,
  results: readonly UnseenResult[],
  names: NamesInCells,
): Standing => {
  if (!names.isOurs(formula) || value === "#NAME?") return "gone";
  if (isPending(value)) return "not-shown";
  const given = findResult(formula, results, names);
  // A blocked spill is Excel's own answer.
  if (given === undefined || value === "#SPILL!") return "shown";
  const first = given instanceof FormulaResult ? given.cells[0]?.[0] : given;
  return first === undefined || isDisplayed(value, first) ? "shown" : "not-shown";
};

/** What a cell must show; undefined where Excel's own functions stand around ours. */
const findResult = (formula: string, results: readonly UnseenResult[], names: NamesInCells): UnseenResult["result"] => {
  const name = names.onlyCall(formula);
  return name === undefined
    ? undefined
    : results.findLast(({ functionName }) => names.inCells(functionName) === name)?.result;
};

const multipleCells = (formula: unknown, results: readonly UnseenResult[], names: NamesInCells): Matrix | undefined => {
  const given = typeof formula === "string" ? findResult(formula, results, names) : undefined;
  if (!(given instanceof FormulaResult)) return undefined;
  return given.height > 1 || given.width > 1 ? given.cells : undefined;
};

const spillArea = (anchor: Address, matrix: Matrix): Address => ({
  ...anchor,
  endRow: anchor.startRow + matrix.length - 1,
  endColumn: anchor.startColumn + (matrix[0]?.length ?? 1) - 1,
});

/** The addresses of those results that are shown in another size or with other values. */
const wrongSpills = async (
  context: Excel.RequestContext,
  spilling: readonly { readonly address: string; readonly area: Address; readonly matrix: Matrix }[],
): Promise<readonly string[]> => {
  const compared = spilling.flatMap(({ address, area, matrix }) =>
    rowsToCompare(matrix).map(([first, last]) => ({
      address,
      rows: matrix.slice(first, last + 1),
      area: { ...area, startRow: area.startRow + first, endRow: area.startRow + last },
    })),
  );
  const spills = await loadInSlices(
    context,
    spilling.map(({ address, area }) => ({ address, area: { ...area, endRow: area.startRow } })),
    ({ area }) =>
      rangeAt(context, formatAddress({ ...area, endColumn: area.startColumn }))
        .getSpillingToRangeOrNullObject()
        .load({ rowCount: true, columnCount: true }),
  );
  const wrong = new Set<string>();
  const whole = new Set<string>();
  spilling.forEach(({ address, area }, index) => {
    const spill = spills[index];
    // A formula that was entered with Ctrl+Shift+Enter fills cells of its own and does not spill.
    if (spill === undefined || spill.isNullObject) return;
    whole.add(address);
    const { startRow, endRow, startColumn, endColumn } = area;
    if (spill.rowCount !== endRow - startRow + 1 || spill.columnCount !== endColumn - startColumn + 1)
      wrong.add(address);
  });
  const pieces = compared.filter(({ address }) => whole.has(address) && !wrong.has(address));
  const loaded = await loadInSlices(context, pieces, ({ area }) =>
    rangeAt(context, formatAddress(area)).load({ values: true }),
  );
  pieces.forEach(({ address, rows }, index) => {
    const shown = loaded[index]?.values as unknown[][];
    if (!rows.every((row, rowIndex) => row.every((cell, column) => isDisplayed(shown[rowIndex]?.[column], cell))))
      wrong.add(address);
  });
  return [...wrong];
};

/** First and last row of each piece that is compared: all rows, or of a large result rows at equal distances with the last one. */
const rowsToCompare = (matrix: Matrix): readonly (readonly [number, number])[] => {
  const { length } = matrix;
  if (length * (matrix[0]?.length ?? 1) <= mostCompared) return [[0, length - 1]];
  const step = Math.ceil(length / comparedRows);
  const rows = Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
  return [...new Set([...rows, length - 1])].map((row) => [row, row] as const);
};

/** The relative difference that Excel's 15 digits may make. */
const precision = 1e-12;

/** Whether a cell's value, as `Range.values` has it, is what was given to Excel. */
const isDisplayed = (shown: unknown, given: CellValue): boolean => {
  if (given instanceof AddinError || given instanceof CellError) return shown === toCustomFunctionsError(given).code;
  if (typeof given === "object") {
    // What `values` says of a card depends on the host.
    return given.kind === "entity" ? !isPending(shown) : isDisplayed(shown, given.value);
  }
  if (typeof given === "number" && typeof shown === "number")
    return Math.abs(given - shown) <= precision * Math.max(Math.abs(given), Math.abs(shown));
  if (typeof given === "string" && typeof shown === "string") return inOneForm(given) === inOneForm(shown);
  return shown === given;
};

const inOneForm = (text: string): string => text.replaceAll("\r\n", "\n");
