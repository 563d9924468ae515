import type { World } from "./world";

/** Remembers the last answer: a record asks for the same thing, field after field. */
export const rememberLast = <T>(make: (world: World, ordinal: number) => T): ((world: World, ordinal: number) => T) => {
  let last: { readonly world: World; readonly ordinal: number; readonly made: T } | undefined;
  return (world, ordinal) => {
    if (last?.ordinal !== ordinal || last.world !== world) last = { world, ordinal, made: make(world, ordinal) };
    return last.made;
  };
};
