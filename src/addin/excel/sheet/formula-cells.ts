import { cellAddress } from "../../../facts/addresses";
import { office } from "../../../i18n/locales/en/office";
import { addMessages, t } from "../../../i18n/t";
import { createNamespace } from "./namespace";
import { isCellEdit, rangeAt, runExcel } from "../run-excel";
import { selectedAreas } from "./selected-areas";

addMessages("en", office);

/** The formulas of a refresh: addresses (`Sheet1!A1`), what is selected, the active sheet or the workbook. */
export type RefreshScope = readonly string[] | "selection" | "sheet" | "workbook";

type NamedScope = Exclude<RefreshScope, readonly string[]>;

/** The cells that contain our functions. Both methods that calculate return why cells were skipped. */
export interface FormulaCells {
  readonly find: (scope: RefreshScope) => Promise<readonly string[]>;
  readonly calculate: (addresses: readonly string[]) => Promise<readonly string[]>;
  readonly enterAgain: (addresses: readonly string[]) => Promise<readonly SkippedCell[]>;
}

/** A cell that Excel refused, with what it said. */
export interface SkippedCell {
  readonly address: string;
  readonly reason: string;
}

/** `names` are the worksheet functions; a formula is ours if it calls one of them in our namespace. */
export const createFormulaCells = (names: readonly string[], namespace = ""): FormulaCells => {
  const inCells = names.map(createNamespace(namespace, names).nameInCells);
  const ours = new RegExp(`(^|[^A-Z0-9_.])(${inCells.map((name) => name.replaceAll(".", "\\.")).join("|")})\\(`, "i");
  return {
    find: (scope) =>
      typeof scope === "string" ? runExcel((context) => findFormulas(context, scope, ours)) : Promise.resolve(scope),
    calculate: (addresses) => runExcel((context) => calculate(context, addresses)),
    enterAgain: enterEach,
  };
};

const findFormulas = async (
  context: Excel.RequestContext,
  scope: NamedScope,
  ours: RegExp,
): Promise<readonly string[]> => {
  const ranges = await usedRanges(context, scope);
  loadFormulas(ranges);
  await context.sync();
  const found = ranges.flatMap((range) => filterFormulas(range, ours));
  if (scope !== "selection") return found;
  const anchors = ranges.flatMap(spillAnchors).slice(0, mostAnchors);
  loadFormulas(anchors);
  await context.sync();
  return [...new Set([...found, ...anchors.flatMap((anchor) => filterFormulas(anchor, ours))])];
};

const loadFormulas = (ranges: readonly Excel.Range[]): void => {
  for (const range of ranges)
    range.load({ formulas: true, rowIndex: true, columnIndex: true, worksheet: { name: true } });
};

/** The used cells of a scope, of a selection in the order of its areas. Null objects are among them where there are none. */
export const usedRanges = async (context: Excel.RequestContext, scope: NamedScope): Promise<readonly Excel.Range[]> => {
  const { workbook } = context;
  if (scope === "selection") {
    const areas = await selectedAreas(context);
    return areas.map((area) => area.getIntersectionOrNullObject(area.worksheet.getUsedRange()));
  }
  if (scope === "sheet") return [workbook.worksheets.getActiveWorksheet().getUsedRangeOrNullObject()];
  const sheets = workbook.worksheets.load({ name: true });
  await context.sync();
  return sheets.items.map((sheet) => sheet.getUsedRangeOrNullObject());
};

const filterFormulas = (range: Excel.Range, ours: RegExp): string[] => {
  const found: string[] = [];
  if (range.isNullObject) return found;
  const rows = range.formulas as unknown[][];
  rows.forEach((row, rowIndex) => {
    row.forEach((formula, columnIndex) => {
      if (typeof formula === "string" && formula.startsWith("=") && ours.test(formula))
        found.push(cellAddress(range.worksheet.name, range.rowIndex + rowIndex, range.columnIndex + columnIndex));
    });
  });
  return found;
};

/** Selected cells that are looked at for the formula that they come from, at most. */
const mostAnchors = 1_000;

/**
 * A selected cell of a spill stands for the formula it comes from. A spill that begins outside of an area reaches a filled cell of its first
 * row or column.
 */
const spillAnchors = (area: Excel.Range): readonly Excel.Range[] =>
  area.isNullObject
    ? []
    : (area.formulas as unknown[][]).flatMap((cells, row) =>
        cells.flatMap((content, column) =>
          content !== "" && (row === 0 || column === 0) ? [area.getCell(row, column).getSpillParentOrNullObject()] : [],
        ),
      );

const calculate = async (context: Excel.RequestContext, addresses: readonly string[]): Promise<readonly string[]> => {
  const application = context.workbook.application.load({ calculationMode: true });
  for (const address of addresses) rangeAt(context, address).calculate();
  await context.sync();
  return application.calculationMode === Excel.CalculationMode.manual ? [t("office.manualCalculation")] : [];
};

/**
 * Enters all formulas in one step of undo. Excel refuses the whole step for one cell, for example a part of an array formula: then the halves
 * are entered, so that the others are.
 * @returns what Excel said of cells that it refused
 * @throws what Excel says where a cell is edited
 */
const enterEach = async (addresses: readonly string[]): Promise<readonly SkippedCell[]> => {
  try {
    return await runExcel((context) => enterAgain(context, addresses), { mergeUndoGroup: true });
  } catch (error) {
    if (isCellEdit(error)) throw error;
    const [address = ""] = addresses;
    if (addresses.length === 1) return [{ address, reason: error instanceof Error ? error.message : String(error) }];
    const half = Math.ceil(addresses.length / 2);
    return [...(await enterEach(addresses.slice(0, half))), ...(await enterEach(addresses.slice(half)))];
  }
};

const enterAgain = async (
  context: Excel.RequestContext,
  addresses: readonly string[],
): Promise<readonly SkippedCell[]> => {
  const cells = addresses.map((address) => {
    const range = rangeAt(context, address).load({ formulas: true });
    const sheet = range.worksheet.load({ name: true, protection: { protected: true } });
    return { address, range, sheet };
  });
  await context.sync();
  const open = cells.filter(({ sheet }) => !sheet.protection.protected);
  for (const { range } of open) range.formulas = range.formulas as unknown[][];
  await context.sync();
  return cells
    .filter(({ sheet }) => sheet.protection.protected)
    .map(({ address, sheet }) => ({ address, reason: t("office.protectedSheet", { sheet: sheet.name }) }));
};
