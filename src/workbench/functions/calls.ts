import type { Call } from "./call";
import { cellKey, type CellPlace } from "./cell-place";
import { isFunctionError } from "./function-error";

/** Every call by the cell it was made from: what is pending, what was answered, what is kept for a reopened workbook. */
export class Calls {
  readonly #byCell = new Map<string, Map<string, Call>>();
  #pending = 0;

  /** How many calls are not answered yet. */
  get pending(): number {
    return this.#pending;
  }

  find(place: CellPlace, key: string): Call | undefined {
    return this.#byCell.get(cellKey(place))?.get(key);
  }

  at(place: CellPlace): Iterable<Call> {
    return this.#byCell.get(cellKey(place))?.values() ?? [];
  }

  *all(): Iterable<Call> {
    for (const calls of this.#byCell.values()) yield* calls.values();
  }

  add(call: Call): void {
    const cell = cellKey(call.place);
    const calls = this.#byCell.get(cell) ?? new Map<string, Call>();
    this.#byCell.set(cell, calls);
    calls.set(call.key, call);
    if (call.state === "pending") this.#pending += 1;
  }

  /** Changes a call's state; a call that was forgotten meanwhile is left alone and answers false. */
  settle(call: Call, state: Call["state"], value: unknown): boolean {
    if (this.find(call.place, call.key) !== call) return false;
    if (call.state === "pending" && state !== "pending") this.#pending -= 1;
    call.state = state;
    call.value = value;
    return true;
  }

  /** Forgets a call; one that still runs is told. */
  forget(call: Call): void {
    const cell = cellKey(call.place);
    const calls = this.#byCell.get(cell);
    if (calls?.get(call.key) !== call) return;
    calls.delete(call.key);
    if (calls.size === 0) this.#byCell.delete(cell);
    if (call.state === "pending") this.#pending -= 1;
    if (call.state === "pending" || call.streams) call.invocation?.onCanceled?.();
  }

  /** Forgets the calls of every cell for which the test is true. */
  forgetWhere(test: (place: CellPlace) => boolean): void {
    for (const calls of [...this.#byCell.values()])
      for (const call of [...calls.values()]) if (test(call.place)) this.forget(call);
  }

  /** The sentence behind an error value: of the result's same cell, else of any call in the formula with this code. */
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

  /** The data type (entity, formatted number) behind a cell of a result. */
  dataTypeAt(anchor: CellPlace, offset: { readonly row: number; readonly column: number }): object | undefined {
    for (const { value } of this.at(anchor)) {
      const found = elementAt(value, offset);
      if (typeof found === "object" && found !== null && !isFunctionError(found) && "type" in found) return found;
    }
    return undefined;
  }
}

const elementAt = (value: unknown, { row, column }: { readonly row: number; readonly column: number }): unknown =>
  Array.isArray(value) ? (value as unknown[][])[row]?.[column] : value;

const firstError = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) return [value];
  for (const row of value as unknown[][]) {
    const found = row.find(isFunctionError);
    if (found !== undefined) return [found];
  }
  return [];
};
