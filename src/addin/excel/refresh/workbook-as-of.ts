import { normalizeAddress } from "../../../facts/sheet-names";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import type { WorkbookAsOf } from "../../../engine/state/workbook-as-of";
import type { WritableStore } from "../../../engine/store";
import type { Snapshots } from "../../../formulas/snapshots/snapshots";
import type { FormulaInput } from "../../../formulas/table/formula-result";
import type { FormulaCells } from "../sheet/formula-cells";
import type { Recalculation } from "./recalculation";
import type { LatestResults } from "./latest-results";

/** What setting the workbook to a day or snapshot would do with its formulas. */
export interface AsOfPlan {
  readonly asOf: WorkbookAsOf;
  /** How many would show values of that day. */
  readonly held: number;
  /** How many say themselves what they are as of, and keep it. */
  readonly own: number;
  /** Addresses of those that would show #N/A, because nothing was captured for them. */
  readonly missing: readonly string[];
  /** Addresses of those that were not calculated since the workbook was opened: nobody knows what they ask. */
  readonly unknown: readonly string[];
}

interface AsOfWorkbookDeps {
  readonly asOf: WritableStore<WorkbookAsOf | undefined>;
  readonly snapshots: Pick<Snapshots, "preview">;
  readonly cells: Pick<FormulaCells, "find">;
  readonly recalculation: Pick<Recalculation, "calculateAll">;
  readonly requestLog: Pick<RequestLog, "entries">;
  readonly answers: Pick<LatestResults, "of">;
}

/** Sets all formulas of the workbook to a day or snapshot, and back. Nothing here makes a call, save those of formulas that memory lacks. */
export class AsOfWorkbook {
  readonly #deps: AsOfWorkbookDeps;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(deps: AsOfWorkbookDeps) {
    this.#deps = deps;
  }

  /** Looks at all formulas and changes nothing. @throws AddinError for a text that is neither a day nor the name of a snapshot. */
  async plan(asof: string): Promise<AsOfPlan> {
    const { cells, snapshots } = this.#deps;
    const formulas = this.#known(await cells.find("workbook"));
    const known = formulas.flatMap(({ inputs }) => inputs);
    const { asOf, isHeld } = await snapshots.preview(asof, known);
    const lacking = new Set(known.filter((_, place) => isHeld[place] !== true));
    const readable = formulas.filter(({ inputs }) => inputs.length > 0);
    const missing = readable.filter(({ inputs }) => inputs.some((input) => lacking.has(input)));
    return {
      asOf,
      held: readable.length - missing.length,
      own: formulas.filter(({ isOwn }) => isOwn).length,
      missing: missing.map(({ address }) => address),
      unknown: formulas.filter(({ isUnknown }) => isUnknown).map(({ address }) => address),
    };
  }

  /** One after the other: Excel would end a calculation that has begun. @returns why Excel did not calculate some formulas. */
  set(asOf: WorkbookAsOf | undefined): Promise<readonly string[]> {
    const result = this.#underWay.then(() => {
      this.#deps.asOf.set(asOf);
      return this.#deps.recalculation.calculateAll();
    });
    this.#underWay = result.catch(() => undefined);
    return result;
  }

  #known(addresses: readonly string[]): readonly DatedFormula[] {
    const latest = new Map<string, RequestLogEntry>();
    for (const entry of this.#deps.requestLog.entries.get())
      if (entry.address !== undefined) latest.set(normalizeAddress(entry.address), entry);
    return addresses.map((address): DatedFormula => {
      const entry = latest.get(normalizeAddress(address));
      const isOwn = entry !== undefined && /\basof\b/i.test(entry.query);
      const answers = isOwn ? [] : this.#deps.answers.of(address);
      // Of each function the last: a formula keeps answers to its earlier arguments too.
      const inputs = new Map(answers.map((answer) => [answer.function, answer.input]));
      const isUnknown = !isOwn && answers.length === 0 && entry?.what.startsWith("QUERY.") !== true;
      return { address, isOwn, isUnknown, inputs: [...inputs.values()].filter((input) => input !== undefined) };
    });
  }
}

interface DatedFormula {
  readonly address: string;
  readonly isOwn: boolean;
  readonly isUnknown: boolean;
  readonly inputs: readonly FormulaInput[];
}
