/** Keeps the last computed listings, so that the pages of one walk are cut from one computation. */
export interface Shelf {
  readonly take: (key: string, make: () => Int32Array | Promise<Int32Array>) => Int32Array | Promise<Int32Array>;
}

/** Makes a shelf that holds listings of at most so many records together; the least recently used leave first. */
export const createShelf = (most: number): Shelf => {
  const held = new Map<string, Int32Array | Promise<Int32Array>>();
  let weight = 0;
  const shrink = (): void => {
    for (const [key, listing] of held) {
      if (weight <= most) return;
      if (listing instanceof Promise) continue;
      held.delete(key);
      weight -= listing.length + 50;
    }
  };
  const put = (key: string, listing: Int32Array): Int32Array => {
    held.set(key, listing);
    weight += listing.length + 50;
    shrink();
    return listing;
  };
  return {
    take: (key, make) => {
      const known = held.get(key);
      if (known !== undefined) {
        held.delete(key);
        held.set(key, known);
        return known;
      }
      const made = make();
      if (!(made instanceof Promise)) return put(key, made);
      const pending = made.then(
        (listing) => put(key, listing),
        (error: unknown) => {
          held.delete(key);
          throw error;
        },
      );
      held.set(key, pending);
      return pending;
    },
  };
};
