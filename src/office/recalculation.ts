import type { Clock } from "../runtime/clock";
import type { Ledger } from "../runtime/ledger";
import { createStore, type Store, type StoreName } from "../runtime/store";
import { plainAddress } from "./addresses";
import type { FormulaCells, RefreshScope } from "./formula-cells";

/** What a refresh did: how many formulas it asked for, and why some could not be. */
export interface RefreshOutcome {
  readonly formulas: number;
  readonly refused: readonly string[];
}

/** How long after `range.calculate()` an invocation must have come before the formula is entered again. */
const patience = 1_000;
/** Changes of several stores in one action (sign-in sets three) make one recalculation. */
const gather = 50;

/** The one owner of recalculation: nobody else makes Excel calculate our functions (house, "Recalculation has one owner"). */
export class Recalculation {
  readonly #cells: FormulaCells;
  readonly #clock: Clock;
  readonly #readers = new Map<string, ReadonlySet<StoreName>>();
  readonly #marks = new Map<string, number>();
  readonly #awaited = new Set<string>();
  readonly #changed = new Set<StoreName>();
  readonly #underWay = createStore(false);
  /** Cells moved: which of them read what is not known any more. */
  #inDoubt = false;

  constructor(cells: FormulaCells, clock: Clock) {
    this.#cells = cells;
    this.#clock = clock;
  }

  /** True while a refresh is asked for and not yet handed to Excel. */
  get underWay(): Store<boolean> {
    return this.#underWay;
  }

  /** An invocation begins at this address; answers older than the time returned do not count for it. */
  entered(address: string | undefined): number | undefined {
    if (address === undefined) return undefined;
    const place = plainAddress(address);
    this.#awaited.delete(place);
    return this.#marks.get(place);
  }

  /** An invocation ended: the ledger knows which stores it read. */
  left(address: string | undefined, ledger: Pick<Ledger, "latestAt">): void {
    if (address === undefined) return;
    const reads = ledger.latestAt(address)?.reads;
    if (reads === undefined || reads.size === 0) this.#readers.delete(address);
    else this.#readers.set(address, reads);
    // The mark outlives the first invocation: a formula may hold several of our functions, all of one refresh.
    const place = plainAddress(address);
    const mark = this.#marks.get(place);
    if (mark === undefined) return;
    this.#clock.after(patience, () => {
      if (this.#marks.get(place) === mark) this.#marks.delete(place);
    });
  }

  /** Fetches anew exactly the formulas of the scope; everything else Excel recalculates meanwhile answers from memory. */
  async refresh(scope: RefreshScope): Promise<RefreshOutcome> {
    this.#underWay.set(true);
    try {
      const addresses = await this.#cells.find(scope);
      const now = this.#clock.now();
      for (const address of addresses) this.#marks.set(plainAddress(address), now);
      return { formulas: addresses.length, refused: await this.#recalculate(addresses) };
    } finally {
      this.#underWay.set(false);
    }
  }

  /** Recalculates the cells that read a store whenever it changes. */
  follow(name: StoreName, store: Pick<Store<unknown>, "subscribe">): void {
    store.subscribe(() => {
      if (this.#changed.size === 0) this.#clock.after(gather, () => void this.#tellReaders());
      this.#changed.add(name);
    });
  }

  /** Rows, columns or sheets moved: what was known of addresses is in doubt until the formulas call from where they are now. */
  moved(): void {
    this.#readers.clear();
    this.#marks.clear();
    this.#inDoubt = true;
  }

  async #tellReaders(): Promise<void> {
    const names = [...this.#changed];
    this.#changed.clear();
    try {
      await this.#recalculate(this.#inDoubt ? await this.#everyFormula() : this.#readersOf(names));
    } catch {
      // One sheet that is gone fails the whole batch: ask for what is there now. Where that fails too there is no workbook to heal.
      await this.#everyFormula()
        .then((addresses) => this.#recalculate(addresses))
        .catch(() => undefined);
    }
  }

  #readersOf(names: readonly StoreName[]): readonly string[] {
    const touched = [...this.#readers].filter(([, reads]) => names.some((name) => reads.has(name)));
    return touched.map(([address]) => address);
  }

  /** All of ours answer from memory and say anew what they read: dearer for Excel, free of calls. */
  async #everyFormula(): Promise<readonly string[]> {
    const addresses = await this.#cells.find("workbook");
    this.#readers.clear();
    this.#inDoubt = false;
    return addresses;
  }

  async #recalculate(addresses: readonly string[]): Promise<readonly string[]> {
    if (addresses.length === 0) return [];
    for (const address of addresses) this.#awaited.add(plainAddress(address));
    const refused = [...(await this.#cells.calculate(addresses))];
    await new Promise<void>((resolve) => void this.#clock.after(patience, resolve));
    const silent = addresses.filter((address) => this.#awaited.delete(plainAddress(address)));
    if (silent.length > 0) refused.push(...(await this.#cells.enterAgain(silent)));
    return [...new Set(refused)];
  }
}
