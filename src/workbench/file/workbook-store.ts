import { createStore, del, delMany, get, keys, set, setMany, update } from "idb-keyval";
import { millisecondsPerDay } from "../../facts/dates";
import { fetchSample, samples } from "./samples";
import { blankWorkbook, checkWorkbook, type WorkbookFile } from "./workbook-file";

/** What this browser keeps of workbooks. */
export const workbookStore = createStore("workbench", "workbooks");
const store = workbookStore;
const lastVisit = "open";
/** The entry of the session storage with the key of a window's own workbook. */
const ownKey = "workbench/window";
const visitKey = (own: string | null): string => (own === null ? lastVisit : `${lastVisit}-of-${own}`);
/** The key of this window's own workbook; null if it shows the one of the last visit. */
let ownWorkbook: string | null = null;
/** Where the workbook that this window shows is stored. */
const openKey = (): string => visitKey(ownWorkbook);
/** Whether the open workbook has changes that no file has. */
const unsavedKey = (): string => `${openKey()}-unsaved`;
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
  const saved = await get<unknown>(openKey(), store).catch(() => undefined);
  if (saved === undefined) return undefined;
  try {
    return checkWorkbook(saved);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await update<readonly RefusedWorkbook[]>(
      refusedKey,
      (earlier = []) => [...earlier, { content: saved, reason }],
      store,
    );
    await del(openKey(), store);
    return undefined;
  }
};

/** The workbooks of earlier visits that were not opened. */
export const readRefused = async (): Promise<readonly RefusedWorkbook[]> =>
  (await get<readonly RefusedWorkbook[]>(refusedKey, store).catch(() => undefined)) ?? [];

/** Deletes the workbooks that were not opened. */
export const deleteRefused = (): Promise<void> => del(refusedKey, store);

/** Stores the workbook for the next visit of this browser. `unsaved`: it has changes that no file has. */
export const writeSaved = (file: WorkbookFile, unsaved: boolean): Promise<void> =>
  setMany(
    [
      [openKey(), file],
      [unsavedKey(), unsaved],
    ],
    store,
  );

const longestKept = 7 * millisecondsPerDay;

/** Keeps a workbook for a window that is going to open, and returns its key for `?window=`. */
export const handOver = async (file: WorkbookFile, now: number): Promise<string> => {
  const own = `${now}-${crypto.randomUUID()}`;
  await set(visitKey(own), file, store);
  // Windows that are closed do not say so.
  const old = (await keys<string>(store)).filter((one) => {
    const openedAt = /^open-of-(\d+)-/.exec(one)?.[1];
    return openedAt !== undefined && now - Number(openedAt) > longestKept;
  });
  await delMany(old, store);
  return own;
};

/** The form of the names of samples: beside the page, or of the repository. */
const sampleName = /^(assets\/workbooks\/)?[\w-]+\.json$/;

/** The report, or the next sample where the server has none. */
const firstSample = async (): Promise<WorkbookFile | undefined> =>
  (await fetchSample(samples[0].file)) ?? fetchSample(samples[1].file);

export interface FirstWorkbook {
  readonly file: WorkbookFile;
  readonly unsaved: boolean;
}

/**
 * The workbook at the start of a visit. `?fresh`: a new one. `?open=FILE`: that sample, `NAME.json` or
 * `assets/workbooks/NAME.json`. `?window=KEY`: the workbook that another window handed over; this window keeps it over
 * a reload. Otherwise the workbook of the last visit; at the first visit the first sample.
 * @throws an error with a message for the user if `?open` names no sample: a link must not open a file of its author
 */
export const firstWorkbook = async (
  location: Pick<Location, "search">,
  session?: Pick<Storage, "getItem" | "setItem">,
): Promise<FirstWorkbook> => {
  const query = new URLSearchParams(location.search);
  const handoverKey = query.get("window");
  if (handoverKey !== null && (await get(visitKey(handoverKey), store).catch(() => undefined)) !== undefined)
    session?.setItem(ownKey, handoverKey);
  ownWorkbook = session?.getItem(ownKey) ?? null;
  const saved = await readSaved();
  const unsaved = (await get<boolean>(unsavedKey(), store).catch(() => undefined)) === true;
  if (query.has("fresh")) return { file: blankWorkbook, unsaved: false };
  const name = query.get("open");
  if (name === null) {
    if (saved !== undefined) return { file: saved, unsaved };
    return { file: (await firstSample()) ?? blankWorkbook, unsaved: false };
  }
  const file = sampleName.test(name) ? await fetchSample(name) : undefined;
  if (file === undefined)
    throw new Error(`open must be a sample (NAME.json or assets/workbooks/NAME.json), got "${name}".`);
  return { file, unsaved: false };
};
