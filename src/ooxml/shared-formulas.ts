import { movableFormula } from "./moved-formulas";
import type { StoredCell, StoredFormula } from "./sheet";

export type FormulaCell = StoredCell & { readonly formula: StoredFormula };

/**
 * The formulas of the cells of a sheet, also those that share the text of another cell. Ask for the cells in their order. A shared
 * text is read once: a small file can share a long one among very many cells.
 */
export class SharedFormulas {
  readonly #translate: (text: string, cell: FormulaCell) => string;
  readonly #groups = new Map<number, (cell: FormulaCell) => string>();

  /** @param translate from the text of the file; empty texts stay empty. Moving a formula must not change how it is translated. */
  constructor(translate: (text: string, cell: FormulaCell) => string = (text) => text) {
    this.#translate = translate;
  }

  /** Empty for a data table. */
  textOf(cell: FormulaCell): string {
    const { text, shared } = cell.formula;
    const group = shared === undefined || text !== "" ? undefined : this.#groups.get(shared);
    if (group !== undefined) return group(cell);
    if (text === "") return "";
    const own = this.#translate(text, cell);
    if (shared !== undefined) {
      let move: ((other: FormulaCell) => string) | undefined;
      this.#groups.set(shared, (other) => (move ??= this.#moved(cell, own))(other));
    }
    return own;
  }

  #moved(first: FormulaCell, translated: string): (cell: FormulaCell) => string {
    const [stored, shown] = [movableFormula(first.formula.text), movableFormula(translated)];
    const isSame = JSON.stringify(stored.references) === JSON.stringify(shown.references);
    return (cell) => {
      const [rows, columns] = [cell.row - first.row, cell.column - first.column];
      // Where a reference becomes part of a field, such as `A3.source`, each text is translated by itself.
      return isSame ? shown.move(rows, columns) : this.#translate(stored.move(rows, columns), cell);
    };
  }
}
