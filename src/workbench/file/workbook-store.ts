import { createStore, del, get, set, update } from "idb-keyval";
import { blankWorkbook, checkWorkbook, type WorkbookFile } from "./workbook-file";

const store = createStore("workbench", "workbooks");
const key = "open";
const refusedKey = "refused";

/** A workbook of an earlier visit that was not opened, and why. */
export interface RefusedWorkbook {
  readonly content: unknown;
  /** A sentence. */
  readonly reason: string;
}

/** The workbook at the end of the last visit. One that may not be opened is kept apart: the next save replaces the open one. */
export const readSaved = async (): Promise<WorkbookFile | undefined> => {
  // Without storage the workbench starts with its sample.
  const saved = await get<unknown>(key, store).catch(() => undefined);
  if (saved === undefined) return undefined;
  try {
    return checkWorkbook(saved);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await update<readonly RefusedWorkbook[]>(refusedKey, (kept = []) => [...kept, { content: saved, reason }], store);
    await del(key, store);
    return undefined;
  }
};

/** The workbooks of earlier visits that were not opened. */
export const readRefused = async (): Promise<readonly RefusedWorkbook[]> =>
  (await get<readonly RefusedWorkbook[]>(refusedKey, store).catch(() => undefined)) ?? [];

/** Deletes the workbooks that were not opened. */
export const deleteRefused = (): Promise<void> => del(refusedKey, store);

/** Stores the workbook for the next visit of this browser. */
export const writeSaved = (file: WorkbookFile): Promise<void> => set(key, file, store);

const sample = "holdings.json";
/** The workbench's own samples: beside its page, and those of the repository. */
const samples = /^(assets\/workbooks\/)?[\w-]+\.json$/;

/**
 * The workbook at the start of a visit. `?fresh`: a new one. `?open=FILE`: that sample, `NAME.json` or
 * `assets/workbooks/NAME.json`. Otherwise the workbook of the last visit; at the first visit the sample.
 * @throws an error with a message for the user if `?open` names no sample: a link must not open a file of its author
 */
export const firstWorkbook = async (location: Location): Promise<WorkbookFile> => {
  const query = new URLSearchParams(location.search);
  const saved = await readSaved();
  if (query.has("fresh")) return blankWorkbook;
  const name = query.get("open");
  if (name === null) return saved ?? (await fetchSample(sample)) ?? blankWorkbook;
  const file = samples.test(name) ? await fetchSample(name) : undefined;
  if (file === undefined)
    throw new Error(`open must be a sample (NAME.json or assets/workbooks/NAME.json), got "${name}".`);
  return file;
};

const fetchSample = async (name: string): Promise<WorkbookFile | undefined> => {
  const response = await fetch(name.includes("/") ? `/${name}` : name, { redirect: "error" });
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return response.ok && isJson ? checkWorkbook(await response.json()) : undefined;
};
