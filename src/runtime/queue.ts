/** What stands in a queue: whose it is, and when it may go. */
export interface Waiting {
  readonly lane: string;
  readonly notBefore: number;
}

/** Lanes that take turns, so that a small formula is never stuck behind a large one. */
export class Queue<Item extends Waiting> {
  // A map keeps its order: the lane served goes to the end.
  readonly #lanes = new Map<string, Item[]>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Puts an item last in its lane, or first: what was sent before is not overtaken by its own lane. */
  add(item: Item, place: "first" | "last" = "last"): void {
    const lane = this.#lanes.get(item.lane);
    this.#size += 1;
    if (lane === undefined) this.#lanes.set(item.lane, [item]);
    else if (place === "first") lane.unshift(item);
    else lane.push(item);
  }

  /** The item whose turn it is; where none may go yet, when the first may. */
  take(now: number): Item | number {
    let soonest = Infinity;
    for (const [name, lane] of this.#lanes) {
      const index = lane.findIndex(({ notBefore }) => notBefore <= now);
      const item = lane[index];
      if (item === undefined) for (const { notBefore } of lane) soonest = Math.min(soonest, notBefore);
      else {
        lane.splice(index, 1);
        this.#size -= 1;
        this.#lanes.delete(name);
        if (lane.length > 0) this.#lanes.set(name, lane);
        return item;
      }
    }
    return soonest;
  }

  /** Takes an item out; false where it was not there. */
  remove(item: Item): boolean {
    const lane = this.#lanes.get(item.lane);
    const index = lane?.indexOf(item) ?? -1;
    if (lane === undefined || index === -1) return false;
    lane.splice(index, 1);
    this.#size -= 1;
    if (lane.length === 0) this.#lanes.delete(item.lane);
    return true;
  }

  /** Takes everything out. */
  clear(): readonly Item[] {
    const all = [...this.#lanes.values()].flat();
    this.#lanes.clear();
    this.#size = 0;
    return all;
  }
}
