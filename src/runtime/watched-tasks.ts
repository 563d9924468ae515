import type { Clock } from "./clock";
import type { Ledger } from "./ledger";
import type { Listings } from "./listing";
import { createStore } from "./store";
import { isOpenStatus, type Tasks } from "./tasks";

const firstGap = 5_000;
const longestGap = 60_000;
/** Tasks one look reads, the newest. */
const looked = 100;

/** What watching works with. */
export interface TaskDoors {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly listings: Listings;
  readonly usable: () => boolean;
}

/** Looks at the task listing while cells show tasks that have not ended, one look for all of them. */
export class WatchedTasks implements Tasks {
  readonly changes = createStore(0);
  readonly #doors: TaskDoors;
  readonly #watched = new Map<string, string>();
  #looking = false;

  constructor(doors: TaskDoors) {
    this.#doors = doors;
  }

  watch(id: string, status: string): void {
    if (!isOpenStatus(status)) return;
    this.#watched.set(id, status);
    if (this.#looking) return;
    this.#looking = true;
    this.#later(firstGap);
  }

  #later(gap: number): void {
    this.#doors.clock.after(gap, () => {
      const again = (): void => this.#later(Math.min(longestGap, gap * 2));
      if (this.#watched.size === 0) this.#looking = false;
      else if (this.#doors.usable()) void this.#look().then(again, again);
      else again();
    });
  }

  async #look(): Promise<void> {
    const opening = { what: "tasks", address: undefined, query: "", signal: new AbortController().signal };
    const entry = this.#doors.ledger.open({ ...opening, cache: "never", onError: "na" });
    const request = { route: "listTasks", path: {}, query: {}, fields: ["id", "status"] } as const;
    const { records } = await this.#doors.listings
      .read(request, { limit: looked }, entry.inquiry)
      .finally(() => entry.cancelled());
    const before = this.#watched.size;
    for (const { id, status } of records) {
      const known = this.#watched.get(String(id));
      if (known !== undefined && known !== status) this.#watched.delete(String(id));
    }
    if (this.#watched.size < before) this.changes.set(this.changes.get() + 1);
  }
}
