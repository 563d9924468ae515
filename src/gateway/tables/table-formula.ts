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
  | { readonly kind: "joined"; readonly parts: readonly Expression[] }
  /** One operand: a sign. */
  | { readonly kind: "operation"; readonly operator: Operator; readonly operands: readonly Expression[] }
  | { readonly kind: "let"; readonly names: readonly NamedExpression[]; readonly result: Expression }
  /** A name that LET gives. */
  | { readonly kind: "name"; readonly name: string };

/** A value of LET by its name, in capitals. */
export type NamedExpression = readonly [name: string, value: Expression];

export type Operator = "+" | "-" | "*" | "/" | "^" | "=" | "<>" | "<" | ">" | "<=" | ">=";

/** Operators from the weakest to the strongest; `&` stands between comparisons and sums. */
const comparisons: readonly Operator[] = ["<=", ">=", "<>", "<", ">", "="];
const strengths: readonly (readonly Operator[])[] = [["+", "-"], ["*", "/"], ["^"]];

/** Null is an argument that was left out. */
export type Literal = string | number | boolean | CellError | null;

const deepestCall = 16;
/** Each operation stands in the next one, and many would fill the stack. */
const mostOperations = 256;

/**
 * Reads a formula as Excel writes it in English: calls whose arguments are texts, numbers, TRUE, FALSE, arrays, calls
 * and operations, and LET. The leading `=` may be missing.
 * @throws AddinError `invalid-argument` with a sentence that names what cannot be read.
 */
export const readAddressFormula = (formula: string): Expression => {
  if (formula.length > longestFormula)
    throw wrongFormula(`The formula has ${formula.length} characters; at most ${longestFormula} are allowed.`);
  const expression = new FormulaReader(formula.trim().replace(/^=/, "")).read();
  if (hasCall(expression)) return expression;
  throw wrongFormula(`The formula must be a call, such as =ESG.EVENTS("EU Banks",3).`);
};

const hasCall = (expression: Expression): boolean => {
  switch (expression.kind) {
    case "call":
      return true;
    case "joined":
      return expression.parts.some(hasCall);
    case "operation":
      return expression.operands.some(hasCall);
    case "let":
      return expression.names.some(([, value]) => hasCall(value)) || hasCall(expression.result);
    default:
      return false;
  }
};

const wrongFormula = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

class FormulaReader {
  readonly #tokens: readonly Token[];
  /** The names of LET that may be used here, in capitals. */
  readonly #names: string[] = [];
  #at = 0;
  #depth = 0;
  #operations = 0;

  constructor(formula: string) {
    this.#tokens = tokenize(formula).filter(({ kind }) => kind !== "space");
  }

  read(): Expression {
    const expression = this.#expression();
    if (this.#at < this.#tokens.length) throw this.#unexpected("an end or an operator");
    return expression;
  }

  #expression(): Expression {
    let expression = this.#joined();
    for (;;) {
      const operator = this.#takeOperator(comparisons);
      if (operator === undefined) return expression;
      expression = { kind: "operation", operator, operands: [expression, this.#joined()] };
    }
  }

  /** Values that are joined by `&`. */
  #joined(): Expression {
    const parts = [this.#operation(0)];
    while (this.#take("&")) parts.push(this.#operation(0));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "joined", parts };
  }

  /** Sums, products and powers, each made of the next. */
  #operation(strength: number): Expression {
    const operators = strengths[strength];
    if (operators === undefined) return this.#signed();
    let expression = this.#operation(strength + 1);
    for (;;) {
      const operator = this.#takeOperator(operators);
      if (operator === undefined) return expression;
      expression = { kind: "operation", operator, operands: [expression, this.#operation(strength + 1)] };
    }
  }

  #signed(): Expression {
    let [hasSign, isNegative] = [false, false];
    while (this.#is("-") || this.#is("+")) {
      if (this.#take("-")) [hasSign, isNegative] = [true, !isNegative];
      else this.#at += 1;
    }
    const operand = this.#operand();
    if (!hasSign) return operand;
    if (operand.kind === "value" && typeof operand.value === "number")
      return { kind: "value", value: isNegative ? -operand.value : operand.value };
    const negative: Expression = { kind: "operation", operator: "-", operands: [operand] };
    // Two signs turn TRUE into 1.
    return isNegative ? negative : { kind: "operation", operator: "-", operands: [negative] };
  }

  #operand(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw wrongFormula("The formula ends too early: a value is missing at its end.");
    if (token.kind === "function") return this.#call();
    if (this.#take("{")) return { kind: "array", rows: this.#rows() };
    if (this.#take("(")) {
      const inner = this.#deeper(() => this.#expression());
      if (!this.#take(")")) throw this.#unexpected(")");
      return inner;
    }
    const name = token.text.toUpperCase();
    if (token.kind === "name" && this.#names.includes(name)) {
      this.#at += 1;
      return { kind: "name", name };
    }
    return { kind: "value", value: this.#literal() };
  }

  #call(): Expression {
    const name = (this.#tokens[this.#at]?.text ?? "").toUpperCase();
    this.#at += 2;
    if (name === "LET") return this.#deeper(() => this.#let());
    return { kind: "call", name, given: this.#deeper(() => this.#arguments()) };
  }

  /** `LET(name,value,…,result)`: a name may be used in the values after it. */
  #let(): Expression {
    const names: NamedExpression[] = [];
    for (;;) {
      const [first, second] = this.#tokens.slice(this.#at, this.#at + 2);
      if (first?.kind !== "name" || second?.text !== ",") break;
      this.#at += 2;
      const value = this.#expression();
      const name = first.text.toUpperCase();
      names.push([name, value]);
      this.#names.push(name);
      if (!this.#take(",")) throw this.#unexpected(",");
    }
    const result = this.#expression();
    if (names.length === 0 || !this.#take(")"))
      throw wrongFormula("LET takes names, each with its value, and a result, such as LET(n,5,n*2).");
    this.#names.splice(-names.length);
    return { kind: "let", names, result };
  }

  #arguments(): readonly Expression[] {
    if (this.#take(")")) return [];
    const expressions: Expression[] = [];
    for (;;) {
      const isLeftOut = this.#is(",") || this.#is(")");
      expressions.push(isLeftOut ? { kind: "value", value: null } : this.#expression());
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

  #is(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === "operator" && token.text === text;
  }

  /** One of these operators; two characters may make one. */
  #takeOperator(operators: readonly Operator[]): Operator | undefined {
    const operator = operators.find((each) => Array.from(each).every((character, place) => this.#is(character, place)));
    if (operator === undefined) return undefined;
    this.#operations += 1;
    if (this.#operations > mostOperations)
      throw wrongFormula(`A formula may have ${mostOperations} operators at most.`);
    this.#at += operator.length;
    return operator;
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
