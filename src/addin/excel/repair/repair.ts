import { type Address, cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import { normalizeAddress } from "../../../facts/sheet-names";
import { type Clock, sleep, toSteadyClock } from "../../../engine/clock";
import { AddinError } from "../../../engine/http/addin-error";
import type { RequestLog } from "../../../engine/requests/request-log";
import type { WritableStore } from "../../../engine/store";
import { office } from "../../../i18n/locales/en/office";
import { addMessages, t } from "../../../i18n/t";
import { UnseenResults, timeToShow } from "../functions/unseen-results";
import type { FormulaCells } from "../sheet/formula-cells";
import { NamesInCells } from "../sheet/names-in-cells";
import { cellsPerSync, loadInSlices } from "../sheet/load-in-slices";
import type { RepairState, UnknownName } from "./repair-state";
import { rangeAt, runExcel } from "../run-excel";
import { type Expected, isPending, type Standing, compareWithCells, userAddress } from "./compare-cells";

addMessages("en", office);

export interface RepairDeps {
  readonly clock: Clock;
  readonly state: WritableStore<RepairState>;
  readonly cells: Pick<FormulaCells, "calculate" | "enterAgain">;
  readonly requestLog: Pick<RequestLog, "entries">;
  /** The worksheet functions, and what stands before their names in cells. */
  readonly names: readonly string[];
  readonly namespace: string;
}

const hour = 3_600_000;
/** Attempts for one cell within an hour. */
const mostTries = 3;
/** Milliseconds until the next look: after Excel refused one, and while cells do not show their results. */
const afterRefusal = 5_000;
const whileFailed = 30_000;
/** After so many refusals in a row, ten minutes, the next result has to ask for a look. */
const mostRefusals = 120;
const mostListedRepairs = 100;

/**
 * Compares what cells show with what was given to Excel for them, and repairs the difference: calculates the cell, then enters its formula
 * again, then tells the user. Makes no call to the service, touches nothing while a cell is edited, and tries a cell three times an hour.
 */
export class Repair {
  readonly #state: WritableStore<RepairState>;
  /** What was given to Excel and not seen yet. */
  readonly unseen: UnseenResults;
  readonly #deps: RepairDeps;
  readonly #names: NamesInCells;
  /** When a cell was last tried, by address. */
  readonly #tries = new Map<string, readonly number[]>();
  /** The attempts for the present difference of a cell, and what Excel said. */
  readonly #attempts = new Map<string, { readonly count: number; readonly reason: string | undefined }>();
  /** Cells that wait for an earlier run of the add-in. */
  readonly #abandoned = new Set<string>();
  /** Formulas with an unknown name that did not change by being entered. They are not offered again. */
  readonly #hopeless = new Set<string>();
  readonly #dismissed = new Set<string>();
  #running: Promise<unknown> = Promise.resolve();
  #refusals = 0;
  /** The one planned look, by the steady clock. */
  #nextLook: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(deps: RepairDeps) {
    this.#deps = deps;
    this.#state = deps.state;
    this.unseen = new UnseenResults(toSteadyClock(deps.clock), () => this.#lookAfter(timeToShow));
    this.#names = new NamesInCells(deps.names, deps.namespace);
  }

  /** Looks at the cells whose results are due, and repairs. Never rejects. */
  look(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#lookAndRepair();
        this.#refusals = 0;
      } catch {
        // A cell is edited, or Excel is busy.
        this.#refusals += 1;
        if (this.#refusals < mostRefusals) this.#lookAfter(afterRefusal);
      }
    });
  }

  /**
   * Reads all formulas of ours: repairs those that wait for an earlier run of the add-in, and lists those with unknown names.
   * @returns the number of formulas
   * @throws what Excel says where the workbook cannot be read
   */
  scan(): Promise<number> {
    return this.#inTurn(async () => {
      const found = await runExcel((context) => this.#read(context));
      const running = this.#runningAddresses();
      for (const { address, value } of found) {
        const place = normalizeAddress(address);
        if (isPending(value) && !running.has(place) && !this.unseen.has(place)) this.#abandoned.add(place);
      }
      const unknownNames = found.flatMap(({ address, formula, value }): UnknownName[] => {
        const repaired = this.#names.withTypedNames(formula);
        const isUnknown = (repaired !== formula || value === "#NAME?") && !this.#hopeless.has(`${address} ${formula}`);
        return isUnknown ? [{ address, formula, repaired }] : [];
      });
      this.#change({ unknownNames });
      // A cell that was entered just now may have no request yet.
      if (this.#abandoned.size > 0) this.#lookAfter(timeToShow);
      return found.length;
    });
  }

  /** Like `scan` at the start of the add-in: names that Excel is still learning are not told. Never rejects. */
  async scanAtStart(): Promise<void> {
    const tryScan = (): Promise<number> => this.scan().catch(() => 0);
    await tryScan();
    if (this.#state.get().unknownNames.length === 0) return;
    this.#change({ unknownNames: [] });
    this.#deps.clock.after(afterRefusal, () => void tryScan());
  }

  /**
   * Enters the listed formulas with the names that a user types, as one step of undo.
   * @returns why some were left alone
   */
  putNamesRight(): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const listed = this.#state.get().unknownNames;
      const { refused, entered } = await runExcel((context) => enterRepairedFormulas(context, listed), {
        mergeUndoGroup: true,
      });
      await sleep(this.#deps.clock, timeToShow);
      const still = await runExcel((context) => addressesShowing(context, entered, "#NAME?"));
      for (const { address, repaired } of entered) if (still.has(address)) this.#hopeless.add(`${address} ${repaired}`);
      const at = this.#deps.clock.now();
      const good = entered.filter(({ address }) => !still.has(address)).map(({ address }) => ({ address, at }));
      const done = new Set(entered.map(({ address }) => address));
      this.#change({
        unknownNames: listed.filter(({ address }) => !done.has(address)),
        repaired: withLatest(this.#state.get().repaired, good),
        failed: [
          ...this.#state.get().failed,
          ...[...still].map((address) => ({ address, kind: "unknown-name" as const, reason: undefined })),
        ],
      });
      return refused;
    });
  }

  /** Looks at all formulas because the user asks. @returns their number @throws what Excel says */
  async check(): Promise<number> {
    const count = await this.scan();
    await this.look();
    return count;
  }

  /** Repairs the cells again that could not be repaired. */
  async tryAgain(): Promise<void> {
    for (const { address } of this.#state.get().failed) {
      this.#attempts.delete(normalizeAddress(address));
      this.#tries.delete(normalizeAddress(address));
    }
    this.#hopeless.clear();
    this.#change({ failed: this.#state.get().failed.filter(({ kind }) => kind === "not-shown") });
    await this.scan().catch(() => 0);
    await this.look();
  }

  /** Forgets what the pane tells now. A cell that fails again later is told again. */
  dismiss(): void {
    for (const { address } of this.#state.get().failed) this.#dismissed.add(normalizeAddress(address));
    this.#change({ failed: [], interrupted: [], unknownNames: [] });
  }

  /** Call it when the results were cleared because cells have moved: those that are not shown are found by another scan. */
  moved(): void {
    this.#abandoned.clear();
    this.#deps.clock.after(afterRefusal, () => void this.scan().catch(() => undefined));
  }

  /** Plans a look, unless an earlier one is planned: looks that plan looks would otherwise grow in number. */
  #lookAfter(milliseconds: number): void {
    const clock = toSteadyClock(this.#deps.clock);
    const at = clock.now() + milliseconds;
    if (this.#nextLook !== undefined && this.#nextLook.at <= at) return;
    this.#nextLook?.cancel();
    const cancel = clock.after(milliseconds, () => {
      this.#nextLook = undefined;
      void this.look();
    });
    this.#nextLook = { at, cancel };
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const next = this.#running.then(work);
    this.#running = next.catch(() => undefined);
    return next;
  }

  async #lookAndRepair(): Promise<void> {
    const { unseen } = this;
    // The system time may be set meanwhile.
    const clock = toSteadyClock(this.#deps.clock);
    const running = this.#runningAddresses();
    const expected = this.#expected().filter(({ address }) => !running.has(address));
    const standings =
      expected.length === 0
        ? new Map<string, Standing>()
        : await runExcel(
            (context) => compareWithCells(context, expected, { names: this.#names, isRunning: running.size > 0 }),
            {
              delayForCellEdit: false,
            },
          );
    // While Excel was asked, another formula may have been entered: what its cell shows is not what these results are for.
    const runningNow = this.#runningAddresses();
    const still = expected.filter((one) => !runningNow.has(one.address) && unseen.isLatest(one));
    const wrong = still.filter(({ address }) => standings.get(address) === "not-shown");
    this.#settle(still.filter(({ address }) => ["shown", "gone"].includes(standings.get(address) ?? "gone")));
    const since = clock.now() - hour;
    const steps = { calculate: [] as string[], enter: [] as string[] };
    const failed: string[] = [];
    for (const { address } of wrong) {
      const tries = (this.#tries.get(address) ?? []).filter((at) => at > since);
      const { count = 0 } = this.#attempts.get(address) ?? {};
      if (count >= 2 || tries.length >= mostTries) failed.push(address);
      else {
        steps[count === 0 ? "calculate" : "enter"].push(address);
        this.#tries.set(address, [...tries, clock.now()]);
      }
    }
    this.#report(failed);
    unseen.endRepair(failed);
    await this.#repair(steps);
    if (steps.calculate.length + steps.enter.length > 0 || unseen.hasOthers(failed)) this.#lookAfter(timeToShow);
    else if (failed.length > 0) this.#lookAfter(whileFailed);
  }

  async #repair({ calculate, enter }: { readonly calculate: readonly string[]; readonly enter: readonly string[] }) {
    const { unseen } = this;
    const { cells } = this.#deps;
    unseen.startRepair([...calculate, ...enter]);
    if (calculate.length > 0) await cells.calculate(calculate);
    const skipped = enter.length > 0 ? await cells.enterAgain(enter) : [];
    const reasons = new Map(skipped.map(({ address, reason }) => [address, reason]));
    for (const address of calculate) this.#attempts.set(address, { count: 1, reason: undefined });
    for (const address of enter) this.#attempts.set(address, { count: 2, reason: reasons.get(address) });
  }

  #expected(): readonly Expected[] {
    const due = this.unseen.due().map((results) => ({ address: results[0]?.address ?? "", results }));
    const abandoned = [...this.#abandoned].filter((address) => !this.unseen.has(address));
    return [...due, ...abandoned.map((address) => ({ address, results: [] }))];
  }

  /** These cells show their results, or are gone. */
  #settle(expected: readonly Expected[]): void {
    const at = this.#deps.clock.now();
    const repaired: { readonly address: string; readonly at: number }[] = [];
    const interrupted: string[] = [];
    for (const { address, results } of expected) {
      const last = results.at(-1)?.result;
      if (this.#abandoned.delete(address) && last instanceof AddinError && last.code === "interrupted")
        interrupted.push(userAddress(address));
      else if (this.#attempts.has(address)) repaired.push({ address: userAddress(address), at });
      this.#forget(address);
    }
    const settled = new Set(expected.map(({ address }) => address));
    const state = this.#state.get();
    const failed = state.failed.filter(({ address }) => !settled.has(normalizeAddress(address)));
    const waiting = state.interrupted.filter((address) => !settled.has(normalizeAddress(address)));
    if (
      repaired.length + interrupted.length === 0 &&
      failed.length === state.failed.length &&
      waiting.length === state.interrupted.length
    )
      return;
    this.#change({
      repaired: withLatest(state.repaired, repaired),
      failed,
      interrupted: [...waiting, ...interrupted],
    });
  }

  #forget(address: string): void {
    this.#attempts.delete(address);
    this.#dismissed.delete(address);
    this.unseen.forget(address);
  }

  #report(addresses: readonly string[]): void {
    const told = new Set(this.#state.get().failed.map(({ address }) => normalizeAddress(address)));
    const added = addresses.filter((address) => !told.has(address) && !this.#dismissed.has(address));
    if (added.length === 0) return;
    const failed = added.map((address) => ({
      address: userAddress(address),
      kind: "not-shown" as const,
      reason: this.#attempts.get(address)?.reason,
    }));
    this.#change({ failed: [...this.#state.get().failed, ...failed] });
  }

  #change(changes: Partial<RepairState>): void {
    this.#state.set({ ...this.#state.get(), ...changes });
  }

  #runningAddresses(): ReadonlySet<string> {
    const running = this.#deps.requestLog.entries.get().filter(({ status }) => status === "running");
    return new Set(running.flatMap(({ address }) => (address === undefined ? [] : [normalizeAddress(address)])));
  }

  /** Every formula of ours, also under an unknown name, with what its cell shows. */
  async #read(context: Excel.RequestContext): Promise<readonly ShownFormula[]> {
    const found: ShownFormula[] = [];
    for (const area of await usedAreas(context)) {
      const range = rangeAt(context, formatAddress(area)).load({ formulas: true });
      await context.sync();
      const places: { readonly address: string; readonly formula: string; readonly area: Address }[] = [];
      (range.formulas as unknown[][]).forEach((row, rowIndex) => {
        row.forEach((formula, columnIndex) => {
          if (!this.#names.isOurs(formula)) return;
          const address = cellAddress(area.sheet, area.startRow + rowIndex, area.startColumn + columnIndex);
          const cell = parseAddress(address);
          if (cell !== undefined) places.push({ address, formula, area: cell });
        });
      });
      const values = await loadInSlices(context, places, ({ address }) =>
        rangeAt(context, address).load({ values: true }),
      );
      places.forEach(({ address, formula }, index) =>
        found.push({ address, formula, value: (values[index]?.values as unknown[][])[0]?.[0] }),
      );
    }
    return found;
  }
}

/** One entry a cell. */
const withLatest = (earlier: RepairState["repaired"], latest: RepairState["repaired"]): RepairState["repaired"] => {
  const repeated = new Set(latest.map(({ address }) => address));
  return [...latest, ...earlier.filter(({ address }) => !repeated.has(address))].slice(0, mostListedRepairs);
};

interface ShownFormula {
  readonly address: string;
  readonly formula: string;
  readonly value: unknown;
}

/** The used areas of all sheets, in slices of rows that Excel can answer at once. */
const usedAreas = async (context: Excel.RequestContext): Promise<readonly Address[]> => {
  const sheets = context.workbook.worksheets.load({ name: true });
  await context.sync();
  const used = sheets.items.map((sheet) => ({
    sheet: sheet.name,
    range: sheet
      .getUsedRangeOrNullObject()
      .load({ rowIndex: true, columnIndex: true, rowCount: true, columnCount: true }),
  }));
  await context.sync();
  return used.flatMap(({ sheet, range }) => {
    if (range.isNullObject) return [];
    const { rowIndex, columnIndex, rowCount, columnCount } = range;
    const rows = Math.max(1, Math.floor(cellsPerSync / columnCount));
    return Array.from({ length: Math.ceil(rowCount / rows) }, (_, slice) => ({
      sheet,
      startRow: rowIndex + slice * rows,
      endRow: rowIndex + Math.min(rowCount, (slice + 1) * rows) - 1,
      startColumn: columnIndex,
      endColumn: columnIndex + columnCount - 1,
    }));
  });
};

/** Enters each formula that still stands as listed. */
const enterRepairedFormulas = async (
  context: Excel.RequestContext,
  listed: readonly UnknownName[],
): Promise<{ readonly entered: readonly UnknownName[]; readonly refused: readonly string[] }> => {
  const cells = listed.map((name) => {
    const range = rangeAt(context, name.address).load({ formulas: true });
    return { name, range, sheet: range.worksheet.load({ name: true, protection: { protected: true } }) };
  });
  await context.sync();
  const standing = cells.filter(({ name, range }) => (range.formulas as unknown[][])[0]?.[0] === name.formula);
  const open = standing.filter(({ sheet }) => !sheet.protection.protected);
  for (const { name, range } of open) range.formulas = [[name.repaired]];
  await context.sync();
  const closed = new Set(standing.filter(({ sheet }) => sheet.protection.protected).map(({ sheet }) => sheet.name));
  return {
    entered: open.map(({ name }) => name),
    refused: [...closed].map((sheet) => t("office.protectedSheet", { sheet })),
  };
};

const addressesShowing = async (
  context: Excel.RequestContext,
  entered: readonly UnknownName[],
  value: string,
): Promise<ReadonlySet<string>> => {
  const ranges = entered.map(({ address }) => rangeAt(context, address).load({ values: true }));
  await context.sync();
  return new Set(
    entered
      .filter((_, index) => (ranges[index]?.values as unknown[][])[0]?.[0] === value)
      .map(({ address }) => address),
  );
};
