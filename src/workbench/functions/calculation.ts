import {
  type ICellData,
  type ICommandInfo,
  ICommandService,
  type IExecutionOptions,
  type Injector,
  type IRange,
  type IUnitRange,
} from "@univerjs/core";
import {
  FormulaExecutedStateType,
  FormulaDataModel,
  FormulaExecuteStageType,
  IActiveDirtyManagerService,
  type IArrayFormulaRangeType,
  type IFormulaDirtyData,
  type ISetArrayFormulaDataMutationParams,
  type ISetFormulaCalculationNotificationMutation,
  SetArrayFormulaDataMutation,
  SetFormulaCalculationNotificationMutation,
  SetTriggerFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from "@univerjs/sheets";
import { isObject } from "../../facts/json";
import { cellKey, type CellPlace } from "../univer/addresses";

/** `manual`: edits wait for `calculate`, like Excel's "Manual". */
export type CalculationMode = "automatic" | "manual";

type DirtyData = Partial<IFormulaDirtyData>;

/**
 * Milliseconds. Univer waits 100 ms and each request restarts the wait; longer intervals keep streams from starving.
 */
const requestInterval = 150;
/**
 * A write that affects no formula starts no calculation. After this many calm turns of this many milliseconds the
 * wait ends.
 */
const startTimeout = { turns: 8, length: 50 };

/** Observes and requests calculations of the engine. */
export class EngineCalculation {
  /** Counts calculations. Two passes of one calculation have the same number. */
  number = 0;
  readonly #commands: ICommandService;
  readonly #dirtyManager: IActiveDirtyManagerService;
  readonly #dirty = new Map<string, CellPlace>();
  /** Where results spill, by their first cell. */
  #spills: ReadonlyMap<string, IUnitRange> = new Map();
  /** Cells that a spill has left, until they are calculated. */
  #left: IUnitRange[] = [];
  readonly #finished: (() => void)[] = [];
  /** Where spills have ended since the last calculation. */
  #freed: IUnitRange[] = [];
  #blockedIn: (freed: readonly IUnitRange[]) => readonly CellPlace[] = () => [];
  /** True from the start: Univer begins the first calculation when the page is rendered, not when the workbook opens. */
  #running = true;
  #guard: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastRequest = 0;
  #mode: CalculationMode = "automatic";
  readonly #modeListeners: (() => void)[] = [];
  #waiting: DirtyData[] = [];
  readonly #formulas: FormulaDataModel;

  constructor(injector: Injector) {
    this.#commands = injector.get(ICommandService);
    this.#dirtyManager = injector.get(IActiveDirtyManagerService);
    this.#formulas = injector.get(FormulaDataModel);
    this.#holdInManualMode();
    this.#commands.onCommandExecuted((command, options) => this.#onCommand(command, options));
  }

  /** True from an edit until its calculation ends, and while a request waits. */
  get running(): boolean {
    return this.#running || this.#dirty.size > 0 || this.#left.length > 0;
  }

  get mode(): CalculationMode {
    return this.#mode;
  }

  setMode(mode: CalculationMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    for (const listener of this.#modeListeners) listener();
    if (mode === "automatic") this.calculate();
  }

  /** Another workbook, with a mode of its own, is opened. */
  open(mode: CalculationMode): void {
    this.#waiting = [];
    this.setMode(mode);
  }

  onModeChanged(listener: () => void): void {
    this.#modeListeners.push(listener);
  }

  /** The listener is called after each calculation that was not stopped. */
  onFinished(listener: () => void): void {
    this.#finished.push(listener);
  }

  /** `find` answers the cells whose results another spill in these ranges has blocked. They are calculated when it has ended. */
  findBlocked(find: (freed: readonly IUnitRange[]) => readonly CellPlace[]): void {
    this.#blockedIn = find;
  }

  /** A spill has ended. What it has blocked is calculated next: a formula that is calculated now comes first. */
  freed(range: IUnitRange): void {
    this.#freed.push(range);
  }

  /** Calculates the edits that were made in manual mode. Does nothing in automatic mode. */
  calculate(): void {
    const waiting = this.#waiting.splice(0);
    if (waiting.length > 0) this.#request(waiting.reduce(mergeDirty));
  }

  /** Calculates these cells and their dependents soon. Requests within a short time are combined. */
  mark(places: Iterable<CellPlace>): void {
    for (const place of places) this.#dirty.set(cellKey(place), place);
    if (this.#dirty.size === 0 && this.#left.length === 0) return;
    const wait = Math.max(10, this.#lastRequest + requestInterval - performance.now());
    this.#timer ??= setTimeout(() => this.#flush(), wait);
  }

  /** What the next workbook calculates when it opens, with all that depends on it. */
  calculateAtOpening(ranges: readonly IUnitRange[]): void {
    // The engine calculates what this answers. Its own answer has all zeros, and no volatile functions.
    this.#formulas.getFormulaDirtyRanges = () => [...ranges];
  }

  /** In manual mode these cells wait for `calculate`. */
  postpone(dirtyRanges: readonly IUnitRange[]): void {
    if (dirtyRanges.length > 0) this.#waiting.push({ dirtyRanges: [...dirtyRanges] });
  }

  /** Calculates every formula of the workbook. */
  full(): void {
    this.#waiting = [];
    this.#request({ forceCalculation: true });
  }

  #flush(): void {
    this.#timer = undefined;
    this.#lastRequest = performance.now();
    const dirtyRanges = [...[...this.#dirty.values()].map(toUnitRange), ...this.#left];
    this.#dirty.clear();
    this.#left = [];
    if (dirtyRanges.length > 0) this.#request({ dirtyRanges });
  }

  #request(dirty: DirtyData): void {
    const params = {
      forceCalculation: false,
      dirtyRanges: [],
      dirtyNameMap: {},
      dirtyDefinedNameMap: {},
      dirtySuperTableMap: {},
      dirtyUnitFeatureMap: {},
      dirtyUnitOtherFormulaMap: {},
      clearDependencyTreeCache: {},
      ...dirty,
    };
    void this.#commands.executeCommand(SetTriggerFormulaCalculationStartMutation.id, params, { onlyLocal: true });
  }

  #onCommand(command: Readonly<ICommandInfo>, options: IExecutionOptions | undefined): void {
    if (command.id === SetFormulaCalculationNotificationMutation.id) this.#onNotification(command);
    else if (command.id === SetArrayFormulaDataMutation.id) this.#onSpills(command);
    else if (this.#mode === "automatic" && dirties(command, options) && this.#dirtyManager.has(command.id))
      this.#expectStart();
    else if (command.id === SetTriggerFormulaCalculationStartMutation.id) this.#expectStart();
  }

  /** The engine does not calculate the formulas that read a cell which a spill has left. */
  #onSpills({ params }: Readonly<ICommandInfo>): void {
    const { arrayFormulaRange } = params as ISetArrayFormulaDataMutationParams;
    const present = toSpills(arrayFormulaRange);
    const leaving = [...this.#spills]
      .filter(([, { unitId }]) => arrayFormulaRange[unitId] !== undefined)
      .map(([anchor, spill]) => ({ spill, cells: leftCells(spill, present.get(anchor)) }))
      .filter(({ cells }) => cells.length > 0);
    this.#spills = present;
    if (leaving.length === 0) return;
    for (const { spill } of leaving) this.freed(spill);
    const left = leaving.flatMap(({ cells }) => cells);
    if (this.#mode === "manual" && !this.#running) this.#waiting.push({ dirtyRanges: left });
    else {
      this.#left.push(...left);
      this.mark([]);
    }
  }

  #expectStart(): void {
    this.#running = true;
    this.#waitForStart(this.number, startTimeout.turns);
  }

  /** Waits for a calculation to start. Late timer turns do not count, because a busy page starts late. */
  #waitForStart(number: number, turns: number): void {
    clearTimeout(this.#guard);
    const due = performance.now() + startTimeout.length;
    this.#guard = setTimeout(() => {
      if (this.number !== number) return;
      const calm = performance.now() - due < startTimeout.length;
      const left = calm ? turns - 1 : turns;
      if (left === 0) this.#running = false;
      else this.#waitForStart(number, left);
    }, startTimeout.length);
  }

  #onNotification(command: Readonly<ICommandInfo>): void {
    const { stageInfo, functionsExecutedState } = (command.params ?? {}) as ISetFormulaCalculationNotificationMutation;
    if (stageInfo?.stage === FormulaExecuteStageType.START) {
      this.number += 1;
      this.#running = true;
    }
    if (functionsExecutedState === undefined) return;
    this.#running = false;
    if (functionsExecutedState === FormulaExecutedStateType.STOP_EXECUTION) this.#expectStart();
    else {
      for (const listener of this.#finished) listener();
      const freed = this.#freed.splice(0);
      if (freed.length > 0) this.mark(this.#blockedIn(freed));
    }
  }

  /**
   * Univer has no manual mode. This hides dirty data from its trigger and collects it. An entered formula is
   * calculated at once, as in Excel.
   */
  #holdInManualMode(): void {
    const get = this.#dirtyManager.get.bind(this.#dirtyManager);
    this.#dirtyManager.get = (id) =>
      this.#mode === "manual" && id !== SetTriggerFormulaCalculationStartMutation.id ? undefined : get(id);
    this.#commands.onCommandExecuted((command, options) => {
      if (this.#mode !== "manual" || !dirties(command, options)) return;
      const edited = editedCells(command);
      const formulas = edited.filter(({ cell }) => Boolean(cell?.f));
      this.mark(formulas.map(({ place }) => place));
      if (edited.length > 0 && edited.length === formulas.length) return;
      const conversion = command.id === SetTriggerFormulaCalculationStartMutation.id ? undefined : get(command.id);
      if (conversion) this.#waiting.push(conversion.getDirtyData(command));
    });
  }
}

const styleTriggers = ["sheet.command.set-style", "sheet.command.set-border", "sheet.command.clear-selection-format"];

/** False for values that the engine itself writes, and for formats. */
const dirties = (command: Readonly<ICommandInfo>, options: IExecutionOptions | undefined): boolean => {
  if (command.id !== SetRangeValuesMutation.id) return true;
  const { trigger } = (command.params ?? {}) as { trigger?: string };
  return options?.onlyLocal !== true && !styleTriggers.includes(trigger ?? "");
};

const toUnitRange = ({ unitId, sheetId, row, column }: CellPlace): IUnitRange => ({
  unitId,
  sheetId,
  range: { startRow: row, endRow: row, startColumn: column, endColumn: column },
});

const toSpills = (ranges: IArrayFormulaRangeType): ReadonlyMap<string, IUnitRange> => {
  const spills = new Map<string, IUnitRange>();
  for (const [unitId, sheets] of Object.entries(ranges))
    for (const [sheetId, rows] of Object.entries(sheets ?? {}))
      for (const cells of Object.values(rows) as readonly Readonly<Record<string, IRange | null>>[])
        for (const range of Object.values(cells)) {
          if (range === null) continue;
          // The engine changes its ranges in place.
          const { startRow, endRow, startColumn, endColumn } = range;
          const place = { unitId, sheetId, row: startRow, column: startColumn };
          spills.set(cellKey(place), { unitId, sheetId, range: { startRow, endRow, startColumn, endColumn } });
        }
  return spills;
};

/** The cells of a spill below and to the right of what it fills now. The two ranges may overlap. */
const leftCells = ({ range, ...sheet }: IUnitRange, now: IUnitRange | undefined): readonly IUnitRange[] => {
  const { endRow, endColumn } = now?.range ?? { endRow: range.startRow, endColumn: range.startColumn };
  return [
    ...(endRow < range.endRow ? [{ ...sheet, range: { ...range, startRow: endRow + 1 } }] : []),
    ...(endColumn < range.endColumn ? [{ ...sheet, range: { ...range, startColumn: endColumn + 1 } }] : []),
  ];
};

const mergeDirty = (one: DirtyData, other: DirtyData): DirtyData => {
  const merged = mergeMaps({ ...one }, { ...other });
  return { ...merged, dirtyRanges: [...(one.dirtyRanges ?? []), ...(other.dirtyRanges ?? [])] };
};

const mergeMaps = (one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> => {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = merged[key];
    merged[key] = isObject(present) && isObject(value) ? mergeMaps(present, value) : (value ?? present);
  }
  return merged;
};

/** A cell after an edit; null if the edit emptied it. */
export interface EditedCell {
  readonly place: CellPlace;
  readonly cell: ICellData | null;
}

/** The cells that an edit writes; none for other commands. */
export const editedCells = ({ id, params }: Readonly<ICommandInfo>): EditedCell[] => {
  if (id !== SetRangeValuesMutation.id) return [];
  const { unitId, subUnitId: sheetId, cellValue } = params as ISetRangeValuesMutationParams;
  return Object.entries(cellValue ?? {}).flatMap(([row, cells]) =>
    Object.entries((cells ?? {}) as Record<string, ICellData | null>).map(([column, cell]) => ({
      place: { unitId, sheetId, row: Number(row), column: Number(column) },
      cell,
    })),
  );
};
