import { createStore, del, delMany, get, keys, set, setMany, update } from "idb-keyval";
import { millisecondsPerDay } from "../../facts/dates";
import { fetchSample, samples } from "./samples";
import type { StoredWorkbook } from "./stored-workbook";
import { blankWorkbook, readWorkbookJson } from "./workbook-json";

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
export const readSaved = async (): Promise<StoredWorkbook | undefined> => {
  // Without storage the workbench starts with its sample.
  const saved = await get<unknown>(openKey(), store).catch(() => undefined);
  if (saved === undefined) return undefined;
  try {
    return readWorkbookJson(saved);
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
export const writeSaved = (file: StoredWorkbook, unsaved: boolean): Promise<void> =>
  setMany(
    [
      [openKey(), file],
      [unsavedKey(), unsaved],
    ],
    store,
  );

/** How long a window waits for a workbook: a page that is being reloaded gives it free only now. */
const longestWait = 1_000;

/** The locks of the browser that this module uses. */
export interface WindowLocks {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    callback: () => Promise<void>,
  ) => Promise<unknown>;
  readonly query: () => Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

/** Undefined on pages that are not secure. */
export const windowLocks = ({ navigator }: Pick<Window, "navigator">): WindowLocks | undefined =>
  "locks" in navigator ? navigator.locks : undefined;

/** Takes a workbook for the life of this window. False if another window has it. */
const take = (key: string, locks: WindowLocks | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    // Without locks, as on pages that are not secure, the last window that writes wins.
    if (locks === undefined) resolve(true);
    else {
      const hold = (): Promise<void> => {
        resolve(true);
        return new Promise(() => undefined);
      };
      locks.request(key, { signal: AbortSignal.timeout(longestWait) }, hold).catch(() => resolve(false));
    }
  });

/** The keys of the workbooks that windows show now. */
const takenKeys = async (locks: WindowLocks | undefined): Promise<ReadonlySet<string>> => {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
};

const newKey = (now: number): string => `${now}-${crypto.randomUUID()}`;

const longestKept = 7 * millisecondsPerDay;

/** Keeps a workbook for a window that is going to open, and returns its key for `?window=`. */
export const handOver = async (file: StoredWorkbook, now: number, locks?: WindowLocks): Promise<string> => {
  const own = newKey(now);
  await set(visitKey(own), file, store);
  // Windows that are closed do not say so.
  const taken = await takenKeys(locks);
  const old = (await windowKeys()).filter(
    ([key, made]) => now - made > longestKept && !taken.has(key.replace(unsavedEnd, "")),
  );
  await delMany(
    old.map(([key]) => key),
    store,
  );
  return own;
};

const unsavedEnd = /-unsaved$/;

/** The keys of what windows have as their own, with the times at which they were made. */
const windowKeys = async (): Promise<readonly (readonly [key: string, made: number])[]> =>
  (await keys<string>(store)).flatMap((key) => {
    const made = /^open-of-(\d+)-/.exec(key)?.[1];
    return made === undefined ? [] : [[key, Number(made)] as const];
  });

/** A workbook of a window that was closed. */
export interface ClosedWindow {
  readonly file: StoredWorkbook;
  /** When the window was opened, in ms since 1970. */
  readonly at: number;
}

/** The workbooks with unsaved changes of windows that were closed. One that may not be opened is left out. */
export const readClosedWindows = async (locks: WindowLocks | undefined): Promise<readonly ClosedWindow[]> => {
  if (locks === undefined) return [];
  const taken = await takenKeys(locks);
  const unsaved = (await windowKeys()).filter(([key]) => key.endsWith("-unsaved"));
  const windows = await Promise.all(
    unsaved.map(async ([key, at]): Promise<ClosedWindow[]> => {
      const own = key.replace(unsavedEnd, "");
      if (taken.has(own) || (await get<boolean>(key, store)) !== true) return [];
      try {
        return [{ file: readWorkbookJson(await get(own, store)), at }];
      } catch {
        return [];
      }
    }),
  );
  return windows.flat().toSorted((one, other) => other.at - one.at);
};

/** The form of the names of samples: beside the page, or of the repository. */
const sampleName = /^(assets\/workbooks\/)?[\w-]+\.json$/;

/** The report, or the next sample where the server has none. */
const firstSample = async (): Promise<StoredWorkbook | undefined> =>
  (await fetchSample(samples[0].file)) ?? fetchSample(samples[1].file);

export interface FirstWorkbook {
  readonly file: StoredWorkbook;
  readonly unsaved: boolean;
  /** Another window has the same workbook. This one has a copy of it from now on. */
  readonly isCopy?: boolean;
}

/** The stored workbook of this window. Where another window shows it, this one has a copy in a place of its own. */
const takeSaved = async (
  session: Pick<Storage, "setItem"> | undefined,
  locks: WindowLocks | undefined,
): Promise<{ readonly saved: StoredWorkbook | undefined; readonly unsaved: boolean; readonly isCopy: boolean }> => {
  const isTaken = !(await take(openKey(), locks));
  const saved = await readSaved();
  const unsaved = (await get<boolean>(unsavedKey(), store).catch(() => undefined)) === true;
  if (isTaken) {
    ownWorkbook = newKey(Date.now());
    session?.setItem(ownKey, ownWorkbook);
    await take(openKey(), locks);
    if (saved !== undefined) await writeSaved(saved, unsaved);
  }
  return { saved, unsaved, isCopy: isTaken };
};

/**
 * The workbook at the start of a visit. `?fresh`: a new one. `?open=FILE`: that sample, `NAME.json` or
 * `assets/workbooks/NAME.json`. `?window=KEY`: the workbook that another window handed over; this window keeps it over
 * a reload. Otherwise the workbook of the last visit; at the first visit the first sample. A window never stores into the place of
 * another: where that shows the same workbook, this one gets a copy in a place of its own.
 * @throws an error with a message for the user if `?open` names no sample: a link must not open a file of its author
 */
export const firstWorkbook = async (
  location: Pick<Location, "search">,
  session?: Pick<Storage, "getItem" | "setItem">,
  locks?: WindowLocks,
): Promise<FirstWorkbook> => {
  const query = new URLSearchParams(location.search);
  const handoverKey = query.get("window");
  if (handoverKey !== null && (await get(visitKey(handoverKey), store).catch(() => undefined)) !== undefined)
    session?.setItem(ownKey, handoverKey);
  ownWorkbook = session?.getItem(ownKey) ?? null;
  const { saved, unsaved, isCopy } = await takeSaved(session, locks);
  if (query.has("fresh")) return { file: blankWorkbook, unsaved: false };
  const name = query.get("open");
  if (name === null) {
    if (saved !== undefined) return { file: saved, unsaved, ...(isCopy && { isCopy }) };
    return { file: (await firstSample()) ?? blankWorkbook, unsaved: false };
  }
  const file = sampleName.test(name) ? await fetchSample(name) : undefined;
  if (file === undefined)
    throw new Error(`open must be a sample (NAME.json or assets/workbooks/NAME.json), got "${name}".`);
  return { file, unsaved: false };
};
