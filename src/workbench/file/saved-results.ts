import { parseLocalAddress } from "../../facts/addresses";
import { cellKey } from "../univer/addresses";
import { FunctionError, isFunctionError } from "../functions/function-error";
import type { FunctionHost } from "../functions/function-host";
import type { Book } from "../univer/book";
import { sheetIdAt } from "./to-snapshot";
import type { SavedResult, StoredWorkbook } from "./stored-workbook";

interface SavedError {
  readonly $error: string;
  readonly message?: string;
}

/** The results of custom functions by the address of the formula's cell, for the file. */
export const saveResults = (book: Book, functions: FunctionHost): Readonly<Record<string, readonly SavedResult[]>> => {
  const saved: Record<string, SavedResult[]> = {};
  for (const { place, key, state, streams, value } of functions.calls.all())
    if (state === "shown" && !streams) (saved[book.addressOf(place)] ??= []).push({ key, value: toSaved(value) });
  return saved;
};

/** The results of a file for the function host, by cell key and call key. */
export const readResults = (file: StoredWorkbook, unitId: string): ReadonlyMap<string, unknown> => {
  const answers = new Map<string, unknown>();
  for (const [address, saved] of Object.entries(file.values)) {
    const at = parseLocalAddress(address);
    const index = file.sheets.findIndex(({ name }) => name === at?.sheet);
    if (at === undefined || index === -1) continue;
    const { startRow: row, startColumn: column } = at;
    const sheetId = sheetIdAt(index);
    const cell = cellKey({ unitId, sheetId, row, column });
    for (const { key, value } of saved) answers.set(`${cell}|${key}`, fromSaved(value));
  }
  return answers;
};

/** Errors lose their code in JSON and in IndexedDB. */
const toSaved = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toSaved);
  if (!isFunctionError(value)) return value;
  return { $error: value.code, ...(value.message !== "" && { message: value.message }) };
};

const fromSaved = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromSaved);
  if (typeof value !== "object" || value === null || !("$error" in value)) return value;
  const { $error, message } = value as SavedError;
  return new FunctionError($error, message);
};
