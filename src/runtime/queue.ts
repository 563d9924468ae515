/** What stands in a queue: whose it is, and when it may go. */
export interface Waiting {
  readonly lane: string;
  readonly notBefore: number;
  /** Stands for many: its lane goes before the others. */
  readonly urgent: boolean;
}

/** Lanes that take turns, so that a small formula is never stuck behind a large one. */
export class Queue<Item extends Waiting> {
  // Maps keep their order: the lane served goes to the end of its map. The urgent ones come first.
  readonly #lanes = [new Map<string, Item[]>(), new Map<string, Item[]>()] as const;
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Puts an item last in its lane, or first: what was sent before is not overtaken by its own lane. */
  add(item: Item, place: "first" | "last" = "last"): void {
    const lanes = this.#lanesOf(item);
    const lane = lanes.get(item.lane);
    this.#size += 1;
    if (lane === undefined) lanes.set(item.lane, [item]);
    else if (place === "first") lane.unshift(item);
    else lane.push(item);
  }

  /** The item whose turn it is; where none may go yet, when the first may. */
  take(now: number): Item | number {
    let soonest = Infinity;
    for (const lanes of this.#lanes) {
      const found = this.#takeFrom(lanes, now);
      if (typeof found !== "number") return found;
      soonest = Math.min(soonest, found);
    }
    return soonest;
  }

  #takeFrom(lanes: Map<string, Item[]>, now: number): Item | number {
    let soonest = Infinity;
    for (const [name, lane] of lanes) {
      const index = lane.findIndex(({ notBefore }) => notBefore <= now);
      const item = lane[index];
      if (item !== undefined) {
        lane.splice(index, 1);
        this.#size -= 1;
        lanes.delete(name);
        if (lane.length > 0) lanes.set(name, lane);
        return item;
      }
      soonest = Math.min(soonest, ...lane.map(({ notBefore }) => notBefore));
    }
    return soonest;
  }

  /** Takes an item out; false where it was not there. */
  remove(item: Item): boolean {
    const lanes = this.#lanesOf(item);
    const lane = lanes.get(item.lane);
    const index = lane?.indexOf(item) ?? -1;
    if (lane === undefined || index === -1) return false;
    lane.splice(index, 1);
    this.#size -= 1;
    if (lane.length === 0) lanes.delete(item.lane);
    return true;
  }

  /** Takes everything out. */
  clear(): readonly Item[] {
    const all = this.#lanes.flatMap((lanes) => [...lanes.values()].flat());
    for (const lanes of this.#lanes) lanes.clear();
    this.#size = 0;
    return all;
  }

  #lanesOf({ urgent }: Item): Map<string, Item[]> {
    return this.#lanes[urgent ? 0 : 1];
  }
}
