/* oxlint-disable typescript/no-unsafe-enum-assignment -- Univer publishes no types for these members; each cast names exactly the members used, here and nowhere else */
import {
  type CellValueType,
  getDisplayValueFromCell,
  type Injector,
  type IRange,
  type IStyleData,
  type Nullable,
  type Worksheet,
} from "@univerjs/core";
import {
  type BaseValueObject,
  CELL_INVERTED_INDEX_CACHE,
  ErrorValueObject,
  ERROR_TYPE_SET,
  FormulaDataModel,
  IDefinedNamesService,
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
  LexerNode,
  ReferenceNodeFactory,
  SuffixNodeFactory,
  type BaseReferenceObject,
  type ErrorType,
  type FunctionVariantType,
} from "@univerjs/engine-formula";
import { DEFAULT_PADDING_DATA, Font, FontCache, type IFontCacheItem } from "@univerjs/engine-render";
import type { FindBy } from "@univerjs/preset-sheets-find-replace";
import { ConditionalFormattingViewModel, type IConditionFormattingRule } from "@univerjs/sheets-conditional-formatting";
import { type CellRange, overlap } from "../../facts/addresses";
import { type Area, type CellPlace } from "./addresses";

/** All members of Univer without published types. Check this file first after an update of Univer. */
type SpillRanges = Nullable<Record<string, Nullable<Record<string, Nullable<SheetSpills>>>>>;
/** By row and column of the anchor. */
export type SheetSpills = Record<number, Record<number, IRange>>;

/** Makes the engine treat a text as an error value, so that formulas which read it return it. */
export const knowError = (code: string): void => {
  ERROR_TYPE_SET.add(code as ErrorType);
};

export const isErrorType = (code: string): boolean => ERROR_TYPE_SET.has(code as ErrorType);

/** An error code that Univer's published union lacks. */
export const errorType = (code: string): ErrorType => code as ErrorType;

/** The current spill ranges, by workbook, sheet, row and column of the anchor. */
export const spillRanges = (injector: Injector): SpillRanges => injector.get(FormulaDataModel).getArrayFormulaRange();

/** A cell as the engine stores it. */
export interface EngineCell {
  readonly v?: Nullable<string | number | boolean>;
  readonly t?: Nullable<number>;
  readonly f?: Nullable<string>;
  readonly si?: Nullable<string>;
  /** Text with formats of its own. */
  readonly p?: Nullable<{ readonly body?: { readonly dataStream: string } }>;
  /** In a spilled cell: the number format of the function's result. */
  readonly s?: Nullable<Pick<IStyleData, "n">>;
}

/** The cells that spills fill, without the anchors' own data. */
export const spilledCells = (
  injector: Injector,
  unitId: string,
  sheetId: string,
): Nullable<Record<number, Nullable<Record<number, Nullable<EngineCell>>>>> => {
  const cells = injector.get(FormulaDataModel).getArrayFormulaCellData() as unknown as Nullable<
    Record<string, Nullable<Record<string, Record<number, Record<number, EngineCell>>>>>
  >;
  return cells?.[unitId]?.[sheetId];
};

/**
 * Calls `change` with each formula's result before the engine stores it. If it returns `undefined`, nothing is
 * stored.
 */
export const interceptResults = (
  injector: Injector,
  change: (result: FunctionVariantType, runtime: IFormulaRuntimeService) => FunctionVariantType | undefined,
): void => {
  const runtime = injector.get(IFormulaRuntimeService);
  const store = runtime.setRuntimeData.bind(runtime);
  runtime.setRuntimeData = (result) => {
    const changed = change(result, runtime);
    if (changed !== undefined) store(changed);
  };
};

interface RuntimeWithSpills {
  _isInOtherArrayFormulaRange: () => boolean;
}

/** The spills of a sheet that have a cell in common with an area. */
export const findSpills = (spills: SheetSpills, area: CellRange): readonly IRange[] => {
  const ranges: IRange[] = [];
  // Each result of a calculation asks this, of thousands of spills: nothing is made for those that are elsewhere.
  for (const row of Object.values(spills))
    for (const range of Object.values(row)) if (overlap(range, area)) ranges.push(range);
  return ranges;
};

/**
 * The spills of the running calculation that have a cell in common with an area and have their place: what it has calculated, not
 * those that are blocked. `isCalculated` tells of a cell whether the calculation has its result already.
 */
export const spillsOfCalculation = (
  runtime: IFormulaRuntimeService,
  unitId: string,
  { sheetId, ...area }: Area,
): { readonly ranges: readonly IRange[]; readonly isCalculated: (row: number, column: number) => boolean } => {
  const results = runtime.getUnitData()[unitId]?.[sheetId];
  const valueAt = (row: number, column: number): Nullable<EngineCell> =>
    results?.getValue(row, column) as Nullable<EngineCell>;
  const spills = (runtime.getUnitArrayFormula() as SpillRanges)?.[unitId]?.[sheetId] ?? {};
  return {
    ranges: findSpills(spills, area).filter(({ startRow, startColumn }) => {
      const first = valueAt(startRow, startColumn);
      return first !== undefined && first !== null && first.v !== "#SPILL!";
    }),
    isCalculated: (row, column) => valueAt(row, column) !== undefined,
  };
};

/**
 * The engine stores the range of a blocked result as if it had spilled. So it takes cells of others for cells of this
 * result, and empties them. Here such a range blocks no other result: the caller decides which result is blocked.
 * `isBlocked` tells of a cell what it shows before the results of a calculation are applied.
 */
export const keepBlockedSpillsOut = (
  injector: Injector,
  isBlocked: (unitId: string, sheetId: string, row: number, column: number) => boolean,
): void => {
  const runtime = injector.get(IFormulaRuntimeService) as unknown as RuntimeWithSpills;
  runtime._isInOtherArrayFormulaRange = () => false;
  const model = injector.get(FormulaDataModel);
  const clear = model.clearPreviousArrayFormulaCellData.bind(model);
  const merge = model.mergeArrayFormulaRange.bind(model);
  let giveBack: (() => void)[] = [];
  model.clearPreviousArrayFormulaCellData = (cells) => {
    giveBack = [];
    for (const [unitId, sheets] of Object.entries(spillRanges(injector) ?? {}))
      for (const [sheetId, rows] of Object.entries(sheets ?? {}))
        for (const [row, columns] of Object.entries(rows ?? {}))
          for (const [column, range] of Object.entries(columns)) {
            if (!isBlocked(unitId, sheetId, Number(row), Number(column))) continue;
            const anchor = { ...range, endRow: range.startRow, endColumn: range.startColumn };
            columns[Number(column)] = anchor;
            giveBack.push(() => {
              if (columns[Number(column)] === anchor) columns[Number(column)] = range;
            });
          }
    clear(cells);
  };
  model.mergeArrayFormulaRange = (ranges) => {
    for (const give of giveBack.splice(0)) give();
    merge(ranges);
  };
};

interface SuffixNode {
  _handlerPound: (value: FunctionVariantType) => FunctionVariantType;
  _operatorString: string;
  _token: string;
}

/** A table as formulas of the engine know it. Its range has the header row. */
export interface EngineTable {
  readonly range: IRange;
  /** The columns by their titles, counted from 0. */
  readonly titleMap: ReadonlyMap<string, number>;
}

/** A reference to a table in a parsed formula. */
export interface TableNode {
  readonly _tableReferenceObject?: { readonly isCurrentRowForRange: () => boolean };
  execute: () => void;
  readonly setValue: (value: FunctionVariantType) => void;
}

interface ReferenceFactory {
  _checkTokenIsTableReference: (token: string) => boolean;
  _getTableMap: () => ReadonlyMap<string, EngineTable> | undefined;
  _getTableReferenceNode: (token: string, ...rest: unknown[]) => TableNode | undefined;
  _getNode: (token: string, ...rest: unknown[]) => ReturnType<SuffixNodeFactory["checkAndCreateNodeType"]>;
}

export const referenceFactory = (injector: Injector): ReferenceFactory =>
  injector.get(ReferenceNodeFactory) as unknown as ReferenceFactory;

type PrivateReference = BaseReferenceObject & { _createRange: (range: IRange) => FunctionVariantType };

const suffixNode = (injector: Injector): ReturnType<SuffixNodeFactory["checkAndCreateNodeType"]> => {
  const hash = new LexerNode();
  hash.setToken("#");
  return injector.get(SuffixNodeFactory).checkAndCreateNodeType(hash);
};

/**
 * Defines the operator `A1#`: `evaluate` gets the referenced object and the spill at its first cell, if there is one.
 */
export const defineSpillOperator = (
  injector: Injector,
  evaluate: (value: FunctionVariantType, spill: IRange | undefined) => FunctionVariantType,
): void => {
  const prototype = Object.getPrototypeOf(suffixNode(injector)) as SuffixNode;
  prototype._handlerPound = (value) =>
    evaluate(value, value.isReferenceObject() ? spillUnder(injector, value as BaseReferenceObject) : undefined);
  // The factory of references receives a formula that is only `=A1#` as one token.
  const references = referenceFactory(injector);
  const getNode = references._getNode.bind(references);
  references._getNode = (token, ...rest) => {
    if (!token.endsWith("#")) return getNode(token, ...rest);
    const reference = getNode(token.slice(0, -1), ...rest);
    const suffix = suffixNode(injector);
    if (reference && suffix) reference.setParent(suffix);
    return reference && suffix;
  };
};

const fieldOfCell =
  /^((?:(?:'(?:[^']|'')*'|[\p{L}\p{N}_.]+)!)?\$?[a-z]{1,3}\$?[1-9]\d{0,6})\.([\p{L}_][\p{L}\p{N}_]*)$/iu;

/** Defines the operator `A1.name`, which reads a field of a data type: `evaluate` gets the referenced object and the name. */
export const defineFieldOperator = (
  injector: Injector,
  evaluate: (value: FunctionVariantType, field: string) => FunctionVariantType,
): void => {
  const references = referenceFactory(injector);
  const getNode = references._getNode.bind(references);
  references._getNode = (token, ...rest) => {
    const [, cell, field] = fieldOfCell.exec(token) ?? [];
    if (cell === undefined || field === undefined) return getNode(token, ...rest);
    const unitId = injector.get(IFormulaCurrentConfigService).getExecuteUnitId() ?? "";
    // A name may look like a field: `FY21.Sales`.
    if (injector.get(IDefinedNamesService).getValueByName(unitId, token) != null) return getNode(token, ...rest);
    const reference = getNode(cell, ...rest);
    const suffix = suffixNode(injector);
    if (!reference || !suffix) return undefined;
    // The formula depends on the cell itself. Of a node with the token `#` the engine takes the range of its value instead.
    Object.assign(suffix as unknown as SuffixNode, {
      _token: ".",
      _handlerPound: (value: FunctionVariantType) => evaluate(value, field),
    });
    reference.setParent(suffix);
    return suffix;
  };
};

/** The first cell of the spill that a cell is in, also of a spill of the running calculation; the cell itself where it is in none. */
export const findSpillAnchor = (
  injector: Injector,
  { unitId, sheetId, row, column }: { unitId: string; sheetId: string; row: number; column: number },
): { readonly row: number; readonly column: number } => {
  const running: SpillRanges = injector.get(IFormulaRuntimeService).getUnitArrayFormula();
  const before: SpillRanges = injector.get(IFormulaCurrentConfigService).getArrayFormulaRange();
  for (const ranges of [running, before]) {
    for (const line of Object.values(ranges[unitId]?.[sheetId] ?? {}))
      for (const range of Object.values(line))
        if (range.startRow <= row && row <= range.endRow && range.startColumn <= column && column <= range.endColumn)
          return { row: range.startRow, column: range.startColumn };
  }
  return { row, column };
};

interface Take {
  _checkRowsColumns: (
    rows: FunctionVariantType,
    columns: FunctionVariantType,
    rowCount: number,
    columnCount: number,
  ) => { rowsValue?: number; columnsValue?: number };
}

/** Lets TAKE with a negative count that is too large take everything; the engine limits positive ones only, and fails. */
export const limitTake = (executor: object): void => {
  const take = executor as Take;
  const check = take._checkRowsColumns.bind(take);
  take._checkRowsColumns = (rows, columns, rowCount, columnCount) => {
    const { rowsValue, columnsValue, ...others } = check(rows, columns, rowCount, columnCount);
    return {
      ...others,
      ...(rowsValue !== undefined && { rowsValue: rowsValue < -rowCount ? rowCount : rowsValue }),
      ...(columnsValue !== undefined && { columnsValue: columnsValue < -columnCount ? columnCount : columnsValue }),
    };
  };
};

interface ValueOfText {
  _handleSingleObject: (text: BaseValueObject) => BaseValueObject;
}

/** Lets VALUE of a text such as "1E400" be `#VALUE!`; the engine computes infinity. */
export const refuseInfinity = (executor: object): void => {
  const value = executor as ValueOfText;
  const read = value._handleSingleObject.bind(value);
  value._handleSingleObject = (text) => {
    const number = read(text);
    return number.isNumber() && !Number.isFinite(Number(number.getValue()))
      ? ErrorValueObject.create(errorType("#VALUE!"))
      : number;
  };
};

/** Allows table names with any letters in formulas: Univer's pattern lacks the underscore. */
export const allowTableNames = (injector: Injector): void => {
  const references = referenceFactory(injector);
  const check = references._checkTokenIsTableReference.bind(references);
  references._checkTokenIsTableReference = (token) => check(token) || /^[\p{L}_][\p{L}\p{N}_.]*\[.*\]$/u.test(token);
};

const spillUnder = (injector: Injector, reference: BaseReferenceObject): IRange | undefined => {
  const { startRow, startColumn } = reference.getRangePosition();
  const at = (ranges: SpillRanges): IRange | undefined =>
    ranges?.[reference.getUnitId()]?.[reference.getSheetId()]?.[startRow]?.[startColumn];
  return (
    at(injector.get(IFormulaRuntimeService).getUnitArrayFormula()) ??
    at(injector.get(IFormulaCurrentConfigService).getArrayFormulaRange())
  );
};

/** Extends a reference to another range of its sheet. */
export const widen = (reference: BaseReferenceObject, range: IRange): FunctionVariantType =>
  (reference as PrivateReference)._createRange({ ...range });

/** The injector that a service of the engine was made with. */
export const serviceInjector = (service: object): Injector => (service as { readonly _injector: Injector })._injector;

/** What computes which cells a conditional format applies to. */
export interface RuleUnit {
  readonly _context: {
    readonly unitId: string;
    readonly subUnitId: string;
    readonly accessor: Injector;
    getCellValue: (row: number, column: number) => EngineCell;
  };
  getCellResult: (row: number, column: number, computed: unknown, context: RuleContext) => unknown;
}

export interface RuleContext extends Pick<RuleUnit["_context"], "getCellValue"> {
  readonly rule: IConditionFormattingRule;
  readonly worksheet: Worksheet;
}

interface RuleUnits {
  _createRuleCalculateUnitInstance: (...rule: unknown[]) => RuleUnit | undefined;
}

/** Calls `change` with each new unit before it computes anything. */
export const interceptRuleUnits = (change: (unit: RuleUnit) => void): void => {
  const model = ConditionalFormattingViewModel.prototype as unknown as RuleUnits;
  const create = model._createRuleCalculateUnitInstance;
  model._createRuleCalculateUnitInstance = function (...rule) {
    const unit = create.apply(this, rule);
    if (unit !== undefined) change(unit);
    return unit;
  };
};

/** A cell whose text is about to be drawn. */
export interface DrawnCell extends CellPlace {
  /** A text if a number has a format. */
  readonly value: unknown;
  readonly type: Nullable<CellValueType>;
  readonly text: string;
  readonly font: string;
  /** Pixels for its text, without zoom. */
  readonly width: number;
}

interface CellDrawing {
  readonly fontCache?: Nullable<IFontCacheItem>;
  readonly startX: number;
  readonly endX: number;
  readonly spreadsheetSkeleton: { readonly worksheet: Worksheet };
}

interface TextDrawing {
  _renderText: (context: unknown, row: number, column: number, drawing: CellDrawing, overflow: unknown) => void;
}

/** Calls `change` before the text of a cell is drawn on one line, and draws the text that it returns instead. */
export const interceptDrawnCells = (change: (cell: DrawnCell) => string | undefined): void => {
  const drawing = Font.prototype as unknown as TextDrawing;
  const draw = drawing._renderText;
  drawing._renderText = function (context, row, column, details, overflow) {
    const { fontCache, startX, endX, spreadsheetSkeleton } = details;
    const { cellData, style, fontString: font } = fontCache ?? {};
    if (!fontCache || !cellData || font === undefined) return;
    const { worksheet } = spreadsheetSkeleton;
    const { l: left = DEFAULT_PADDING_DATA.l, r: right = DEFAULT_PADDING_DATA.r } = style?.pd ?? {};
    const changed = change({
      ...{ unitId: worksheet.getUnitId(), sheetId: worksheet.getSheetId(), row, column },
      ...{ value: cellData.v, type: cellData.t, text: getDisplayValueFromCell(cellData), font },
      width: endX - startX - left - right,
    });
    const fontOfValue = changed === undefined ? fontCache : { ...fontCache, cellData: { ...cellData, v: changed } };
    draw.call(this, context, row, column, { ...details, fontCache: fontOfValue }, overflow);
  };
};

/** Pixels of a text without zoom. */
export const textWidth = (text: string, font: string): number => FontCache.getMeasureText(text, font).width;

export type ColumnIndex = Map<unknown, Set<number>>;
type SheetIndex = Map<number, ColumnIndex>;

interface ValueIndex {
  _cache: Map<string, Map<string, SheetIndex>>;
  set: (...entry: [string, string, number, unknown, number, boolean?]) => void;
  shouldContinueBuildingCache: (...place: unknown[]) => boolean;
}

/** The engine's index of rows by value, with the members that make it slow. */
export const valueIndex = (): ValueIndex => CELL_INVERTED_INDEX_CACHE as unknown as ValueIndex;

/** A cell that a search has found. */
export interface FoundCell {
  readonly replaceable: boolean;
  readonly isFormula: boolean;
  readonly range: { readonly subUnitId: string; readonly range: IRange };
}

/** The parts of a sheet that a search reads. */
export interface SearchedSheet {
  readonly getSheetId: () => string;
  readonly getRowFiltered: (row: number) => boolean;
  readonly getCellRaw: (row: number, column: number) => Nullable<EngineCell>;
  readonly iterateByRow: (range: IRange) => Iterable<SearchedCell>;
  readonly iterateByColumn: (range: IRange) => Iterable<SearchedCell>;
}

interface SearchedCell {
  readonly row: number;
  readonly col: number;
  /** What the cell displays. */
  readonly value?: Nullable<EngineCell>;
}

/** A search in the sheets of a workbook. */
export interface SheetSearch {
  _findInRange: (sheet: SearchedSheet, ...rest: unknown[]) => unknown;
  readonly _query: Nullable<{
    readonly findBy: FindBy;
    readonly findString: string;
    readonly caseSensitive: boolean;
  }>;
  readonly currentMatch: Nullable<FoundCell>;
  getMatches: () => readonly FoundCell[];
  replace: (text: string) => Promise<boolean>;
  replaceAll: (text: string) => Promise<{ readonly success: number; readonly failure: number }>;
}
