import { type Clock, createYieldToHost, sleep } from "../../engine/clock";
import type { ErrorCode } from "../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../engine/requests/request-log";
import type { Connection } from "../../engine/scheduler/connection";
import { createStore, type Store } from "../../engine/store";
import { normalizeAddress } from "../../formulas/addresses";
import type { CellValue, Matrix } from "../../formulas/table/matrix";
import type { FormulaCells, RefreshScope } from "./formula-cells";
import type { Recalculation, RefreshResult } from "./recalculation";

/** A formula that a refresh did not renew. */
export interface MissedFormula {
  readonly address: string;
  /** The time of the values that it shows (ms since 1970); undefined where it shows an error. */
  readonly fetchedAt: number | undefined;
  readonly reason: string;
}

/** What the last refresh did. `refused`: no cell was touched, because no call could succeed. `failed`: the add-in could not begin. */
export type RefreshReport =
  | { readonly status: "failed"; readonly message: string; readonly scope: RefreshScope }
  | {
      readonly status: "refused";
      readonly reason: "signed-out" | "offline";
      readonly formulas: readonly string[];
    }
  | {
      readonly status: "done";
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly refreshed: number;
      /** Rows that are new, gone or different, of the formulas that had a result before. */
      readonly rowsChanged: number;
      /** Refreshed formulas without an earlier result in this session. */
      readonly notCompared: number;
      /** Frozen formulas of the workbook: a refresh leaves them alone. */
      readonly frozen: number;
      readonly missed: readonly MissedFormula[];
    };

/** Milliseconds between two looks at the formulas that still run. */
const lookEvery = 250;
/** Milliseconds after which a formula that Excel has not called is not waited for. */
const silentAfter = 2_000;
/** Failures that another try may repair; after any other error the formula shows the service's answer. */
const temporary = new Set<ErrorCode>(["unavailable", "throttled", "interrupted", "signed-out"]);

interface RefreshDeps {
  readonly clock: Clock;
  readonly cells: Pick<FormulaCells, "find">;
  readonly recalculation: Pick<Recalculation, "refresh" | "invokedAs">;
  readonly requestLog: Pick<RequestLog, "latestAt">;
  readonly connection: Pick<Connection, "check">;
  /** Counts the frozen formulas of the workbook. */
  readonly frozen: () => Promise<number>;
  /** Resolves when the session and the cache of this device are open. */
  readonly ready: Promise<void>;
}

/** Fetches formulas again, never at the cost of good values, and reports what came of it. */
export class Refresh {
  readonly #report = createStore<RefreshReport | undefined>(undefined);
  readonly report: Store<RefreshReport | undefined> = this.#report;
  readonly results: RowFingerprints;
  readonly #deps: RefreshDeps;

  constructor(deps: RefreshDeps) {
    this.#deps = deps;
    this.results = new RowFingerprints(deps.clock);
  }

  /** Resolves when Excel has been asked to calculate; the report follows when all formulas have ended. Never rejects. */
  async run(scope: RefreshScope): Promise<RefreshResult> {
    try {
      return await this.#run(scope);
    } catch (error) {
      this.#report.set({ status: "failed", message: error instanceof Error ? error.message : String(error), scope });
      return { formulas: 0, refused: [], reason: "failed" };
    }
  }

  async #run(scope: RefreshScope): Promise<RefreshResult> {
    const { cells, connection, recalculation, ready } = this.#deps;
    await ready;
    const formulas = await cells.find(scope);
    const reason = formulas.length === 0 ? undefined : await connection.check();
    if (reason !== undefined) {
      this.#report.set({ status: "refused", reason, formulas });
      return { formulas: formulas.length, refused: [], reason };
    }
    if (formulas.length === 0) return { formulas: 0, refused: [] };
    this.#report.set(undefined);
    const earlier = new Map(formulas.map((address) => [address, this.#latest(address)?.id]));
    const before = await this.results.of(formulas);
    const result = await recalculation.refresh(formulas);
    void this.#follow(earlier, before, result.refused[0]);
    return result;
  }

  /** The addresses of all formulas of the workbook that call our functions. */
  formulas(): Promise<readonly string[]> {
    return this.#deps.cells.find("workbook");
  }

  dismiss(): void {
    this.#report.set(undefined);
  }

  /** The formulas of a report that still show older values than asked for. */
  stillMissed(missed: readonly MissedFormula[]): readonly MissedFormula[] {
    return missed.filter(({ address }) => {
      const entry = this.#latest(address);
      return entry === undefined || entry.status === "running" || missedReason(entry) !== undefined;
    });
  }

  #latest(address: string): RequestLogEntry | undefined {
    return this.#deps.requestLog.latestAt(this.#deps.recalculation.invokedAs(address));
  }

  async #follow(
    earlier: ReadonlyMap<string, number | undefined>,
    before: ReadonlyMap<string, Int32Array>,
    refusal: string | undefined,
  ): Promise<void> {
    const { clock } = this.#deps;
    const silentSince = clock.now();
    for (;;) {
      const latest = [...earlier].map(([address, id]) => ({ entry: this.#latest(address), id }));
      const running = latest.some(({ entry, id }) => entry?.status === "running" && entry.id !== id);
      const silent = latest.some(({ entry, id }) => entry?.id === id);
      if (!running && (!silent || clock.now() - silentSince >= silentAfter)) break;
      await sleep(clock, lookEvery);
    }
    const missed: MissedFormula[] = [];
    const refreshed: string[] = [];
    for (const [address, id] of earlier) {
      const entry = this.#latest(address);
      const reason = entry === undefined || entry.id === id ? refusal : missedReason(entry);
      if (reason !== undefined) missed.push({ address, fetchedAt: shownSince(entry), reason });
      // QUERY.PENDING is never called again; it needs no refresh.
      else if (entry !== undefined && entry.id !== id) refreshed.push(address);
    }
    const after = await this.results.of(refreshed);
    const frozen = await this.#deps.frozen().catch(() => 0);
    const changes = refreshed.map((address) => changedRows(before.get(address), after.get(address)));
    this.#report.set({
      status: "done",
      at: clock.now(),
      refreshed: refreshed.length,
      rowsChanged: changes.reduce<number>((sum, rows) => sum + (rows ?? 0), 0),
      notCompared: changes.filter((rows) => rows === undefined).length,
      frozen,
      missed,
    });
  }
}

const shownSince = (entry: RequestLogEntry | undefined): number | undefined =>
  entry === undefined || entry.error !== undefined ? undefined : entry.fetchedAt;

/** Why a formula shows older values than asked for, or an error that another try may repair; undefined otherwise. */
const missedReason = ({ source, staleReason, error }: RequestLogEntry): string | undefined => {
  if (error !== undefined) return temporary.has(error.code) ? error.message : undefined;
  return source === "stale" || source === "memory signed out" ? (staleReason ?? "") : staleReason;
};

/** How many rows differ, in any order; undefined where there is nothing to compare with. */
const changedRows = (before: Int32Array | undefined, after: Int32Array | undefined): number | undefined => {
  if (before === undefined || after === undefined) return undefined;
  const left = new Map<number, number>();
  for (const row of before) left.set(row, (left.get(row) ?? 0) + 1);
  let added = 0;
  for (const row of after) {
    const count = left.get(row) ?? 0;
    if (count === 0) added += 1;
    else left.set(row, count - 1);
  }
  return Math.max(added, before.length - (after.length - added));
};

/** A number for each row of the last result of each formula, to count changes without keeping the rows. */
class RowFingerprints {
  readonly #clock: Clock;
  readonly #rows = new Map<string, Promise<Int32Array> | Int32Array>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a result. One with many cells is read in time slices. */
  note(address: string | undefined, matrix: Matrix): void {
    if (address === undefined) return;
    const place = normalizeAddress(address);
    const pending = this.#read(matrix);
    this.#rows.set(place, pending);
    if (pending instanceof Promise)
      void pending.then((rows) => {
        if (this.#rows.get(place) === pending) this.#rows.set(place, rows);
      });
  }

  async of(addresses: readonly string[]): Promise<ReadonlyMap<string, Int32Array>> {
    const found = new Map<string, Int32Array>();
    for (const address of addresses) {
      const rows = await this.#rows.get(normalizeAddress(address));
      if (rows !== undefined) found.set(address, rows);
    }
    return found;
  }

  #read(matrix: Matrix): Promise<Int32Array> | Int32Array {
    if (matrix.length <= rowsPerSlice) return Int32Array.from(matrix, fingerprint);
    return this.#readSliced(matrix);
  }

  async #readSliced(matrix: Matrix): Promise<Int32Array> {
    const yieldToHost = createYieldToHost(this.#clock);
    const rows = new Int32Array(matrix.length);
    for (let start = 0; start < matrix.length; start += rowsPerSlice) {
      rows.set(Int32Array.from(matrix.slice(start, start + rowsPerSlice), fingerprint), start);
      await yieldToHost();
    }
    return rows;
  }
}

const rowsPerSlice = 500;

/** FNV-1a over the values of a row. */
const fingerprint = (row: readonly CellValue[]): number => {
  let hash = 0x81_1c_9d_c5;
  for (const cell of row) {
    const isError = cell instanceof Error;
    const text = typeof cell === "object" && !isError ? JSON.stringify(cell) : `${typeof cell} ${String(cell)}`;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
    hash = Math.imul(hash ^ 0x1f, 0x01_00_01_93);
  }
  return hash;
};
