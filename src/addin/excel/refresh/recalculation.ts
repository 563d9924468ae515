import { normalizeAddress } from "../../../facts/sheet-names";
import type { Clock } from "../../../engine/clock";
import type { RequestLog } from "../../../engine/requests/request-log";
import type { WorkbookSettings } from "../../../engine/state/settings";
import type { StoreName } from "../../../engine/requests/request-context";
import type { Store } from "../../../engine/store";
import type { FormulaCells, RefreshScope } from "../sheet/formula-cells";

/** `refused` says for each reason why some formulas were not recalculated. */
export interface RefreshResult {
  readonly formulas: number;
  readonly refused: readonly string[];
  /** Why no formula was recalculated at all. */
  readonly reason?: "signed-out" | "offline" | "failed" | "co-author" | "as-of";
}

/** A formula that Excel has not called within so many ms after `range.calculate()` is entered again. */
const calculateTimeout = 1_000;
/** Changes of several stores within so many ms make one recalculation (sign-in changes three). */
const batchWindow = 50;

/** The one place that makes Excel recalculate our functions. Addresses are compared in their normalized form. */
export class Recalculation {
  readonly #cells: FormulaCells;
  readonly #clock: Clock;
  /** The stores that the formula at an address has read. */
  readonly #readers = new Map<string, ReadonlySet<StoreName>>();
  /** Every store that some formula has read since the add-in began. */
  readonly #everRead = new Set<StoreName>();
  /** When an address was refreshed: its next invocations take no older answers. */
  readonly #refreshedAt = new Map<string, number>();
  /** How Excel last wrote the address of a refreshed formula. */
  readonly #spellings = new Map<string, string>();
  /** Addresses that Excel was asked to calculate and has not called yet. */
  readonly #expected = new Set<string>();
  readonly #changedStores = new Set<StoreName>();
  /** Cells have moved, so the addresses of `#readers` may be wrong. */
  #readersUnknown = false;

  constructor(cells: FormulaCells, clock: Clock) {
    this.#cells = cells;
    this.#clock = clock;
  }

  /** Call it when an invocation begins. Answers older than the time returned (ms) are too old for it. */
  entered(address: string | undefined): number | undefined {
    if (address === undefined) return undefined;
    const place = normalizeAddress(address);
    this.#expected.delete(place);
    const refreshedAt = this.#refreshedAt.get(place);
    if (refreshedAt !== undefined && address !== place) this.#spellings.set(place, address);
    return refreshedAt;
  }

  /** The address under which the request log has the formula of a refresh. */
  invokedAs(address: string): string {
    return this.#spellings.get(normalizeAddress(address)) ?? address;
  }

  /** The addresses of all formulas of the workbook. */
  formulas(): Promise<readonly string[]> {
    return this.#cells.find("workbook");
  }

  /** Call it when an invocation has ended: the request log has the stores that it read. */
  left(address: string | undefined, requestLog: Pick<RequestLog, "latestAt">): void {
    if (address === undefined) return;
    const { reads, stopped } = requestLog.latestAt(address) ?? {};
    if (reads === undefined || reads.size === 0) this.#readers.delete(address);
    else {
      this.#readers.set(address, reads);
      for (const name of reads) this.#everRead.add(name);
    }
    // Kept a while after the first invocation: a formula may have several of our functions, all part of one refresh.
    const place = normalizeAddress(address);
    const mark = this.#refreshedAt.get(place);
    if (mark === undefined) return;
    // A person has stopped it: Excel may call the function again at once, and then no call is made.
    this.#clock.after(stopped === true ? 0 : calculateTimeout, () => {
      if (this.#refreshedAt.get(place) === mark) this.#refreshedAt.delete(place);
    });
  }

  /**
   * Fetches the formulas of the scope again. `Refresh` checks the connection first. Other formulas that Excel recalculates meanwhile are
   * answered from the cache.
   */
  async refresh(scope: RefreshScope): Promise<RefreshResult> {
    const addresses = await this.#cells.find(scope);
    const now = this.#clock.now();
    for (const address of addresses) this.#refreshedAt.set(normalizeAddress(address), now);
    return { formulas: addresses.length, refused: await this.#recalculate(addresses) };
  }

  /** Calculates all formulas again, from memory where it has their answers. Returns why Excel skipped some. */
  async calculateAll(): Promise<readonly string[]> {
    return this.#recalculate(await this.#cells.find("workbook"));
  }

  /** Recalculates the formulas that have read a store whenever it changes. */
  follow(name: StoreName, store: Pick<Store<unknown>, "subscribe">): void {
    store.subscribe(() => {
      if (this.#changedStores.size === 0) this.#clock.after(batchWindow, () => void this.#recalculateReaders());
      this.#changedStores.add(name);
    });
  }

  /** Call it when cells have moved: addresses are unknown until the formulas are invoked at their new ones. */
  moved(): void {
    this.#readers.clear();
    this.#refreshedAt.clear();
    this.#readersUnknown = true;
  }

  async #recalculateReaders(): Promise<void> {
    // Also where cells have moved: what no formula has read changes none.
    const names = [...this.#changedStores].filter((name) => this.#everRead.has(name));
    this.#changedStores.clear();
    if (names.length === 0) return;
    try {
      await this.#recalculate(this.#readersUnknown ? await this.#everyFormula() : this.#readersOf(names));
    } catch {
      // A deleted sheet fails the whole batch: find the formulas that exist now. If that fails too there is no workbook left.
      await this.#everyFormula()
        .then((addresses) => this.#recalculate(addresses))
        .catch(() => undefined);
    }
  }

  #readersOf(names: readonly StoreName[]): readonly string[] {
    const touched = [...this.#readers].filter(([, reads]) => names.some((name) => reads.has(name)));
    return touched.map(([address]) => address);
  }

  /** Every formula of ours: all are answered from the cache and read their stores again. Costs Excel more, but makes no call. */
  async #everyFormula(): Promise<readonly string[]> {
    const addresses = await this.#cells.find("workbook");
    this.#readers.clear();
    this.#readersUnknown = false;
    return addresses;
  }

  async #recalculate(addresses: readonly string[]): Promise<readonly string[]> {
    if (addresses.length === 0) return [];
    for (const address of addresses) this.#expected.add(normalizeAddress(address));
    const refused = [...(await this.#cells.calculate(addresses))];
    await new Promise<void>((resolve) => void this.#clock.after(calculateTimeout, resolve));
    const silent = addresses.filter((address) => this.#expected.delete(normalizeAddress(address)));
    if (silent.length > 0) refused.push(...(await this.#cells.enterAgain(silent)).map(({ reason }) => reason));
    return [...new Set(refused)];
  }
}

const minute = 60_000;

/** Calls `refresh` as the workbook's refresh policy says. Always the whole workbook, so that a model never mixes data of different ages. */
export const followRefreshPolicy = (settings: Store<WorkbookSettings>, clock: Clock, refresh: () => void): void => {
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    cancel?.();
    const policy = settings.get().refresh;
    cancel = typeof policy === "object" ? clock.after(policy.everyMinutes * minute, again) : undefined;
  };
  const again = (): void => {
    refresh();
    plan();
  };
  settings.subscribe(plan);
  plan();
  if (settings.get().refresh === "on-open") refresh();
};
