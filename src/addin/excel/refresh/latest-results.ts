import { normalizeAddress } from "../../../facts/addresses";
import type { Answer } from "../../../formulas/table/answer-records";

/** Cells of all answers that are kept. Excel and the cache hold most of their texts too. */
const mostCells = 1_000_000;
/** Answers of one formula: of each of its functions, and of arguments that it had before. */
const mostPerFormula = 8;

const matrixSize = ({ matrix }: Answer): number => matrix.length * (matrix[0]?.length ?? 0);

/** The last answers of each formula, so that a refresh can say what it changed. The longest untouched leave where they become too many. */
export class LatestResults {
  readonly #answers = new Map<string, readonly Answer[]>();
  /** Formulas whose answers left. */
  readonly #dropped = new Set<string>();
  #cells = 0;

  note(address: string, answer: Answer): void {
    const place = normalizeAddress(address);
    const others = this.#take(place).filter(({ query }) => query !== answer.query);
    const kept = [...others, answer].slice(-mostPerFormula);
    this.#answers.set(place, kept);
    this.#dropped.delete(place);
    for (const each of kept) this.#cells += matrixSize(each);
    for (const [oldest] of this.#answers) {
      if (this.#cells <= mostCells) break;
      this.#take(oldest);
      this.#dropped.add(oldest);
    }
  }

  of(address: string): readonly Answer[] {
    return this.#answers.get(normalizeAddress(address)) ?? [];
  }

  wasDropped(address: string): boolean {
    return this.#dropped.has(normalizeAddress(address));
  }

  clear(): void {
    this.#answers.clear();
    this.#dropped.clear();
    this.#cells = 0;
  }

  #take(place: string): readonly Answer[] {
    const answers = this.#answers.get(place) ?? [];
    this.#answers.delete(place);
    for (const each of answers) this.#cells -= matrixSize(each);
    return answers;
  }
}
