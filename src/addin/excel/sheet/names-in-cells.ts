import { createNamespace } from "./namespace";

/** A text in quotes, a name of a sheet in quotes, or a name before a parenthesis. */
const formulaPieces = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*(?=\()/gu;
const storedPrefix = "_xldudf_";

/**
 * Finds our functions in formulas. A file has them as `_xldudf_ESG_EVENTS`. Excel shows that name, and `#NAME?`, while it does not know the
 * function (office-js #5754, #6935).
 */
export class NamesInCells {
  /** The name in cells by every spelling, in upper case. */
  readonly #inCells: ReadonlyMap<string, string>;

  /** `names` are the worksheet functions, `namespace` is what stands before their names in cells. */
  constructor(names: readonly string[], namespace: string) {
    const { nameInCells } = createNamespace(namespace, names);
    this.#inCells = new Map(
      names.flatMap((name) => {
        const inCells = nameInCells(name);
        const stored = [name, inCells].flatMap((spelling) => [
          storedPrefix + spelling,
          storedPrefix + spelling.replaceAll(".", "_"),
        ]);
        return [inCells, ...stored].map((spelling) => [spelling.toUpperCase(), inCells] as const);
      }),
    );
  }

  /** Whether a formula calls one of our functions, under whatever name. */
  isOurs(formula: unknown): formula is string {
    return (
      typeof formula === "string" &&
      formula.startsWith("=") &&
      (formula.match(formulaPieces) ?? []).some((piece) => this.#inCells.has(piece.toUpperCase()))
    );
  }

  /** The functions in cells that a formula calls, in its order. */
  callsIn(formula: string): readonly string[] {
    return (formula.match(formulaPieces) ?? []).flatMap((piece) => this.#inCells.get(piece.toUpperCase()) ?? []);
  }

  /** The formula with the names that a user types. */
  withTypedNames(formula: string): string {
    return formula.replaceAll(formulaPieces, (piece) =>
      piece.toUpperCase().startsWith(storedPrefix.toUpperCase())
        ? (this.#inCells.get(piece.toUpperCase()) ?? piece)
        : piece,
    );
  }

  /** The name in cells of one of our functions. */
  inCells(name: string): string | undefined {
    return this.#inCells.get(name.toUpperCase()) ?? this.#inCells.get(storedPrefix.toUpperCase() + name.toUpperCase());
  }

  /** The function in cells, where the formula is one call of ours and nothing else: the cell then shows what the function answers. */
  onlyCall(formula: string): string | undefined {
    const name = /^=\s*([\p{L}_][\p{L}\p{N}_.]*)\(/u.exec(formula)?.[1];
    const inCells = name === undefined ? undefined : this.#inCells.get(name.toUpperCase());
    if (inCells === undefined) return undefined;
    const bare = formula.trimEnd().replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, "");
    let depth = 0;
    for (let index = 0; index < bare.length; index += 1) {
      if (bare[index] === "(") depth += 1;
      if (bare[index] === ")") depth -= 1;
      if (bare[index] === ")" && depth === 0) return index === bare.length - 1 ? inCells : undefined;
    }
    return undefined;
  }
}
