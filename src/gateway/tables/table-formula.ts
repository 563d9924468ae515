import { longestFormula } from "../../facts/excel-limits";
import { AddinError } from "../../engine/http/addin-error";
import { CellError } from "../../formulas/table/matrix";
import { type Token, tokenize } from "../../ooxml/formula-tokens";

/** A formula that can be calculated without a workbook. */
export type Expression =
  | { readonly kind: "value"; readonly value: Literal }
  /** Rows of values: `{1,2;3,4}`. */
  | { readonly kind: "array"; readonly rows: readonly (readonly Literal[])[] }
  | { readonly kind: "call"; readonly name: string; readonly given: readonly Expression[] }
  | { readonly kind: "joined"; readonly parts: readonly Expression[] };

/** Null is an argument that was left out. */
export type Literal = string | number | boolean | CellError | null;

const deepestCall = 16;

/**
 * Reads a formula as Excel writes it in English: one call whose arguments are texts, numbers, TRUE, FALSE, arrays, calls
 * and texts joined by `&`. The leading `=` may be missing.
 * @throws AddinError `invalid-argument` with a sentence that names what cannot be read.
 */
export const readAddressFormula = (formula: string): Extract<Expression, { readonly kind: "call" }> => {
  if (formula.length > longestFormula)
    throw wrongFormula(`The formula has ${formula.length} characters; at most ${longestFormula} are allowed.`);
  const reader = new FormulaReader(formula.trim().replace(/^=/, ""));
  const expression = reader.read();
  if (expression.kind === "call") return expression;
  throw wrongFormula(`The formula must be a call, such as =ESG.EVENTS("EU Banks",3).`);
};

const wrongFormula = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

class FormulaReader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(formula: string) {
    this.#tokens = tokenize(formula).filter(({ kind }) => kind !== "space");
  }

  read(): Expression {
    const expression = this.#joined();
    if (this.#at < this.#tokens.length) throw this.#unexpected("an end, & or ,");
    return expression;
  }

  /** Values that are joined by `&`. */
  #joined(): Expression {
    const parts = [this.#operand()];
    while (this.#take("&")) parts.push(this.#operand());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "joined", parts };
  }

  #operand(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw wrongFormula("The formula ends too early: a value is missing at its end.");
    if (token.kind === "function") return this.#call();
    if (this.#take("{")) return { kind: "array", rows: this.#rows() };
    if (this.#take("(")) {
      const inner = this.#deeper(() => this.#joined());
      if (!this.#take(")")) throw this.#unexpected(")");
      return inner;
    }
    return { kind: "value", value: this.#literal() };
  }

  #call(): Expression {
    const name = (this.#tokens[this.#at]?.text ?? "").toUpperCase();
    this.#at += 2;
    return { kind: "call", name, given: this.#deeper(() => this.#arguments()) };
  }

  #arguments(): readonly Expression[] {
    if (this.#take(")")) return [];
    const expressions: Expression[] = [];
    for (;;) {
      const isLeftOut = this.#is(",") || this.#is(")");
      expressions.push(isLeftOut ? { kind: "value", value: null } : this.#joined());
      if (this.#take(")")) return expressions;
      if (!this.#take(",")) throw this.#unexpected(", or )");
    }
  }

  #rows(): readonly (readonly Literal[])[] {
    const rows: Literal[][] = [];
    for (let row: Literal[] = []; ;) {
      row.push(this.#literal());
      if (this.#take(",")) continue;
      rows.push(row);
      row = [];
      if (this.#take("}")) break;
      if (!this.#take(";")) throw this.#unexpected(", ; or }");
    }
    if (rows.some(({ length }) => length !== rows[0]?.length))
      throw wrongFormula("All rows of an array must have as many values as the first one.");
    return rows;
  }

  #literal(): Literal {
    const isNegative = this.#take("-");
    if (!isNegative) this.#take("+");
    const token = this.#tokens[this.#at];
    if (token?.kind === "number") {
      this.#at += 1;
      return Number(token.text) * (isNegative ? -1 : 1);
    }
    const value = token && !isNegative ? readLiteral(token) : undefined;
    if (value === undefined) throw this.#unexpected("a text, a number, TRUE, FALSE, an array or a call");
    this.#at += 1;
    return value;
  }

  /** Calls in calls, so many that no person writes them, would fill the stack. */
  #deeper<Value>(read: () => Value): Value {
    this.#depth += 1;
    if (this.#depth > deepestCall) throw wrongFormula(`Calls may stand in each other ${deepestCall} deep at most.`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #is(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === "operator" && token.text === text;
  }

  #take(text: string): boolean {
    const isNext = this.#is(text);
    if (isNext) this.#at += 1;
    return isNext;
  }

  #unexpected(allowed: string): AddinError {
    const token = this.#tokens[this.#at];
    if (token === undefined) return wrongFormula(`The formula ends where ${allowed} is expected.`);
    const text = token.text.length > 60 ? `${token.text.slice(0, 59)}…` : token.text;
    if (token.kind === "reference" || token.kind === "bracket")
      return wrongFormula(`${text} names cells, and an address has none: write the values, in braces if several.`);
    if (token.kind === "name") return wrongFormula(`${text} is a name of a workbook, and an address has none.`);
    return wrongFormula(`${text} stands where ${allowed} is expected.`);
  }
}

const readLiteral = ({ kind, text }: Token): Literal | undefined => {
  if (kind === "text") return text.slice(1, -1).replaceAll('""', '"');
  if (kind === "error") return new CellError(text);
  const upper = text.toUpperCase();
  return kind === "name" && (upper === "TRUE" || upper === "FALSE") ? upper === "TRUE" : undefined;
};
