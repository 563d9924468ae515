import { isObject } from "../../facts/json";
import { cellKey, type CellPlace } from "../univer/addresses";
import type { HostFunctionMetadata } from "./metadata";
import { FunctionError, isFunctionError } from "./function-error";

/** A call as a formula requests it. */
export interface CallRequest {
  readonly metadata: HostFunctionMetadata;
  readonly values: readonly unknown[];
  readonly addresses: readonly (string | undefined)[];
  readonly place: CellPlace;
  /** One of several calls for the elements of a range. */
  readonly lifted: boolean;
}

/** The invocation object that Excel passes after the arguments of a custom function. */
export interface HostInvocation {
  readonly functionName: string;
  readonly address?: string;
  readonly parameterAddresses?: readonly (string | undefined)[];
  readonly isInValuePreview: boolean;
  setResult?: (result: unknown) => void;
  onCanceled?: () => void;
}

/**
 * One call of a custom function from one cell. `pending`: no result yet. `refused`: the result is larger than the
 * host accepts, or a fault has lost it, so the cell stays `#BUSY!`. `arrived`: the result is not in the sheet yet.
 * `shown`: it is.
 */
export interface PendingCall {
  readonly key: string;
  readonly place: CellPlace;
  readonly functionName: string;
  readonly streams: boolean;
  state: "pending" | "refused" | "arrived" | "shown";
  value: unknown;
  /** The calculation that started or showed it. */
  shownIn: number;
  /** The last calculation that requested it. */
  requestedIn: number;
  invocation: HostInvocation | undefined;
  /** A fault: the cell shows the value that it had before this call. */
  readonly keepsOldValue: boolean;
}

/** A short key of a function with its arguments (FNV-1a of the arguments' JSON, 2 × 32 bits). */
export const callKey = (functionName: string, values: readonly unknown[]): string => {
  const text = JSON.stringify(values);
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return `${functionName}|${text.length}|${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
};

/** A new pending call. */
export const newCall = (
  { metadata, place }: CallRequest,
  {
    key,
    calculation,
    keepsOldValue,
  }: { readonly key: string; readonly calculation: number; readonly keepsOldValue: boolean },
): PendingCall => ({
  key,
  place,
  functionName: metadata.name,
  streams: metadata.options?.stream === true,
  state: "pending",
  value: undefined,
  shownIn: calculation,
  requestedIn: calculation,
  invocation: undefined,
  keepsOldValue,
});

/** The add-in's implementation of a function. */
export type Implementation = (...args: unknown[]) => unknown;

/** Data of one call besides its arguments. */
export interface CallOptions {
  readonly address: string;
  readonly preview: boolean;
  readonly setResult?: (result: unknown) => void;
}

/** Creates the invocation object with the members that the function's options request. */
export const makeInvocation = ({ metadata, addresses }: CallRequest, options: CallOptions): HostInvocation => ({
  functionName: metadata.id,
  isInValuePreview: options.preview,
  ...(metadata.options?.requiresAddress === true && { address: options.address }),
  ...(metadata.options?.requiresParameterAddresses === true && { parameterAddresses: addresses }),
  ...(options.setResult !== undefined && { setResult: options.setResult }),
});

/** Calls the add-in. A thrown error or a rejection is a result too. */
export const startCall = (
  implementation: Implementation,
  request: CallRequest,
  invocation: HostInvocation,
): unknown => {
  try {
    const answer = implementation(...request.values, invocation);
    if (!isPromise(answer)) return answer;
    return Promise.resolve(answer).catch(toReportedError);
  } catch (error) {
    return toReportedError(error);
  }
};

/** For an error that is not a `CustomFunctions.Error` Excel shows `#VALUE!` without its message. */
const toReportedError = (error: unknown): unknown => {
  // eslint-disable-next-line no-console -- the add-in's author finds the lost text here, as in Excel's developer tools
  if (!isFunctionError(error)) console.warn("A custom function failed:", error);
  return isFunctionError(error) ? error : new FunctionError();
};

/** True for promises of any realm. */
const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  isObject(value) && "then" in value && typeof value["then"] === "function";

/** All calls by their cell: pending ones, and results, which the file keeps for a reopened workbook. */
export class FunctionCalls {
  readonly #byCell = new Map<string, Map<string, PendingCall>>();
  #pending = 0;

  /** The number of calls without a result. */
  get pending(): number {
    return this.#pending;
  }

  find(place: CellPlace, key: string): PendingCall | undefined {
    return this.#byCell.get(cellKey(place))?.get(key);
  }

  at(place: CellPlace): Iterable<PendingCall> {
    return this.#byCell.get(cellKey(place))?.values() ?? [];
  }

  *all(): Iterable<PendingCall> {
    for (const calls of this.#byCell.values()) yield* calls.values();
  }

  add(call: PendingCall): void {
    const cell = cellKey(call.place);
    const calls = this.#byCell.get(cell) ?? new Map<string, PendingCall>();
    this.#byCell.set(cell, calls);
    calls.set(call.key, call);
    if (call.state === "pending") this.#pending += 1;
  }

  /** Changes the state of a call. Returns false for a call that was removed meanwhile. */
  settle(call: PendingCall, state: PendingCall["state"], value: unknown): boolean {
    if (this.find(call.place, call.key) !== call) return false;
    if (call.state === "pending" && state !== "pending") this.#pending -= 1;
    call.state = state;
    call.value = value;
    return true;
  }

  /** Removes a call. Cancels it if it is running. */
  forget(call: PendingCall): void {
    const cell = cellKey(call.place);
    const calls = this.#byCell.get(cell);
    if (calls?.get(call.key) !== call) return;
    calls.delete(call.key);
    if (calls.size === 0) this.#byCell.delete(cell);
    if (call.state === "pending") this.#pending -= 1;
    if (call.state === "pending" || call.streams) call.invocation?.onCanceled?.();
  }

  /** Removes the calls of every cell for which the test returns true. */
  forgetWhere(test: (place: CellPlace) => boolean): void {
    for (const calls of [...this.#byCell.values()])
      for (const call of [...calls.values()]) if (test(call.place)) this.forget(call);
  }

  /** The message of an error value: of the same cell of the result, else of any call in the formula with this code. */
  messageAt(
    anchor: CellPlace,
    offset: { readonly row: number; readonly column: number },
    code: string,
  ): string | undefined {
    const results = [...this.at(anchor)].map(({ value }) => value);
    const exact = results.map((value) => elementAt(value, offset));
    for (const found of [...exact, ...results.flatMap(firstError)])
      if (isFunctionError(found) && found.code === code && found.message !== "") return found.message;
    return undefined;
  }

  /** The data type (entity, formatted number) of a cell of a result. */
  dataTypeAt(anchor: CellPlace, offset: { readonly row: number; readonly column: number }): object | undefined {
    for (const { value } of this.at(anchor)) {
      const element = elementAt(value, offset);
      if (typeof element === "object" && element !== null && !isFunctionError(element) && "type" in element)
        return element;
    }
    return undefined;
  }
}

const elementAt = (value: unknown, { row, column }: { readonly row: number; readonly column: number }): unknown =>
  Array.isArray(value) ? (value as unknown[][])[row]?.[column] : value;

const firstError = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) return [value];
  for (const row of value as unknown[][]) {
    const error = row.find(isFunctionError);
    if (error !== undefined) return [error];
  }
  return [];
};
