import { AddinError } from "../error/addin-error";
import { hasAll } from "./fields";
import type { Memory } from "./memory";
import { largestAnswer } from "./memory-bounds";
import { lengthOf, type Walk } from "./walk";

/** Walks of one listing with different fields that are kept at once. */
const mostVariants = 4;

/** What stands in memory under a listing's key: how far it was walked, or why it is not there. */
export type Remembered = readonly Walk[] | AddinError;

/** The youngest walk first. */
export const newest = (one: Walk, other: Walk): number => other.at - one.at;

const bytesOf = (walks: readonly Walk[]): number => walks.reduce((sum, { bytes }) => sum + bytes, 0);

/** The walks of a listing that are in memory now. */
export const walksIn = (memory: Memory, key: string): readonly Walk[] => {
  const walks = memory.get<Remembered>(key)?.value;
  return walks === undefined || walks instanceof AddinError ? [] : walks;
};

/** The walk and those beside it that it does not replace: one with fewer fields that is older and no longer has nothing to add. */
const withOthers = (memory: Memory, key: string, walk: Walk): readonly Walk[] => {
  const others = walksIn(memory, key).filter(
    (other) =>
      other !== walk &&
      !(other.at <= walk.at && hasAll(walk.fields, other.fields) && (walk.ended || lengthOf(walk) >= lengthOf(other))),
  );
  return [walk, ...others].sort(newest).slice(0, mostVariants);
};

const put = (
  memory: Memory,
  key: string,
  { at, walks }: { readonly at: number; readonly walks: readonly Walk[] },
): void => {
  memory.put(key, { at, value: walks, bytes: bytesOf(walks) }, walks.some(lengthOf) ? "spill" : "session");
};

/** Keeps a walk that is there or has grown; what is too much for memory goes to the device as it comes. */
export const keepWalk = async (memory: Memory, key: string, walk: Walk): Promise<void> => {
  let walks = withOthers(memory, key, walk);
  if (walk.parked !== undefined || bytesOf(walks) > largestAnswer) {
    await (await memory.parked(key)).park(walks);
    walks = withOthers(memory, key, walk);
  }
  put(memory, key, { at: walk.at, walks });
};

/** Forgets a walk that leads nowhere. */
export const forgetWalk = (memory: Memory, key: string, walk: Walk): void =>
  put(memory, key, { at: walk.at, walks: walksIn(memory, key).filter((other) => other !== walk) });

/** Forgets a walk that lacks a part on the device; where another page of this account has walked since, that walk stands there and is taken. */
export const replaceLost = async (memory: Memory, key: string, lost: Walk): Promise<void> => {
  const stored = (await memory.stored(key))?.value;
  const left = walksIn(memory, key).filter((other) => other !== lost);
  const others = (Array.isArray(stored) ? (stored as readonly Walk[]) : []).filter(
    ({ at }) => at !== lost.at && left.every((other) => other.at !== at),
  );
  put(memory, key, { at: lost.at, walks: [...left, ...others].sort(newest) });
};
