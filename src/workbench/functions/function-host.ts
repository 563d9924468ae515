import {
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  ErrorValueObject,
  IFunctionService,
} from "@univerjs/engine-formula";
import { cellKey, type CellPlace } from "../univer/addresses";
import { errorType, knowError } from "../univer/private-hooks";
import { type ArgumentRules, findError, liftArguments, readArguments } from "./arguments";
import type { HostFunctionMetadata, FunctionsFile } from "./metadata";
import { mostResultBytes, resultBytes, toSheetValue } from "./results";
import type { Injector } from "@univerjs/core";
import { type FaultyFormula, HostFaults } from "../faults/host-faults";
import {
  callKey,
  type PendingCall,
  FunctionCalls,
  type Implementation,
  makeInvocation,
  newCall,
  startCall,
  type CallRequest,
} from "./calls";
import { EngineCalculation } from "./calculation";
import { busy, FunctionError } from "./function-error";
import { Preview } from "./preview";

/** The parts of the workbook that the function host uses. */
export interface FunctionSheet {
  readonly addressOf: (place: CellPlace) => string;
  readonly rangeAddressOf: (reference: BaseReferenceObject) => string;
  readonly holdsFormula: (place: CellPlace) => boolean;
  readonly makeRoom: (place: CellPlace, rows: number, columns: number) => void;
}

/** What a custom function needs of the host. */
export interface FunctionCaller {
  readonly rules: () => ArgumentRules;
  readonly call: (request: CallRequest) => unknown;
}

/** A custom function for the engine. It returns at once, with `#BUSY!` while the add-in computes the result. */
export class HostFunction extends BaseFunction {
  override minParams = -1;
  override maxParams = -1;
  /** Keeps references, to know `parameterAddresses` and to distinguish a single cell from a range. */
  override needsReferenceObject = true;
  readonly #metadata: HostFunctionMetadata;
  readonly #caller: FunctionCaller;

  constructor(metadata: HostFunctionMetadata, name: string, caller: FunctionCaller) {
    super(name);
    this.#metadata = metadata;
    this.#caller = caller;
  }

  override calculate(...variants: BaseValueObject[]): BaseValueObject {
    const { parameters } = this.#metadata;
    const required = parameters.filter(({ optional, repeating }) => optional !== true && repeating !== true).length;
    const endless = parameters.at(-1)?.repeating === true;
    if (variants.length < required || (variants.length > parameters.length && !endless))
      return ErrorValueObject.create(errorType("#VALUE!"));
    const parameterValues = readArguments(variants, parameters, this.#caller.rules());
    if (parameterValues.lifted.length === 0)
      return toSheetValue(this.#call(parameterValues.values, parameterValues.addresses, false));
    const results = liftArguments(parameterValues).map((row) =>
      row.map((values) => this.#call(values, parameterValues.addresses, true)),
    );
    return toSheetValue(results.map((row) => row.map(firstOfResult)));
  }

  #call(values: readonly unknown[], addresses: readonly (string | undefined)[], lifted: boolean): unknown {
    const place = { unitId: this.unitId ?? "", sheetId: this.subUnitId ?? "", row: this.row, column: this.column };
    return this.#caller.call({ metadata: this.#metadata, values, addresses, place, lifted });
  }
}

/** If a call for one element of an array returns an array, Excel shows its first value. */
const firstOfResult = (result: unknown): unknown => (Array.isArray(result) ? (result as unknown[][])[0]?.[0] : result);

/**
 * Runs custom functions like Excel: a call never blocks the calculation, and its cell is calculated again when the
 * result arrives.
 */
export class FunctionHost {
  readonly calls = new FunctionCalls();
  readonly calculation: EngineCalculation;
  readonly preview = new Preview();
  /** The names of the custom functions, as they are typed. */
  names: readonly string[] = [];
  /** The number of calls of the add-in's functions. */
  invocations = 0;
  /** Called when a function is called whose page is not loaded. */
  whenNeeded: () => void = () => undefined;
  readonly #faults: HostFaults;
  readonly #sheet: FunctionSheet;
  readonly #injector: Injector;
  readonly #implementations = new Map<string, Implementation>();
  readonly #whenLoaded: (() => void)[] = [];
  readonly #delivering = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #calculated = new Set<string>();
  #restored: ReadonlyMap<string, unknown> = new Map();
  #restoredAt = 0;
  #rules: ArgumentRules;
  #loaded = false;

  constructor(injector: Injector, sheet: FunctionSheet, faults = new HostFaults()) {
    knowError(busy);
    this.#injector = injector;
    this.#sheet = sheet;
    this.#faults = faults;
    this.#rules = { emptyCells: "null", passErrors: false, addressOf: sheet.rangeAddressOf };
    this.calculation = new EngineCalculation(injector);
    this.calculation.onFinished(() => this.#finish());
  }

  /** True while a calculation or a call is in progress. */
  get unsettled(): boolean {
    return this.calculation.running || this.calls.pending > 0;
  }

  /** Whether the add-in's page is there. */
  get isLoaded(): boolean {
    return this.#loaded;
  }

  get emptyCells(): ArgumentRules["emptyCells"] {
    return this.#rules.emptyCells;
  }

  set emptyCells(emptyCells: ArgumentRules["emptyCells"]) {
    this.#rules = { ...this.#rules, emptyCells };
  }

  /** Registers the functions in the sheet. The add-in's page associates their implementations later. */
  define(file: FunctionsFile): void {
    this.#rules = { ...this.#rules, passErrors: file.allowErrorForDataTypeAny === true };
    this.names = file.functions.map(({ name }) => name.toUpperCase());
    const rules = (): ArgumentRules => this.#rules;
    const caller = { rules, call: (request: CallRequest) => this.#call(request) };
    const functions = file.functions.map((metadata) => new HostFunction(metadata, metadata.name.toUpperCase(), caller));
    this.#injector.get(IFunctionService).registerExecutors(...functions);
  }

  associate(id: string, implementation: Implementation): void {
    this.#implementations.set(id.toUpperCase(), implementation);
  }

  /** The add-in's page is loaded: starts the calls that were requested until now. */
  loaded(): void {
    this.#loaded = true;
    for (const start of this.#whenLoaded.splice(0)) start();
  }

  /**
   * The add-in's page goes. When the next one is loaded, the functions that have changed and those without a result
   * are called again; the others keep their results.
   */
  unload(hasChanged: (functionName: string) => boolean): void {
    this.#loaded = false;
    this.#implementations.clear();
    const again = [...this.calls.all()].filter(
      ({ state, streams, functionName }) => state === "pending" || streams || hasChanged(functionName),
    );
    this.callAgain(again.map(({ place }) => place));
  }

  /** The add-in's page is gone, with its workbook or because it has crashed: the results of its calls never arrive. */
  lose(): void {
    this.#loaded = false;
    this.#implementations.clear();
    for (const call of [...this.calls.all()])
      if (call.state === "pending") this.calls.settle(call, "refused", undefined);
  }

  /**
   * Results of an opened file (`cell key|call key` → result; `cell key|*` for any arguments). The first calculation uses them instead of calling,
   * like a reopened workbook in Excel.
   */
  restore(answers: ReadonlyMap<string, unknown>): void {
    this.calls.forgetWhere(() => true);
    this.#restored = answers;
    this.#restoredAt = this.calculation.number;
  }

  /** Calculates these cells and calls their functions again, even if they have results. */
  callAgain(places: readonly CellPlace[]): void {
    const keys = new Set(places.map(cellKey));
    this.calls.forgetWhere((place) => keys.has(cellKey(place)));
    this.calculation.mark(places);
  }

  /** Calls every function of the workbook again. */
  callAllAgain(): void {
    this.calls.forgetWhere(() => true);
    this.calculation.full();
  }

  /**
   * Called after the evaluation of each formula. Returns true if a call in it is pending: then the whole formula is
   * `#BUSY!`, even inside IFERROR.
   */
  evaluated(place: CellPlace): boolean {
    const key = cellKey(place);
    this.#calculated.add(key);
    return this.#waiting.delete(key);
  }

  /** Whether a fault keeps the value that the cell had before its pending call. */
  keepsOldValue(place: CellPlace): boolean {
    return [...this.calls.at(place)].some(({ keepsOldValue, state }) => keepsOldValue && state !== "shown");
  }

  #call(request: CallRequest): unknown {
    const error = findError(request.values);
    if (error !== undefined) return error.code === busy ? this.#pending(request.place) : error;
    const key = callKey(request.metadata.id, request.values);
    if (this.preview.active) return this.preview.call(request, key, () => this.#start(request));
    const known = this.calls.find(request.place, key);
    if (known !== undefined) {
      known.requestedIn = this.calculation.number;
      if (known.state === "pending" || known.state === "refused") return known.value ?? this.#pending(request.place);
      if (known.state === "arrived") Object.assign(known, { state: "shown", shownIn: this.calculation.number });
      if (this.#isCurrent(known)) return known.value;
      this.calls.forget(known);
    }
    // A calculation that was running when the cell was emptied still requests the call. Nothing needs the result.
    if (!this.#sheet.holdsFormula(request.place)) return this.#pending(request.place);
    return this.#begin(request, key);
  }

  /**
   * As in Excel, everything else is a new call, except a second pass of one calculation and the delivery of another
   * call in the same formula.
   */
  #isCurrent(call: PendingCall): boolean {
    return call.shownIn === this.calculation.number || call.streams || this.#delivering.has(cellKey(call.place));
  }

  #begin(request: CallRequest, key: string): unknown {
    const keepsOldValue =
      this.#faults.hit("old-value", this.#formulaOf(request.metadata.name, request.place)) !== undefined;
    const call = newCall(request, { key, calculation: this.calculation.number, keepsOldValue });
    this.calls.add(call);
    const cell = cellKey(request.place);
    const saved = [`${cell}|${key}`, ...(request.lifted ? [] : [`${cell}|*`])].find((one) => this.#restored.has(one));
    if (saved !== undefined) {
      this.calls.settle(call, "shown", this.#restored.get(saved));
      return call.value;
    }
    if (!this.#loaded) {
      this.#whenLoaded.push(() => {
        if (this.calls.find(call.place, key) === call) this.#arrive(call, this.#start(request, call));
      });
      this.whenNeeded();
      return this.#pending(request.place);
    }
    const answer = this.#start(request, call);
    const isTooLarge = !(answer instanceof Promise) && resultBytes(answer) > mostResultBytes;
    if (answer instanceof Promise || call.streams || isTooLarge || this.#faults.concernsResults) {
      this.#arrive(call, call.streams ? answer : (answer ?? 0));
      return this.#pending(request.place);
    }
    this.calls.settle(call, "shown", answer);
    return answer;
  }

  /** Calls the add-in for a cell, or for the preview of a formula. */
  #start(request: CallRequest, call?: PendingCall): unknown {
    const implementation = this.#implementations.get(request.metadata.id.toUpperCase());
    if (implementation === undefined) return new FunctionError("#NAME?");
    this.invocations += 1;
    const setResult = call?.streams === true ? (result: unknown) => this.#arrive(call, result) : undefined;
    const address = this.#sheet.addressOf(request.place);
    const options = { address, preview: call === undefined, ...(setResult && { setResult }) };
    const invocation = makeInvocation(request, options);
    if (call !== undefined) call.invocation = invocation;
    return startCall(implementation, request, invocation);
  }

  #arrive(call: PendingCall, answer: unknown): void {
    if (answer instanceof Promise) void answer.then((value: unknown) => this.#arrive(call, value ?? 0));
    else if (answer !== undefined) this.#deliver(call, answer);
  }

  #deliver(call: PendingCall, value: unknown): void {
    const size = resultBytes(value);
    if (size > mostResultBytes) {
      // eslint-disable-next-line no-console -- Excel says nothing at all; whoever works on the add-in wants to know
      console.warn(`${call.functionName}: ${size} bytes are more than the host takes; the cell stays ${busy}`);
      this.calls.settle(call, "refused", undefined);
      return;
    }
    const formula = this.#formulaOf(call.functionName, call.place);
    if (call.keepsOldValue || this.#faults.hit("drop-result", formula) !== undefined) {
      this.calls.settle(call, "refused", undefined);
      return;
    }
    const late = this.#faults.hit("late-result", formula);
    if (late === undefined) this.#show(call, value);
    else void Promise.race([late.ended, ...laterBy(late.fault.milliseconds)]).then(() => this.#show(call, value));
  }

  #formulaOf(functionName: string, place: CellPlace): FaultyFormula {
    return { functionName, address: this.#sheet.addressOf(place) };
  }

  #show(call: PendingCall, value: unknown): void {
    if (!this.calls.settle(call, "arrived", value)) return;
    if (Array.isArray(value)) this.#sheet.makeRoom(call.place, value.length, (value as unknown[][])[0]?.length ?? 0);
    this.#delivering.add(cellKey(call.place));
    this.calculation.mark([call.place]);
  }

  #pending(place: CellPlace): FunctionError {
    this.#waiting.add(cellKey(place));
    return new FunctionError(busy);
  }

  /** After a calculation: ends the calls that their cells no longer request. */
  #finish(): void {
    if (this.calculation.number > this.#restoredAt) this.#restored = new Map();
    for (const call of [...this.calls.all()]) {
      const cell = cellKey(call.place);
      const dropped =
        this.#calculated.has(cell) && call.requestedIn !== this.calculation.number && call.state !== "arrived";
      if (dropped || !this.#sheet.holdsFormula(call.place)) this.calls.forget(call);
    }
    this.#calculated.clear();
    const arrived = new Set<string>();
    for (const { state, place } of this.calls.all()) if (state === "arrived") arrived.add(cellKey(place));
    for (const cell of this.#delivering) if (!arrived.has(cell)) this.#delivering.delete(cell);
  }
}

/** Resolves after so many milliseconds; nothing without a number. */
const laterBy = (milliseconds: number | undefined): Promise<void>[] =>
  milliseconds === undefined ? [] : [new Promise((resolve) => setTimeout(resolve, milliseconds))];
