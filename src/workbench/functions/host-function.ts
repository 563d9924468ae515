import { BaseFunction, ErrorValueObject, type BaseValueObject } from "@univerjs/engine-formula";
import { errorType } from "../univer/private-hooks";
import { liftArguments, readArguments, type ArgumentRules } from "./arguments";
import type { CellPlace } from "./cell-place";
import type { FunctionMetadata } from "./metadata";
import { toSheetValue } from "./results";

/** What a function of the sheet needs of the host: how to read arguments, and who answers. */
export interface FunctionCaller {
  readonly rules: () => ArgumentRules;
  readonly call: (asked: AskedCall) => unknown;
}

/** One call as the formula asks for it. */
export interface AskedCall {
  readonly metadata: FunctionMetadata;
  readonly values: readonly unknown[];
  readonly addresses: readonly (string | undefined)[];
  readonly place: CellPlace;
}

/** A custom function as the engine sees it: it answers at once, with `#BUSY!` while the add-in works. */
export class HostFunction extends BaseFunction {
  override minParams = -1;
  override maxParams = -1;
  /** References stay references, so that `parameterAddresses` can be told and a single cell told from a range. */
  override needsReferenceObject = true;
  readonly #metadata: FunctionMetadata;
  readonly #caller: FunctionCaller;

  constructor(metadata: FunctionMetadata, name: string, caller: FunctionCaller) {
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
    const given = readArguments(variants, parameters, this.#caller.rules());
    if (given.lifted.length === 0) return toSheetValue(this.#call(given.values, given.addresses));
    const results = liftArguments(given).map((row) => row.map((values) => this.#call(values, given.addresses)));
    return toSheetValue(results.map((row) => row.map(firstOfResult)));
  }

  #call(values: readonly unknown[], addresses: readonly (string | undefined)[]): unknown {
    const place = { unitId: this.unitId ?? "", sheetId: this.subUnitId ?? "", row: this.row, column: this.column };
    return this.#caller.call({ metadata: this.#metadata, values, addresses, place });
  }
}

/** An array per element has no place to go: Excel keeps its first value. */
const firstOfResult = (result: unknown): unknown => (Array.isArray(result) ? (result as unknown[][])[0]?.[0] : result);
