import type { CallRequest } from "./calls";
import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";

type Invoke = (request: CallRequest, preview: boolean) => unknown;

/** Calls for the preview of a formula (`isInValuePreview`). They belong to no cell. */
export class Preview {
  readonly #answers = new Map<string, unknown>();
  #active = false;

  /** True during the evaluation of a preview. */
  get active(): boolean {
    return this.#active;
  }

  begin(): void {
    this.#active = true;
    this.#answers.clear();
  }

  end(): void {
    this.#active = false;
  }

  /** The result of the call, or undefined while it is pending. */
  call(request: CallRequest, key: string, invoke: Invoke): unknown {
    if (!this.#answers.has(key)) this.#answers.set(key, invoke(request, true));
    const answer = this.#answers.get(key);
    return answer instanceof Promise ? undefined : answer;
  }

  /** Waits for all results, so that the next evaluation has them. */
  async settled(): Promise<void> {
    for (const [key, answer] of this.#answers)
      this.#answers.set(key, await Promise.resolve(answer).catch((error: unknown) => error));
  }
}

/**
 * Evaluates a formula for display only, like Excel for the selected part of a formula. Calls get `isInValuePreview`.
 */
export const previewFormula = async (book: Book, preview: Preview, formula: string): Promise<CellContent[][]> => {
  preview.begin();
  try {
    await evaluate(book, formula);
    await preview.settled();
    return await evaluate(book, formula);
  } finally {
    preview.end();
  }
};

const evaluate = async (book: Book, formula: string): Promise<CellContent[][]> => {
  const { unitId, activeSheetId } = book;
  const request = { [unitId]: { [activeSheetId]: { 0: { 0: [formula] } } } };
  const results = await book.engine.api.getFormula().executeFormulas(request);
  const value: unknown = results[unitId]?.[activeSheetId]?.[0]?.[0]?.[0]?.value;
  const rows = Array.isArray(value) ? (value as unknown[][]) : [[value]];
  return rows.map((row) => row.map(previewContent));
};

const previewContent = (value: unknown): CellContent =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : "";
