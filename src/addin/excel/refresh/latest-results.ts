import { normalizeAddress } from "../../../facts/sheet-names";
import type { Calculation } from "../../../formulas/table/formula-result";

/** Cells of all answers that are kept. Excel and the cache hold most of their texts too. */
const mostResultCells = 1_000_000;
/** Answers of one formula: of each of its functions, and of arguments that it had before. */
const mostPerFormula = 8;

const resultSize = ({ result }: Calculation): number => result.height * result.width;

/** The last answers of each formula, so that a refresh can say what it changed. The longest untouched leave where they become too many. */
export class LatestResults {
  readonly #answers = new Map<string, readonly Calculation[]>();
  /** Formulas whose answers left. */
  readonly #dropped = new Set<string>();
  #cells = 0;

  note(address: string, answer: Calculation): void {
    const place = normalizeAddress(address);
    const others = this.#take(place).filter(({ query }) => query !== answer.query);
    const kept = [...others, answer].slice(-mostPerFormula);
    this.#answers.set(place, kept);
    this.#dropped.delete(place);
    for (const each of kept) this.#cells += resultSize(each);
    for (const [oldest] of this.#answers) {
      if (this.#cells <= mostResultCells) break;
      this.#take(oldest);
      this.#dropped.add(oldest);
    }
  }

  of(address: string): readonly Calculation[] {
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

  #take(place: string): readonly Calculation[] {
    const answers = this.#answers.get(place) ?? [];
    this.#answers.delete(place);
    for (const each of answers) this.#cells -= resultSize(each);
    return answers;
  }
}
