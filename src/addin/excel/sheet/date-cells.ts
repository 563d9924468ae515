import { addressSheet, withoutSheet } from "../../../facts/sheet-names";
import type { Clock } from "../../../engine/clock";
import type { PendingFormats } from "../../../formulas/table/formula-result";
import { isCellEdit, runExcel } from "../run-excel";

/** Milliseconds after the last result until cells are formatted, and between two attempts. */
const calmBeforeDates = 500;
const nextAttempt = 1_000;
/** Attempts for a result that is not in the sheet: Excel may still place it, or another formula uses it. */
const maxDateAttempts = 8;

/** A result whose dates are plain numbers. */
interface DateResult extends PendingFormats {
  readonly address: string;
  readonly attempt: number;
}

/**
 * Formats the cells of dates that are too many for formatted values, in one batch once the calculation is calm. Only cells that are General
 * get a format, so a format that the user chose stays. Nothing is written on a protected sheet or while a cell is edited.
 */
export class DateCells {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, DateResult>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call it with each result of the formula at this address. */
  show(address: string, formats: PendingFormats): void {
    this.#waiting.set(address, { ...formats, address, attempt: 1 });
    this.#plan(calmBeforeDates);
  }

  #plan(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(milliseconds, () => void this.#format());
  }

  async #format(): Promise<void> {
    const results = [...this.#waiting.values()];
    this.#waiting.clear();
    const left = await runExcel((context) => formatAll(context, results), {
      mergeUndoGroup: true,
      delayForCellEdit: false,
    }).catch((error: unknown) => (isCellEdit(error) ? results : []));
    for (const result of left) if (!this.#waiting.has(result.address)) this.#waiting.set(result.address, result);
    if (this.#waiting.size > 0) this.#plan(nextAttempt);
  }
}

/** Formats the results that are in the sheet, and returns those to try again. */
const formatAll = async (
  context: Excel.RequestContext,
  results: readonly DateResult[],
): Promise<readonly DateResult[]> => {
  const application = context.workbook.application.load({ calculationState: true });
  const named = results.map((result) => {
    const sheet = context.workbook.worksheets
      .getItemOrNullObject(addressSheet(result.address) ?? "")
      .load({ name: true });
    return { result, sheet };
  });
  await context.sync();
  if (application.calculationState !== Excel.CalculationState.done) return results;
  const placed = named
    .filter(({ sheet }) => !sheet.isNullObject)
    .map(({ result, sheet }) => ({
      result,
      protection: sheet.protection.load({ protected: true }),
      spill: sheet
        .getRange(withoutSheet(result.address))
        .getSpillingToRangeOrNullObject()
        .load({ rowCount: true, columnCount: true }),
    }));
  await context.sync();
  const open = placed.filter(({ protection }) => !protection.protected);
  const there = open.filter(({ spill, result }) => !spill.isNullObject && hasShape(spill, result));
  const parts = there.flatMap(({ spill, result }) => listDateParts(spill, result));
  for (const { range } of parts) range.load({ numberFormat: true });
  await context.sync();
  for (const part of parts) formatGeneral(part);
  await context.sync();
  return open
    .filter((one) => !there.includes(one) && one.result.attempt < maxDateAttempts)
    .map(({ result }) => ({ ...result, attempt: result.attempt + 1 }));
};

/** Whether the spill has the columns of the result. A formula around ours may show others of them. */
const hasShape = ({ rowCount, columnCount }: Excel.Range, { formats, transposed }: DateResult): boolean =>
  (transposed ? rowCount : columnCount) === formats.length;

interface DatePart {
  readonly range: Excel.Range;
  readonly format: string;
  readonly transposed: boolean;
}

/** The cells of each date column, without its header. */
const listDateParts = (spill: Excel.Range, { formats, headers, transposed }: DateResult): readonly DatePart[] =>
  formats.flatMap((format, index) => {
    const length = (transposed ? spill.columnCount : spill.rowCount) - headers;
    if (format === undefined || length < 1) return [];
    const first = transposed ? spill.getCell(index, headers) : spill.getCell(headers, index);
    const range = transposed ? first.getResizedRange(0, length - 1) : first.getResizedRange(length - 1, 0);
    return [{ range, format, transposed }];
  });

/** Formats each run of cells that are General with one write. */
const formatGeneral = ({ range, format, transposed }: DatePart): void => {
  const present = (range.numberFormat as unknown[][]).flat();
  for (let start = 0; start < present.length;) {
    let end = start;
    while (end < present.length && present[end] === "General") end += 1;
    if (end > start) {
      const first = transposed ? range.getCell(0, start) : range.getCell(start, 0);
      const run = transposed ? first.getResizedRange(0, end - start - 1) : first.getResizedRange(end - start - 1, 0);
      run.numberFormat = [[format]];
    }
    start = end + 1;
  }
};
