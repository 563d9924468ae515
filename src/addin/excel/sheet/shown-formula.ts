import { cellAddress } from "../../../facts/addresses";
import type { ShownFormula } from "../../../formulas/define/invocation";
import { rangeAt, runExcel } from "../run-excel";

/** Cells that are read in one batch. */
const cellsPerBatch = 500;

interface Question {
  readonly address: string;
  readonly answer: (shown: ShownFormula | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Reads whose result a cell shows now: the formula in it, or the one whose spill covers it; undefined where neither is there, and for an
 * address that Excel does not have. Questions of one calculation share a batch. Rejects where Excel does not say, for example while a cell is edited.
 */
export class ShownFormulas {
  #open: Question[] = [];

  at(address: string): Promise<ShownFormula | undefined> {
    return new Promise((resolve, reject) => {
      this.#open.push({ address, answer: resolve, fail: reject });
      if (this.#open.length === 1) void Promise.resolve().then(() => this.#readOpen());
    });
  }

  #readOpen(): void {
    const questions = this.#open;
    this.#open = [];
    for (let first = 0; first < questions.length; first += cellsPerBatch)
      void answerTogether(questions.slice(first, first + cellsPerBatch));
  }
}

/** What Excel says of an address that it does not have, for example on a sheet that is gone. */
const noSuchAddress: ReadonlySet<unknown> = new Set(["InvalidArgument", "InvalidReference", "ItemNotFound"]);

/** Answers all questions, in one batch where Excel has all addresses: one that it refuses fails the batch, so the halves are asked anew. */
const answerTogether = async (questions: readonly Question[]): Promise<void> => {
  try {
    const formulas = await readFormulas(questions.map(({ address }) => address));
    questions.forEach(({ answer }, index) => {
      answer(formulas[index]);
    });
  } catch (error) {
    const isRefused = noSuchAddress.has((error as { readonly code?: unknown }).code);
    const half = Math.ceil(questions.length / 2);
    if (!isRefused) for (const { fail } of questions) fail(error);
    else if (questions.length === 1) questions[0]?.answer(undefined);
    else await Promise.all([questions.slice(0, half), questions.slice(half)].map(answerTogether));
  }
};

const readFormulas = (addresses: readonly string[]): Promise<readonly (ShownFormula | undefined)[]> =>
  runExcel(
    async (context) => {
      const names = context.workbook.names.load({ name: true, formula: true });
      const what = { formulas: true, rowIndex: true, columnIndex: true, worksheet: { name: true } };
      const cells = addresses.map((address) => {
        const cell = rangeAt(context, address).getCell(0, 0);
        return [cell.load(what), cell.getSpillParentOrNullObject().load(what)] as const;
      });
      await context.sync();
      return cells.map(([cell, parent]) => shownFormula(parent.isNullObject ? cell : parent, names.items));
    },
    { delayForCellEdit: false },
  );

const shownFormula = (
  { formulas, worksheet, rowIndex, columnIndex }: Excel.Range,
  names: readonly Excel.NamedItem[],
): ShownFormula | undefined => {
  const formula: unknown = (formulas as unknown[][])[0]?.[0];
  if (typeof formula !== "string" || !formula.startsWith("=")) return undefined;
  const upper = formula.toUpperCase();
  const usesNames = names.some(({ name }) => upper.includes(name.toUpperCase()));
  // A name may use others, so that all of them count.
  const named = usesNames ? names.map((one): unknown => one.formula) : [];
  return {
    address: cellAddress(worksheet.name, rowIndex, columnIndex),
    formulas: [formula, ...named.filter((one) => typeof one === "string")],
  };
};
