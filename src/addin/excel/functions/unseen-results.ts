import { normalizeAddress } from "../../../facts/sheet-names";
import type { Clock } from "../../../engine/clock";
import type { AddinError } from "../../../engine/http/addin-error";
import { FormulaResult } from "../../../formulas/table/formula-result";
import type { CellError } from "../../../formulas/table/matrix";

/** A result that was given to Excel and has not been seen in its cell yet. */
export interface UnseenResult {
  /** Of a noted result as Excel wrote it; of a kept one in the normalized form, without `$` and quotes. */
  readonly address: string;
  readonly functionName: string;
  /** The arguments. */
  readonly values: readonly unknown[];
  /** The result, or the error of the cell. Undefined where it is too large to be kept. */
  readonly result: FormulaResult | AddinError | CellError | undefined;
  /** By the steady clock. */
  readonly at: number;
}

/** Milliseconds that Excel has to show a result. */
export const timeToShow = 2_000;
/** Cells of results that are kept together at most. */
const mostKeptCells = 2_000_000;
/** Results of one cell that are kept: a formula may call several functions. */
const mostPerCell = 20;

/**
 * Keeps each result until it has been seen in its cell. Excel sometimes never shows a result that it took (office-js #6662, #6930). Only the
 * add-in knows that it has answered, so it can give the same result again, without a call to the service.
 */
export class UnseenResults {
  readonly #clock: Clock;
  readonly #lookLater: () => void;
  /** By address. */
  readonly #results = new Map<string, readonly UnseenResult[]>();
  /** Addresses whose next invocation is a repair. */
  readonly #repairing = new Set<string>();
  #keptCells = 0;

  /** The clock is steady: the system time may be set meanwhile. `lookLater` is called for each result that is given to Excel. */
  constructor(clock: Clock, lookLater: () => void) {
    this.#clock = clock;
    this.#lookLater = lookLater;
  }

  /** Notes a result. Its time is that when Excel got it. */
  note(given: UnseenResult): void {
    const { at } = given;
    const address = normalizeAddress(given.address);
    // Those of an earlier calculation count no more.
    const others = (this.#results.get(address) ?? []).filter(
      (other) => at - other.at < timeToShow && !isSameCall(other, given),
    );
    const result = this.#keptCells + resultSize(given.result) > mostKeptCells ? undefined : given.result;
    this.#set(address, [...others.slice(1 - mostPerCell), { ...given, address, result }]);
    this.#lookLater();
  }

  /** The results of each cell that were given to Excel at least `timeToShow` ago. The last one is the formula's, where it is one call. */
  due(): readonly (readonly UnseenResult[])[] {
    const latest = this.#clock.now() - timeToShow;
    return [...this.#results.values()].filter((results) => results.every(({ at }) => at <= latest));
  }

  /** Whether a result was given for this cell, due or not. */
  has(address: string): boolean {
    return this.#results.has(address);
  }

  /** Whether nothing was given for a cell since these results were the latest. */
  isLatest({ address, results }: { readonly address: string; readonly results: readonly UnseenResult[] }): boolean {
    const latest = this.#results.get(address);
    return latest === undefined ? results.length === 0 : latest === results;
  }

  /** Whether a result was given for a cell that is not one of these, due or not. */
  hasOthers(addresses: readonly string[]): boolean {
    return this.#results.size > addresses.filter((address) => this.#results.has(address)).length;
  }

  /** Its cell shows what was given, or another formula stands there now. */
  forget(address: string): void {
    this.#set(address, []);
    this.#repairing.delete(address);
  }

  /**
   * Forgets everything: cells have moved, so results are no longer where they were given, or the account has left.
   * @returns whether there was anything
   */
  clear(): boolean {
    const had = this.#results.size > 0;
    this.#results.clear();
    this.#repairing.clear();
    this.#keptCells = 0;
    return had;
  }

  /** The next invocations at these addresses are repairs: they get the kept result, or an answer from memory. */
  startRepair(addresses: readonly string[]): void {
    for (const address of addresses) this.#repairing.add(normalizeAddress(address));
  }

  endRepair(addresses: readonly string[]): void {
    for (const address of addresses) this.#repairing.delete(normalizeAddress(address));
  }

  /** Whether an invocation is a repair without a kept result. It must make no call. */
  isRepair(address: string | undefined): boolean {
    if (this.#repairing.size === 0 || address === undefined) return false;
    const place = normalizeAddress(address);
    return (
      this.#repairing.has(place) && (this.#results.get(place)?.every(({ result }) => result === undefined) ?? true)
    );
  }

  /** The kept result for an invocation that is a repair; undefined for every other invocation. */
  again(address: string | undefined, functionName: string, values: readonly unknown[]): UnseenResult["result"] {
    if (this.#repairing.size === 0 || address === undefined) return undefined;
    const place = normalizeAddress(address);
    if (!this.#repairing.has(place)) return undefined;
    return this.#results.get(place)?.find((given) => isSameCall(given, { functionName, values }))?.result;
  }

  #set(place: string, results: readonly UnseenResult[]): void {
    for (const { result } of this.#results.get(place) ?? []) this.#keptCells -= resultSize(result);
    if (results.length === 0) this.#results.delete(place);
    else this.#results.set(place, results);
    for (const { result } of results) this.#keptCells += resultSize(result);
  }
}

const resultSize = (result: UnseenResult["result"]): number =>
  result instanceof FormulaResult ? result.height * result.width : 1;

type FunctionCall = Pick<UnseenResult, "functionName" | "values">;

/** Arguments that Excel passes twice are other objects with the same content. */
const isSameCall = (one: FunctionCall, other: FunctionCall): boolean =>
  one.functionName === other.functionName &&
  one.values.length === other.values.length &&
  one.values.every((value, index) => isSameValue(value, other.values[index]));

const isSameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other));
