// Excel keeps functions.json for up to a day, and tells nobody which one it has (docs/decisions/0021-a-stale-list-of-functions.md).
import { millisecondsPerDay } from "../facts/dates";
import type { FunctionCache } from "./excel/function-cache";

export { findFunctionCache } from "./excel/function-cache";

/**
 * Whether Excel has the list of functions of this release. `reopen`: it will when this workbook is opened next.
 * `unsure`: it will within a day, or after somebody has cleared its cache.
 */
export type FunctionListState = "current" | "reopen" | "unsure";

/** What this device knows, from the starts of the add-in on it. */
export interface NotedList {
  /** The list of the last start, by its hash. */
  readonly list: string;
  /** Whether Excel has it for certain. */
  readonly isSure: boolean;
  /** When a start first met it, in ms since 1970. */
  readonly since: number;
  /** When workbooks were told to ask for a list, by its hash. */
  readonly asked: Readonly<Record<string, number>>;
}

/** For so many milliseconds Excel caches functions.json at most. */
const longestCached = millisecondsPerDay;

export interface FunctionListDeps {
  /** The list of this release, by its hash. */
  readonly list: string;
  readonly noted: NotedList;
  /** Stores a note on the device. */
  readonly save: (noted: NotedList) => Promise<unknown>;
  /** Undefined where Excel does not listen. */
  readonly cache: FunctionCache | undefined;
  readonly now: number;
}

/** Notes the list of this start. If Excel may have an older one, tells this workbook to ask for it, once for each list and day. */
export const noteFunctionList = async (deps: FunctionListDeps): Promise<FunctionListState> => {
  const { list, noted, save, cache, now } = deps;
  const asked = Object.fromEntries(Object.entries(noted.asked).filter(([, at]) => now - at < longestCached));
  const isKnown = noted.list === list;
  const since = isKnown ? noted.since : now;
  const isAskedFor = cache?.isBypassed() === true;
  if (isAskedFor || (isKnown && (noted.isSure || now - since >= longestCached))) {
    await save({ list, isSure: true, since, asked });
    // Not at once: Excel may have started the add-in again without opening the workbook again.
    if (isAskedFor && isKnown && noted.isSure) await cache.bypass(false);
    return "current";
  }
  const note = (times: NotedList["asked"]): Promise<unknown> => save({ list, isSure: false, since, asked: times });
  // Noted first: what cannot be noted would be asked again at every start.
  if (cache !== undefined && asked[list] === undefined) {
    await note({ ...asked, [list]: now });
    if (await cache.bypass(true)) return "reopen";
  }
  await note(asked);
  return "unsure";
};
