import type { Office } from "./office";

/** A formula as the examples write it: a value, an array, a reference or a call. */
export type Expression =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "reference"; readonly address: string }
  | { readonly kind: "call"; readonly name: string; readonly given: readonly Expression[] };

/** Reads the formulas of the examples: calls, texts, numbers, arrays, references. */
class Reader {
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  #take(pattern: RegExp): string | undefined {
    const match = pattern.exec(this.#rest);
    if (match === null) return undefined;
    this.#rest = this.#rest.slice(match[0].length);
    return match[0];
  }

  end(): void {
    if (this.#rest !== "") throw new Error(`cannot read ${this.#rest}`);
  }

  expression(): Expression {
    const text = this.#take(/^"(?:[^"]|"")*"/);
    if (text !== undefined) return { kind: "value", value: text.slice(1, -1).replaceAll('""', '"') };
    const number = this.#take(/^-?\d+(?:\.\d+)?/);
    if (number !== undefined) return { kind: "value", value: Number(number) };
    if (this.#take(/^\{/) !== undefined) return { kind: "value", value: this.#array() };
    const name = this.#take(/^[A-Z][A-Z0-9.]*\(/);
    if (name !== undefined) return { kind: "call", name: name.slice(0, -1), given: this.#given() };
    const address = this.#take(/^[A-Z]+\d+/);
    if (address !== undefined) return { kind: "reference", address };
    return { kind: "value", value: null };
  }

  #given(): readonly Expression[] {
    const given: Expression[] = [];
    if (this.#take(/^\)/) !== undefined) return given;
    for (;;) {
      given.push(this.expression());
      if (this.#take(/^\)/) !== undefined) return given;
      if (this.#take(/^,/) === undefined) throw new Error(`expected , or ) before ${this.#rest}`);
    }
  }

  #array(): readonly (readonly unknown[])[] {
    const rows: unknown[][] = [[]];
    for (;;) {
      const cell = this.expression();
      rows.at(-1)?.push(cell.kind === "value" ? cell.value : undefined);
      if (this.#take(/^\}/) !== undefined) return rows;
      if (this.#take(/^;/) !== undefined) rows.push([]);
      else if (this.#take(/^,/) === undefined) throw new Error(`expected , ; or } before ${this.#rest}`);
    }
  }
}

/** The expression of a formula. */
export const readFormula = (formula: string): Expression => {
  const reader = new Reader(formula.replace(/^=/, ""));
  const expression = reader.expression();
  reader.end();
  return expression;
};

/** The value of an expression as Excel calculates it: arguments first, INDEX on a result. A reference has no value. */
export const calculate = async (office: Office, expression: Expression): Promise<unknown> => {
  if (expression.kind === "value") return expression.value;
  if (expression.kind === "reference") return null;
  const values = await Promise.all(expression.given.map((given) => calculate(office, given)));
  if (expression.name !== "INDEX") {
    const parameterAddresses = expression.given.map((each) =>
      each.kind === "reference" ? `Sheet1!${each.address}` : "",
    );
    return office.runWith({ parameterAddresses }, expression.name, ...values);
  }
  const [matrix, row, column] = values as [unknown[][], number | null, number | null];
  return matrix[(row ?? 1) - 1]?.[(column ?? 1) - 1];
};
