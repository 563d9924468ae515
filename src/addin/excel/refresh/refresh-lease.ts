import { settingsPrefix } from "../document-settings";
import { runExcel } from "../run-excel";

/** In the workbook while somebody refreshes it. Nobody's name: anybody who has the file can read it. */
interface Lease {
  /** A random id of one running add-in. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

const leaseSetting = `${settingsPrefix}refreshing`;
/** Milliseconds. Longer than a look at a running refresh takes, so that the lease of an Excel that crashed ends soon. */
const term = 120_000;

/**
 * Lets one of several people refresh a workbook that they edit together: the results of one reach all. Saving document settings costs
 * the undo history, so the lease is written only once a change of somebody else has been seen.
 */
export class RefreshLease {
  readonly #by: string;
  readonly #now: () => number;
  readonly #isShared: () => boolean;
  #renewedAt: number | undefined;

  /** `by` is a random id of this run of the add-in. `isShared`: whether a change of somebody else has been seen. */
  constructor(by: string, now: () => number, isShared: () => boolean) {
    this.#by = by;
    this.#now = now;
    this.#isShared = isShared;
  }

  /** Since when somebody else refreshes the workbook (ms since 1970); undefined where nobody does. */
  async heldSince(): Promise<number | undefined> {
    await reloadSettings();
    const lease = Office.context.document.settings.get(leaseSetting) as Lease | null;
    if (lease === null || lease.by === this.#by || !(lease.until > this.#now())) return undefined;
    return lease.since;
  }

  /** Call it when a refresh begins, and while it runs: the lease is renewed in time. */
  take(): void {
    const now = this.#now();
    if (!this.#isShared() || (this.#renewedAt !== undefined && now - this.#renewedAt < term / 2)) return;
    this.#renewedAt = now;
    const { settings } = Office.context.document;
    settings.set(leaseSetting, { by: this.#by, since: now, until: now + term } satisfies Lease);
    settings.saveAsync();
  }

  /** Call it when the refresh has ended. */
  release(): void {
    if (this.#renewedAt === undefined) return;
    this.#renewedAt = undefined;
    const { settings } = Office.context.document;
    settings.remove(leaseSetting);
    settings.saveAsync();
  }
}

/** The page sees settings that a co-author has saved after this only ("Coauthoring in Excel add-ins"). */
const reloadSettings = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every host has it.
    const settings: Partial<Pick<Office.Settings, "refreshAsync">> = Office.context.document.settings;
    if (settings.refreshAsync === undefined) resolve();
    else settings.refreshAsync(() => resolve());
  });

/** Calls `handler` when a co-author changes a cell. */
export const onChangeByOthers = (handler: () => void): Promise<void> =>
  runExcel(async (context) => {
    context.workbook.worksheets.onChanged.add(({ source }: { readonly source: string }) => {
      if (source === "Remote") handler();
      return Promise.resolve();
    });
    await context.sync();
  });
