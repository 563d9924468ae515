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
import { mapReferences } from "../../ooxml/formulas";
import { moveFormula } from "../../ooxml/moved-formulas";
import { serviceInjector } from "./private-hooks";

type ReferenceCorners = CellRange;
type RangeChange = Parameters<Parameters<RefRangeService["registerRefRange"]>[1]>[0];
type Register = FormulaRefRangeService["registerRangeFormula"];

/**
 * Moves the rules of sheets (conditional formats, data validation) as Excel does when rows and columns are inserted,
 * deleted or moved: a rule stays one rule, and the absolute references of its formulas move too.
 */
export const moveRulesLikeExcel = (): void => {
  const register: Register = function (this: FormulaRefRangeService, unitId, sheetId, ranges, formulas, callback) {
    const injector = serviceInjector(this);
    const workbook = injector.get(IUniverInstanceService).getUnit<Workbook>(unitId) ?? undefined;
    const ordered = ranges.toSorted(byPlace);
    const onChange = (change: RangeChange): ReturnType<typeof callback> => {
      const rule = moveRule({ workbook, sheetId, ranges: ordered, formulas }, change);
      return rule === undefined ? { undos: [], redos: [] } : callback(rule.ranges.length === 0 ? [] : [rule]);
    };
    const watched = [
      ...ranges.map((range) => [sheetId, range] as const),
      ...ruleReferences(workbook, sheetId, formulas),
    ];
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

const ruleSheet = (workbook: Rule["workbook"], name: string | undefined, own: string): string | undefined =>
  name === undefined ? own : workbook?.getSheetBySheetName(name)?.getSheetId();

/** The corners of a reference; undefined if the text is none. */
const parseCorners = (reference: string): ReferenceCorners | undefined => {
  const range = parseLocalAddress(reference);
  if (range === undefined) return undefined;
  const { startRow, startColumn, endRow, endColumn } = range;
  return { startRow, startColumn, endRow, endColumn };
};

const ruleReferences = (
  workbook: Rule["workbook"],
  sheetId: string,
  formulas: readonly string[],
): (readonly [string, IRange])[] => {
  const references: (readonly [string, IRange])[] = [];
  for (const formula of formulas)
    mapReferences(formula, (reference) => {
      const sheet = ruleSheet(workbook, parseLocalAddress(reference)?.sheet, sheetId);
      const corners = parseCorners(reference);
      if (sheet !== undefined && corners !== undefined) references.push([sheet, corners]);
      return reference;
    });
  return references;
};

/** The rule after a change of rows or columns, without ranges if its cells are gone; undefined if nothing changes. */
const moveRule = (
  { workbook, sheetId, ranges, formulas }: Rule,
  change: RangeChange,
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
  const newFormulas = formulas.map((formula) =>
    mapReferences(
      moveFormula(formula, before.startRow - first.startRow, before.startColumn - first.startColumn),
      (one) =>
        ruleSheet(workbook, parseLocalAddress(one)?.sheet, sheetId) === subUnitId
          ? moveRuleReference(one, change)
          : one,
    ),
  );
  const isSame =
    JSON.stringify([next.map(rangeCells), newFormulas]) === JSON.stringify([ranges.map(rangeCells), formulas]);
  return isSame ? undefined : { ranges: next, formulas: newFormulas };
};

const rangeCells = ({ startRow, startColumn, endRow, endColumn }: IRange): number[] => [
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
  const mutations = handleCommonDefaultRangeChangeWithEffectRefCommands(
    singleCell(first.startRow, first.startColumn),
    change,
  );
  const isKept = mutations.some(
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
const moveRuleReference = (reference: string, change: EffectRefRangeParams): string => {
  const corners = parseCorners(reference);
  if (corners === undefined) return reference;
  const target = handleDefaultRangeChangeWithEffectRefCommands(corners, change) as IRange | null | undefined;
  if (!target) return "#REF!";
  const bang = reference.lastIndexOf("!") + 1;
  const [start = "", end] = reference.slice(bang).split(":");
  const texts = [
    moveRuleCorner(start, target.startRow, target.startColumn),
    ...(end === undefined ? [] : [moveRuleCorner(end, target.endRow, target.endColumn)]),
  ];
  return reference.slice(0, bang) + texts.join(":");
};

const moveRuleCorner = (corner: string, row: number, column: number): string =>
  corner.replace(/[A-Za-z]+/, columnLetters(column)).replace(/\d+/, String(row + 1));
