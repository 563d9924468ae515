import { millisecondsPerDay } from "../../facts/dates";
import type { FunctionsFile } from "../functions/metadata";

/**
 * `fresh`: functions.json is fetched at each opening. `cached`: as Excel does, for up to a day, unless the workbook that
 * is opened asks for it anew.
 */
export type FunctionFileUse = "fresh" | "cached";

/** The setting of a workbook that asks for functions.json anew. */
const bypass = "Office.ForceRefreshCustomFunctionsCache";
const useKey = "workbench/functions-file";
const cacheKey = "workbench/cached-functions-file";
const longestFileAge = millisecondsPerDay;

interface CachedFile {
  readonly file: FunctionsFile;
  /** When it was fetched, in ms since 1970. */
  readonly at: number;
}

/** Excel's cache of functions.json, stored on this device. */
export class OfficeFunctionCache {
  readonly #store: Storage;

  constructor(store: Storage) {
    this.#store = store;
  }

  get use(): FunctionFileUse {
    return this.#store.getItem(useKey) === "cached" ? "cached" : "fresh";
  }

  set use(use: FunctionFileUse) {
    this.#store.setItem(useKey, use);
    this.#store.removeItem(cacheKey);
  }

  /** functions.json for a workbook with these settings that is being opened. */
  async read(
    fetchFile: () => Promise<FunctionsFile>,
    settings: Readonly<Record<string, unknown>>,
  ): Promise<FunctionsFile> {
    const cached = this.use === "cached" ? this.#cached() : undefined;
    const isCached = cached !== undefined && Date.now() - cached.at < longestFileAge && settings[bypass] !== true;
    const file = isCached ? cached.file : await fetchFile();
    if (this.use === "cached" && !isCached)
      this.#store.setItem(cacheKey, JSON.stringify({ file, at: Date.now() } satisfies CachedFile));
    return file;
  }

  #cached(): CachedFile | undefined {
    const entry = this.#store.getItem(cacheKey);
    return entry === null ? undefined : (JSON.parse(entry) as CachedFile);
  }
}
