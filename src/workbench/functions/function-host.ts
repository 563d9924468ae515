import type { Injector } from "@univerjs/core";
import { IFunctionService } from "@univerjs/engine-formula";
import { knowError } from "../univer/private-hooks";
import { findError, type ArgumentRules } from "./arguments";
import { callKey, newCall, type Call } from "./call";
import { Calculation } from "./calculation";
import { Calls } from "./calls";
import { cellKey, type CellPlace } from "./cell-place";
import { busy, FunctionError } from "./function-error";
import type { FunctionSheet } from "./function-sheet";
import { HostFunction, type AskedCall } from "./host-function";
import type { FunctionsFile } from "./metadata";
import { Preview } from "./preview";
import { mostResultBytes, resultBytes } from "./results";
import { makeInvocation, startCall, type Implementation } from "./start-call";

/** Runs custom functions as Excel does: a call never holds up the calculation, and its cell is calculated again when it has answered. */
export class FunctionHost {
  readonly calls = new Calls();
  readonly calculation: Calculation;
  readonly preview = new Preview();
  /** How often the add-in's functions were called. */
  invocations = 0;
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

  constructor(injector: Injector, sheet: FunctionSheet) {
    knowError(busy);
    this.#injector = injector;
    this.#sheet = sheet;
    this.#rules = { emptyCells: "null", passErrors: false, addressOf: sheet.rangeAddressOf };
    this.calculation = new Calculation(injector);
    this.calculation.onFinished(() => this.#finish());
  }

  /** True while anything is calculated, called or on its way into the sheet. */
  get unsettled(): boolean {
    return this.calculation.running || this.calls.pending > 0;
  }

  set emptyCells(emptyCells: ArgumentRules["emptyCells"]) {
    this.#rules = { ...this.#rules, emptyCells };
  }

  /** Makes the functions known to the sheet; the add-in's page gives them their bodies later. */
  define(file: FunctionsFile): void {
    this.#rules = { ...this.#rules, passErrors: file.allowErrorForDataTypeAny === true };
    const rules = (): ArgumentRules => this.#rules;
    const caller = { rules, call: (asked: AskedCall) => this.#call(asked) };
    const functions = file.functions.map((metadata) => new HostFunction(metadata, metadata.name.toUpperCase(), caller));
    this.#injector.get(IFunctionService).registerExecutors(...functions);
  }

  associate(id: string, implementation: Implementation): void {
    this.#implementations.set(id.toUpperCase(), implementation);
  }

  /** The add-in's page has run: what was asked for until now is called. */
  loaded(): void {
    this.#loaded = true;
    for (const start of this.#whenLoaded.splice(0)) start();
  }

  /** Answers a file was saved with (`cell key|call key` → result): the first calculation takes them instead of calling, as a reopened workbook does. */
  restore(answers: ReadonlyMap<string, unknown>): void {
    this.calls.forgetWhere(() => true);
    this.#restored = answers;
    this.#restoredAt = this.calculation.number;
  }

  /** Calculates these cells anew and calls their functions again, whatever they hold. */
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

  /** Told of each formula as it was evaluated: true when a call in it has not answered, so that it is `#BUSY!` as a whole, even inside IFERROR. */
  evaluated(place: CellPlace): boolean {
    const key = cellKey(place);
    this.#calculated.add(key);
    return this.#waiting.delete(key);
  }

  #call(asked: AskedCall): unknown {
    const error = findError(asked.values);
    if (error !== undefined) return error.code === busy ? this.#pending(asked.place) : error;
    const key = callKey(asked.metadata.id, asked.values);
    if (this.preview.active) return this.preview.call(asked, key, () => this.#start(asked));
    const known = this.calls.find(asked.place, key);
    if (known !== undefined) {
      known.askedIn = this.calculation.number;
      if (known.state === "pending" || known.state === "refused") return known.value ?? this.#pending(asked.place);
      if (known.state === "arrived") Object.assign(known, { state: "shown", shownIn: this.calculation.number });
      if (this.#stands(known)) return known.value;
      this.calls.forget(known);
    }
    // A calculation under way when its cell was emptied still asks: no one waits for that answer.
    if (!this.#sheet.holdsFormula(asked.place)) return this.#pending(asked.place);
    return this.#begin(asked, key);
  }

  /** Anything but a second pass of one calculation, or the delivery of another call in the same formula, is a new call, as in Excel. */
  #stands(call: Call): boolean {
    return call.shownIn === this.calculation.number || call.streams || this.#delivering.has(cellKey(call.place));
  }

  #begin(asked: AskedCall, key: string): unknown {
    const call = newCall(asked, key, this.calculation.number);
    this.calls.add(call);
    const saved = `${cellKey(asked.place)}|${key}`;
    if (this.#restored.has(saved)) {
      this.calls.settle(call, "shown", this.#restored.get(saved));
      return call.value;
    }
    if (!this.#loaded) {
      this.#whenLoaded.push(() => {
        if (this.calls.find(call.place, key) === call) this.#arrive(call, this.#start(asked, call));
      });
      return this.#pending(asked.place);
    }
    const answer = this.#start(asked, call);
    if (answer instanceof Promise || call.streams) {
      this.#arrive(call, answer);
      return this.#pending(asked.place);
    }
    this.calls.settle(call, "shown", answer);
    return answer;
  }

  /** Calls the add-in for a cell, or for the preview of a formula that no cell holds yet. */
  #start(asked: AskedCall, call?: Call): unknown {
    const implementation = this.#implementations.get(asked.metadata.id.toUpperCase());
    if (implementation === undefined) return new FunctionError("#NAME?");
    this.invocations += 1;
    const setResult = call?.streams === true ? (result: unknown) => this.#arrive(call, result) : undefined;
    const address = this.#sheet.addressOf(asked.place);
    const options = { address, preview: call === undefined, ...(setResult && { setResult }) };
    const invocation = makeInvocation(asked, options);
    if (call !== undefined) call.invocation = invocation;
    return startCall(implementation, asked, invocation);
  }

  #arrive(call: Call, answer: unknown): void {
    if (answer instanceof Promise) void answer.then((value: unknown) => this.#arrive(call, value ?? 0));
    else if (answer !== undefined) this.#deliver(call, answer);
  }

  #deliver(call: Call, value: unknown): void {
    const size = resultBytes(value);
    if (size > mostResultBytes) {
      // eslint-disable-next-line no-console -- Excel says nothing at all; whoever works on the add-in wants to know
      console.warn(`${call.functionName}: ${size} bytes are more than the host takes; the cell stays ${busy}`);
      this.calls.settle(call, "refused", undefined);
      return;
    }
    if (!this.calls.settle(call, "arrived", value)) return;
    if (Array.isArray(value)) this.#sheet.makeRoom(call.place, value.length, (value as unknown[][])[0]?.length ?? 0);
    this.#delivering.add(cellKey(call.place));
    this.calculation.mark([call.place]);
  }

  #pending(place: CellPlace): FunctionError {
    this.#waiting.add(cellKey(place));
    return new FunctionError(busy);
  }

  /** After a calculation: calls that their cells no longer ask for end. */
  #finish(): void {
    if (this.calculation.number > this.#restoredAt) this.#restored = new Map();
    for (const call of [...this.calls.all()]) {
      const cell = cellKey(call.place);
      const dropped =
        this.#calculated.has(cell) && call.askedIn !== this.calculation.number && call.state !== "arrived";
      if (dropped || !this.#sheet.holdsFormula(call.place)) this.calls.forget(call);
    }
    this.#calculated.clear();
    const arrived = new Set<string>();
    for (const { state, place } of this.calls.all()) if (state === "arrived") arrived.add(cellKey(place));
    for (const cell of this.#delivering) if (!arrived.has(cell)) this.#delivering.delete(cell);
  }
}
