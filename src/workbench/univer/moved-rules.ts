import { type IDisposable, type IRange, IUniverInstanceService, type Workbook } from "@univerjs/core";
import {
  type EffectRefRangeParams,
  EffectRefRangId,
  handleCommonDefaultRangeChangeWithEffectRefCommands,
  handleDefaultRangeChangeWithEffectRefCommands,
  RefRangeService,
} from "@univerjs/sheets";
import { FormulaRefRangeService } from "@univerjs/sheets-formula";
import { UniverSheetsNotePlugin } from "@univerjs/sheets-note";
import { type CellRange, columnLetters, parseLocalAddress, singleCell } from "../../facts/addresses";
import { mapReferences, moveFormula } from "../../ooxml/formulas";
import { injectorOf } from "./private-hooks";

type Corners = CellRange;
type Change = Parameters<Parameters<RefRangeService["registerRefRange"]>[1]>[0];
type Register = FormulaRefRangeService["registerRangeFormula"];

/**
 * Moves the rules of sheets (conditional formats, data validation) as Excel does when rows and columns are inserted,
 * deleted or moved: a rule stays one rule, and the absolute references of its formulas move too.
 */
export const moveRulesLikeExcel = (): void => {
  const register: Register = function (this: FormulaRefRangeService, unitId, sheetId, ranges, formulas, callback) {
    const injector = injectorOf(this);
    const workbook = injector.get(IUniverInstanceService).getUnit<Workbook>(unitId) ?? undefined;
    const ordered = ranges.toSorted(byPlace);
    const onChange = (change: Change): ReturnType<typeof callback> => {
      const moved = moveRule({ workbook, sheetId, ranges: ordered, formulas }, change);
      return moved === undefined ? { undos: [], redos: [] } : callback(moved.ranges.length === 0 ? [] : [moved]);
    };
    const watched = [...ranges.map((range) => [sheetId, range] as const), ...referencesOf(workbook, sheetId, formulas)];
    const stops = watched.map(([id, range]) =>
      injector.get(RefRangeService).registerRefRange(range, onChange, unitId, id),
    );
    return { dispose: () => stops.forEach((stop: IDisposable) => stop.dispose()) };
  };
  FormulaRefRangeService.prototype.registerRangeFormula = register;
};

/**
 * The engine's own controller loses notes that stand below or beside each other when rows or columns are inserted, and
 * undo brings deleted ones back with an old text. `SheetNotes` moves them instead.
 */
export const leaveNotesToTheBook = (): void => {
  UniverSheetsNotePlugin.prototype.onReady = () => undefined;
};

interface Rule {
  readonly workbook: Workbook | undefined;
  readonly sheetId: string;
  /** By row, then column. */
  readonly ranges: readonly IRange[];
  readonly formulas: readonly string[];
}

const byPlace = (one: IRange, other: IRange): number =>
  one.startRow - other.startRow || one.startColumn - other.startColumn;

const sheetOf = (workbook: Rule["workbook"], name: string | undefined, own: string): string | undefined =>
  name === undefined ? own : workbook?.getSheetBySheetName(name)?.getSheetId();

/** The corners of a reference; undefined if the text is none. */
const cornersOf = (reference: string): Corners | undefined => {
  const found = parseLocalAddress(reference);
  if (found === undefined) return undefined;
  const { startRow, startColumn, endRow, endColumn } = found;
  return { startRow, startColumn, endRow, endColumn };
};

const referencesOf = (
  workbook: Rule["workbook"],
  sheetId: string,
  formulas: readonly string[],
): (readonly [string, IRange])[] => {
  const found: (readonly [string, IRange])[] = [];
  for (const formula of formulas)
    mapReferences(formula, (reference) => {
      const sheet = sheetOf(workbook, parseLocalAddress(reference)?.sheet, sheetId);
      const corners = cornersOf(reference);
      if (sheet !== undefined && corners !== undefined) found.push([sheet, corners]);
      return reference;
    });
  return found;
};

/** The rule after a change of rows or columns, without ranges if its cells are gone; undefined if nothing changes. */
const moveRule = (
  { workbook, sheetId, ranges, formulas }: Rule,
  change: Change,
): { readonly ranges: IRange[]; readonly formulas: string[] } | undefined => {
  const { subUnitId = workbook?.getActiveSheet().getSheetId() } = (change.params ?? {}) as {
    readonly subUnitId?: string;
  };
  const isHere = subUnitId === sheetId;
  const next = isHere
    ? ranges.flatMap((range) => handleCommonDefaultRangeChangeWithEffectRefCommands(range, change)).toSorted(byPlace)
    : [...ranges];
  const [first, nextFirst] = [ranges[0], next[0]];
  if (first === undefined || nextFirst === undefined) return { ranges: [], formulas: [] };
  const before = isHere ? beforeChange(first, nextFirst, change) : first;
  const moved = formulas.map((formula) =>
    mapReferences(
      moveFormula(formula, before.startRow - first.startRow, before.startColumn - first.startColumn),
      (one) =>
        sheetOf(workbook, parseLocalAddress(one)?.sheet, sheetId) === subUnitId ? moveReference(one, change) : one,
    ),
  );
  const isSame = JSON.stringify([next.map(cellsOf), moved]) === JSON.stringify([ranges.map(cellsOf), formulas]);
  return isSame ? undefined : { ranges: next, formulas: moved };
};

const cellsOf = ({ startRow, startColumn, endRow, endColumn }: IRange): number[] => [
  startRow,
  startColumn,
  endRow,
  endColumn,
];

/** Where the first cell of the rule was before the change: the next one, if the first was deleted. */
const beforeChange = (
  first: IRange,
  next: IRange,
  change: EffectRefRangeParams,
): Pick<IRange, "startRow" | "startColumn"> => {
  const kept = handleCommonDefaultRangeChangeWithEffectRefCommands(
    singleCell(first.startRow, first.startColumn),
    change,
  );
  const isKept = kept.some(
    ({ startRow, startColumn }) => startRow === next.startRow && startColumn === next.startColumn,
  );
  if (isKept) return first;
  if (change.id === EffectRefRangId.RemoveRowCommandId || change.id === EffectRefRangId.RemoveColCommandId) {
    const { range } = change.params as { readonly range: IRange };
    const rows = change.id === EffectRefRangId.RemoveRowCommandId ? range.endRow - range.startRow + 1 : 0;
    const columns = change.id === EffectRefRangId.RemoveColCommandId ? range.endColumn - range.startColumn + 1 : 0;
    return {
      startRow: next.startRow >= range.startRow ? next.startRow + rows : next.startRow,
      startColumn: next.startColumn >= range.startColumn ? next.startColumn + columns : next.startColumn,
    };
  }
  return first;
};

/** A reference after the change, with its `$`. */
const moveReference = (reference: string, change: EffectRefRangeParams): string => {
  const corners = cornersOf(reference);
  if (corners === undefined) return reference;
  const moved = handleDefaultRangeChangeWithEffectRefCommands(corners, change) as IRange | null | undefined;
  if (!moved) return "#REF!";
  const bang = reference.lastIndexOf("!") + 1;
  const [start = "", end] = reference.slice(bang).split(":");
  const texts = [
    moveCorner(start, moved.startRow, moved.startColumn),
    ...(end === undefined ? [] : [moveCorner(end, moved.endRow, moved.endColumn)]),
  ];
  return reference.slice(0, bang) + texts.join(":");
};

const moveCorner = (corner: string, row: number, column: number): string =>
  corner.replace(/[A-Za-z]+/, columnLetters(column)).replace(/\d+/, String(row + 1));
