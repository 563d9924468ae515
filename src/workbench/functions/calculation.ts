import {
  ICommandService,
  type ICommandInfo,
  type IExecutionOptions,
  type Injector,
  type IUnitRange,
} from "@univerjs/core";
import {
  FormulaExecutedStateType,
  FormulaExecuteStageType,
  IActiveDirtyManagerService,
  SetFormulaCalculationNotificationMutation,
  SetTriggerFormulaCalculationStartMutation,
  type IFormulaDirtyData,
  type ISetFormulaCalculationNotificationMutation,
} from "@univerjs/engine-formula";
import { SetRangeValuesMutation } from "@univerjs/sheets";
import { cellKey, type CellPlace } from "./cell-place";
import { editedCells } from "./edited-cells";

/** `manual`: edits wait for `calculate`, as with Excel's "Manual". */
export type CalculationMode = "automatic" | "manual";

type DirtyData = Partial<IFormulaDirtyData>;

/** Univer waits 100 ms and every request restarts the wait; asking less often than that keeps streams from starving. */
const betweenRequests = 150;
/** A write that concerns no formula starts no calculation; after so many calm turns of so many ms it is taken for one. */
const patience = { turns: 8, length: 50 };

/** Watches and asks for calculations of the engine. */
export class Calculation {
  /** Counts calculations; two passes of one calculation share a number. */
  number = 0;
  readonly #commands: ICommandService;
  readonly #dirt: IActiveDirtyManagerService;
  readonly #dirty = new Map<string, CellPlace>();
  readonly #finished: (() => void)[] = [];
  #running = false;
  #guard: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastRequest = 0;
  #mode: CalculationMode = "automatic";
  #waiting: DirtyData[] = [];

  constructor(injector: Injector) {
    this.#commands = injector.get(ICommandService);
    this.#dirt = injector.get(IActiveDirtyManagerService);
    this.#holdInManualMode();
    this.#commands.onCommandExecuted((command, options) => this.#watch(command, options));
  }

  /** True from an edit on until its calculation is done, and while a request waits. */
  get running(): boolean {
    return this.#running || this.#dirty.size > 0;
  }

  get mode(): CalculationMode {
    return this.#mode;
  }

  setMode(mode: CalculationMode): void {
    this.#mode = mode;
    if (mode === "automatic") this.calculate();
  }

  /** Called after each calculation that ran to its end. */
  onFinished(listener: () => void): void {
    this.#finished.push(listener);
  }

  /** Calculates what edits in manual mode left; nothing in automatic mode. */
  calculate(): void {
    const waiting = this.#waiting.splice(0);
    if (waiting.length > 0) this.#request(waiting.reduce(merge));
  }

  /** Calculates these cells and what depends on them, soon; requests close together go as one. */
  mark(places: Iterable<CellPlace>): void {
    for (const place of places) this.#dirty.set(cellKey(place), place);
    if (this.#dirty.size === 0) return;
    const wait = Math.max(10, this.#lastRequest + betweenRequests - performance.now());
    this.#timer ??= setTimeout(() => this.#flush(), wait);
  }

  /** Calculates every formula of the workbook. */
  full(): void {
    this.#waiting = [];
    this.#request({ forceCalculation: true });
  }

  #flush(): void {
    this.#timer = undefined;
    this.#lastRequest = performance.now();
    const dirtyRanges = [...this.#dirty.values()].map(toUnitRange);
    this.#dirty.clear();
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

  #watch(command: Readonly<ICommandInfo>, options: IExecutionOptions | undefined): void {
    if (command.id === SetFormulaCalculationNotificationMutation.id) this.#noticed(command);
    else if (this.#mode === "automatic" && dirties(command, options) && this.#dirt.has(command.id)) this.#touch();
    else if (command.id === SetTriggerFormulaCalculationStartMutation.id) this.#touch();
  }

  #touch(): void {
    this.#running = true;
    this.#await(this.number, patience.turns);
  }

  /** Waits for a calculation to start; turns that come late do not count, because a busy page starts late. */
  #await(number: number, turns: number): void {
    clearTimeout(this.#guard);
    const due = performance.now() + patience.length;
    this.#guard = setTimeout(() => {
      if (this.number !== number) return;
      const calm = performance.now() - due < patience.length;
      const left = calm ? turns - 1 : turns;
      if (left === 0) this.#running = false;
      else this.#await(number, left);
    }, patience.length);
  }

  #noticed(command: Readonly<ICommandInfo>): void {
    const { stageInfo, functionsExecutedState } = (command.params ?? {}) as ISetFormulaCalculationNotificationMutation;
    if (stageInfo?.stage === FormulaExecuteStageType.START) {
      this.number += 1;
      this.#running = true;
    }
    if (functionsExecutedState === undefined) return;
    this.#running = false;
    if (functionsExecutedState === FormulaExecutedStateType.STOP_EXECUTION) this.#touch();
    else for (const listener of this.#finished) listener();
  }

  /** Univer has no manual mode: what an edit makes dirty is kept from its trigger and gathered here; an entered formula is calculated, as in Excel. */
  #holdInManualMode(): void {
    const get = this.#dirt.get.bind(this.#dirt);
    this.#dirt.get = (id) =>
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

/** False for values the engine itself writes, and for formats. */
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

const merge = (one: DirtyData, other: DirtyData): DirtyData => {
  const merged = mergeMaps({ ...one }, { ...other });
  return { ...merged, dirtyRanges: [...(one.dirtyRanges ?? []), ...(other.dirtyRanges ?? [])] };
};

const mergeMaps = (one: Record<string, unknown>, other: Record<string, unknown>): Record<string, unknown> => {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = merged[key];
    merged[key] = isMap(present) && isMap(value) ? mergeMaps(present, value) : (value ?? present);
  }
  return merged;
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
