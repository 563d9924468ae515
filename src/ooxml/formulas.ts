import { type Token, tokenize } from "./formula-tokens";
import { laterFunctions, reducingFunctions, scalarFunctions, worksheetFunctions } from "./file-functions";

/** What the translation of formulas needs to know of the workbook. */
export interface FormulaNames {
  /** Custom functions as they are typed, for example `ESG.EVENTS`. */
  readonly custom: readonly string[];
  /** Names of the workbook in lower case. One of them may look like a field of a cell: `FY21.Sales`. */
  readonly workbookNames?: ReadonlySet<string>;
}

const join = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");

const isOperator = (token: Token | undefined, text: string): boolean =>
  token?.kind === "operator" && token.text === text;

/** For each opening parenthesis the index after the one that closes it, or the end. */
const closings = (tokens: readonly Token[]): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, index) => {
    if (isOperator(token, "(")) open.push(index);
    const start = isOperator(token, ")") ? open.pop() : undefined;
    if (start !== undefined) ends.set(start, index + 1);
  });
  for (const start of open) ends.set(start, tokens.length);
  return ends;
};

/** The index after the operand that starts at `start`: a reference, range, name, call or parenthesis, with its `#`. */
const afterOperand = (tokens: readonly Token[], start: number, ends: ReadonlyMap<number, number>): number => {
  for (let at = start; ; at += 1) {
    if (tokens[at]?.kind === "function") at += 1;
    at = ends.get(at) ?? at + 1;
    while (tokens[at]?.kind === "bracket") at += 1;
    while (isOperator(tokens[at], "#")) at += 1;
    if (!isOperator(tokens[at], ":")) return at;
  }
};

/** An argument of a call: its tokens, and the first one that is no space. */
interface CallArgument {
  readonly start: number;
  end: number;
  first?: Token;
  /** How many of its tokens are no spaces. */
  count: number;
}

/** The arguments of each call by the index of its parenthesis, in one pass. */
const callArguments = (tokens: readonly Token[]): ReadonlyMap<number, readonly CallArgument[]> => {
  const calls = new Map<number, CallArgument[]>();
  const open: CallArgument[][] = [];
  const begin = (start: number): CallArgument => ({ start, end: tokens.length, count: 0 });
  tokens.forEach((token, index) => {
    const current = open.at(-1)?.at(-1);
    if (isOperator(token, ")") || isOperator(token, "}")) {
      open.pop();
      if (current !== undefined) current.end = index;
      const outer = open.at(-1)?.at(-1);
      if (outer !== undefined) outer.count += 1;
    } else if (current !== undefined && isOperator(token, ",")) {
      current.end = index;
      open.at(-1)?.push(begin(index + 1));
    } else if (current !== undefined && token.kind !== "space") {
      current.first ??= token;
      current.count += 1;
    }
    if (!isOperator(token, "(") && !isOperator(token, "{")) return;
    const list = [begin(index + 1)];
    open.push(list);
    calls.set(index, list);
  });
  return calls;
};

/** The names that LET and LAMBDA declare, in lower case. */
const declaredNames = (tokens: readonly Token[]): ReadonlySet<string> => {
  const names = new Set<string>();
  const isDeclaring = ({ kind, text }: Token): boolean => kind === "function" && /^(?:let|lambda)$/i.test(text);
  if (!tokens.some(isDeclaring)) return names;
  const calls = callArguments(tokens);
  tokens.forEach((token, index) => {
    if (!isDeclaring(token)) return;
    const isLambda = token.text.toUpperCase() === "LAMBDA";
    (calls.get(index + 1) ?? []).slice(0, -1).forEach(({ first, count }, number) => {
      if (count !== 1 || first === undefined || (!isLambda && number % 2 === 1)) return;
      if (first.kind === "bracket") names.add(first.text.slice(1, -1).toLowerCase());
      else if (first.kind === "name") names.add(first.text.toLowerCase());
    });
  });
  return names;
};

/** `_xldudf_ESG_EVENTS` for `ESG.EVENTS`: the name of a custom function in a file. */
export const toFileName = (name: string): string => `_xldudf_${name.replaceAll(".", "_")}`;

const functionInFile = (name: string, custom: ReadonlySet<string>): string => {
  const upper = name.toUpperCase();
  if (custom.has(upper)) return toFileName(upper);
  if (worksheetFunctions.has(upper)) return `_xlfn._xlws.${upper}`;
  return laterFunctions.has(upper) ? `_xlfn.${upper}` : name;
};

/** Whether `at` is a name's place where `#` or `@` may have its operand. */
const isOperand = (token: Token | undefined): boolean => token?.kind === "reference" || token?.kind === "name";

const wrapInCall = (name: string, operand: readonly Token[]): Token[] => [
  { kind: "function", text: name },
  { kind: "operator", text: "(" },
  ...operand,
  { kind: "operator", text: ")" },
];

/** `A3#` becomes `_xlfn.ANCHORARRAY(A3)`, `@x` becomes `_xlfn.SINGLE(x)`. */
const operatorsToCalls = (tokens: readonly Token[]): Token[] => {
  const result: Token[] = [];
  const ends = closings(tokens);
  /** How many calls end before the token at an index. */
  const closing = new Map<number, number>();
  for (let at = 0; at <= tokens.length; at += 1) {
    for (let count = closing.get(at) ?? 0; count > 0; count -= 1) result.push({ kind: "operator", text: ")" });
    const token = tokens[at];
    if (token === undefined) break;
    if (isOperator(token, "@")) {
      result.push({ kind: "function", text: "_xlfn.SINGLE" }, { kind: "operator", text: "(" });
      const end = Math.min(afterOperand(tokens, at + 1, ends), tokens.length);
      closing.set(end, (closing.get(end) ?? 0) + 1);
    } else if (isOperand(token) && isOperator(tokens[at + 1], "#")) {
      result.push(...wrapInCall("_xlfn.ANCHORARRAY", [token]));
      at += 1;
      for (let count = closing.get(at) ?? 0; count > 0; count -= 1) result.push({ kind: "operator", text: ")" });
    } else result.push(token);
  }
  return result;
};

const fieldOfCell = /^((?:.*!)?\$?[a-z]{1,3}\$?[1-9]\d{0,6})\.([\p{L}_][\p{L}\p{N}_]*)$/iu;

/** `A3.source` becomes `_FV(A3,"source")`. */
const fieldsToCalls = (tokens: readonly Token[], defined: ReadonlySet<string>): readonly Token[] =>
  tokens.flatMap((token) => {
    const isField = token.kind === "name" && token.text.includes(".") && !defined.has(token.text.toLowerCase());
    const [, cell, field] = isField ? (fieldOfCell.exec(token.text) ?? []) : [];
    if (cell === undefined || field === undefined) return [token];
    const text: Token = { kind: "text", text: `"${field}"` };
    return wrapInCall("_FV", [{ kind: "reference", text: cell }, { kind: "operator", text: "," }, text]);
  });

/** `_FV(A3,"source")` becomes `A3.source`; a field whose name has other characters stays a call of FIELDVALUE. */
const callsToFields = (tokens: readonly Token[]): readonly Token[] => {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [name, , cell, , field, close] = tokens.slice(at, at + 6);
    const isField = name?.kind === "function" && name.text.toUpperCase() === "_FV";
    const reference = `${cell?.text ?? ""}.${field?.text.slice(1, -1) ?? ""}`;
    if (isField && cell?.kind === "reference" && isOperator(close, ")") && fieldOfCell.test(reference)) {
      result.push({ kind: "name", text: reference });
      at += 5;
    } else if (name !== undefined) result.push(isField ? { ...name, text: "FIELDVALUE" } : name);
  }
  return result;
};

/** `Sales[@Amount]` becomes `Sales[[#This Row],[Amount]]`. */
const thisRow = (text: string): string => {
  const match = /^\[@(?:\[(.*)\]|([^[\]]*))\]$/su.exec(text);
  if (match === null) return text;
  const column = match[1] ?? match[2] ?? "";
  return column === "" ? "[#This Row]" : `[[#This Row],[${column}]]`;
};

/** A formula as files store it, from one as it is typed. Neither has the leading `=`. */
export const toFileFormula = (formula: string, names: FormulaNames): string => {
  const tokens = tokenize(formula);
  const declared = declaredNames(tokens);
  const custom = new Set(names.custom.map((name) => name.toUpperCase()));
  const renamed = tokens.map((token): Token => {
    const { kind, text } = token;
    if (kind === "bracket") {
      const inner = text.slice(1, -1);
      if (declared.has(inner.toLowerCase())) return { kind: "name", text: `_xlop.${inner}` };
      return { kind, text: thisRow(text) };
    }
    if ((kind === "name" || kind === "function") && declared.has(text.toLowerCase()))
      return { kind, text: `_xlpm.${text}` };
    return kind === "function" ? { kind, text: functionInFile(text, custom) } : token;
  });
  return join(operatorsToCalls(fieldsToCalls(renamed, names.workbookNames ?? new Set())));
};

const filePrefixes = /^(?:_xlfn\.|_xlws\.|_xludf\.|_xlpm\.|_xleta\.)+/i;

const isCallTo = (token: Token | undefined, name: string): boolean =>
  token?.kind === "function" && token.text.toLowerCase() === name;

/** Whether the tokens from `start` to `end` are one operand, to which `#` and `@` apply without parentheses. */
const isOneOperand = (
  tokens: readonly Token[],
  { start, end }: { readonly start: number; readonly end: number },
  ends: ReadonlyMap<number, number>,
): boolean => {
  // `@` begins no operand.
  if (isCallTo(tokens[start], "_xlfn.single")) return false;
  return start < end && afterOperand(tokens, start, ends) === end;
};

/** `_xlfn.ANCHORARRAY(A3)` becomes `A3#`, `_xlfn.SINGLE(x)` becomes `@x`. */
const callsToOperators = (tokens: readonly Token[]): Token[] => {
  const result: Token[] = [];
  const ends = closings(tokens);
  /** What the parenthesis at an index becomes. */
  const closing = new Map<number, readonly Token[]>();
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = ends.get(at + 1);
    const isSingle = isCallTo(token, "_xlfn.single");
    if (end === undefined || !(isSingle || isCallTo(token, "_xlfn.anchorarray"))) {
      result.push(...(closing.get(at) ?? [token]));
      continue;
    }
    const isOne = isOneOperand(tokens, { start: at + 2, end: end - 1 }, ends);
    if (isSingle) result.push({ kind: "operator", text: "@" });
    if (!isOne) result.push({ kind: "operator", text: "(" });
    const after: Token[] = isOne ? [] : [{ kind: "operator", text: ")" }];
    if (!isSingle) after.push({ kind: "operator", text: "#" });
    if (isOperator(tokens[end - 1], ")")) closing.set(end - 1, after);
    at += 1;
  }
  return result;
};

/** A formula as it is typed, from one as files store it. */
export const fromFileFormula = (formula: string, names: FormulaNames): string => {
  if (!/_xl|_FV\(/i.test(formula)) return formula;
  const custom = new Map(names.custom.map((name) => [toFileName(name).toUpperCase(), name.toUpperCase()]));
  const tokens = callsToOperators(callsToFields(tokenize(formula))).map((token): Token => {
    const { kind, text } = token;
    if (kind !== "function" && kind !== "name") return token;
    const optional = /^_xlop\.(.*)$/i.exec(text);
    if (optional !== null) return { kind, text: `[${optional[1] ?? ""}]` };
    return { kind, text: custom.get(text.toUpperCase()) ?? text.replace(filePrefixes, "") };
  });
  return join(tokens);
};

/**
 * Replaces the names of called functions. `change` gets them as the formula has them, with all that stands before, for example
 * `_xldudf_ESG_EVENTS` or `[1]!ESG.EVENTS`, and `#REF!` where a program has lost the name.
 */
export const mapCalls = (formula: string, change: (name: string) => string): string => {
  const tokens = tokenize(formula);
  return tokens
    .map(({ kind, text }, index) =>
      kind === "function" || (text === "#REF!" && isOperator(tokens[index + 1], "(")) ? change(text) : text,
    )
    .join("");
};

const isRangeToken = ({ kind, text }: Token): boolean =>
  kind === "reference" && text.slice(text.lastIndexOf("!") + 1).includes(":");

/** Whether a token, wherever it stands, may make a formula an array. */
const makesArray = (token: Token): boolean =>
  token.kind === "bracket" ||
  (token.kind === "name" && !/^(true|false)$/i.test(token.text)) ||
  ["{", "#", "@"].some((sign) => isOperator(token, sign));

/** Whether the range at `index` is a whole argument. */
const isArgument = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index];
  const width = token !== undefined && isRangeToken(token) ? 1 : 2;
  const [before, after] = [tokens[index - width], tokens[index + width]];
  return (isOperator(before, "(") || isOperator(before, ",")) && (isOperator(after, ")") || isOperator(after, ","));
};

/**
 * Whether a formula may return more than one cell, so that files store it as a dynamic array. In other cells Excel
 * would show `@` before what returns an array.
 */
export const mayBeArray = (formula: string): boolean => {
  const tokens = tokenize(formula).filter(({ kind }) => kind !== "space");
  const callers: string[] = [];
  return tokens.some((token, index) => {
    if (token.kind === "function") return !scalarFunctions.has(token.text.toUpperCase());
    if (isOperator(token, "(")) {
      const before = tokens[index - 1];
      callers.push(before?.kind === "function" ? before.text.toUpperCase() : "");
    }
    if (isOperator(token, ")")) callers.pop();
    if (makesArray(token)) return true;
    if (!isRangeToken(token) && !isOperator(token, ":")) return false;
    return !(isArgument(tokens, index) && reducingFunctions.has(callers.at(-1) ?? ""));
  });
};

/** The custom function of a formula that is one call of it and calls no other custom function. */
export const onlyCall = (formula: string, { custom }: FormulaNames): string | undefined => {
  const names = new Set(custom.map((name) => name.toUpperCase()));
  // Most formulas begin with something else, which is seen without reading them.
  if (!names.has(formula.slice(0, Math.max(formula.indexOf("("), 0)).toUpperCase())) return undefined;
  const tokens = tokenize(formula);
  const calls = tokens.filter(({ kind, text }) => kind === "function" && names.has(text.toUpperCase()));
  return calls.length === 1 && calls[0] === tokens[0] && closings(tokens).get(1) === tokens.length
    ? calls[0]?.text.toUpperCase()
    : undefined;
};

/** The text of the first argument, if the formula is nothing but one call of the function. */
export const findArgument = (formula: string, name: string): string | undefined => {
  const tokens = tokenize(formula.trim());
  const [call] = tokens;
  if (call?.kind !== "function" || call.text.toUpperCase() !== name || closings(tokens).get(1) !== tokens.length)
    return undefined;
  const [first] = callArguments(tokens).get(1) ?? [];
  const text = first === undefined ? "" : join(tokens.slice(first.start, first.end)).trim();
  return text === "" ? undefined : text;
};

/** Whether a formula is nothing but a range. */
export const isRange = (formula: string): boolean => {
  const tokens = formula.length > 300 ? [] : tokenize(formula);
  const [first, colon, second] = tokens;
  if (tokens.length === 1) return first !== undefined && isRangeToken(first);
  return tokens.length === 3 && first?.kind === "reference" && isOperator(colon, ":") && second?.kind === "reference";
};

/**
 * Replaces the references of a formula, such as `'My sheet'!$A$1`, `B2:C9` and `C:C`. With `changeSpill`, what it returns for the operand of a
 * reference to a spill (`A3#`, `Prices#`) replaces the reference with its `#`.
 */
export const mapReferences = (
  formula: string,
  change: (reference: string) => string,
  changeSpill?: (operand: string) => string,
): string => {
  const tokens = tokenize(formula);
  let result = "";
  for (let at = 0; at < tokens.length;) {
    const first = tokens[at];
    const isSpill = changeSpill !== undefined && isOperand(first) && isOperator(tokens[at + 1], "#");
    const { text, isReference, length } = pieceAt(tokens, at);
    result += isSpill ? changeSpill(first?.text ?? "") : isReference ? change(text) : text;
    at += isSpill ? 2 : length;
  }
  return result;
};

/** A token of a formula, or the three of a range. */
export interface FormulaPiece {
  readonly text: string;
  readonly isReference: boolean;
  /** How many tokens it has. */
  readonly length: number;
}

const pieceAt = (tokens: readonly Token[], at: number): FormulaPiece => {
  const [first, second] = [tokens[at], tokens[at + 2]];
  const text = first?.text ?? "";
  if (first?.kind !== "reference") return { text, isReference: false, length: 1 };
  const isArea = isOperator(tokens[at + 1], ":") && second?.kind === "reference" && !/[:!]/.test(second.text);
  return isArea
    ? { text: `${text}:${second.text}`, isReference: true, length: 3 }
    : { text, isReference: true, length: 1 };
};

/** The pieces of a formula in order, with nothing left out. */
export const formulaPieces = (formula: string): FormulaPiece[] => {
  const tokens = tokenize(formula);
  const pieces: FormulaPiece[] = [];
  for (let at = 0; at < tokens.length; at += pieces.at(-1)?.length ?? 1) pieces.push(pieceAt(tokens, at));
  return pieces;
};

/** The name of a function or a defined name, in capitals, without its sheet and the prefixes of files. */
const plainName = (text: string): string =>
  text
    .slice(text.lastIndexOf("!") + 1)
    .replace(filePrefixes, "")
    .toUpperCase();

/** What a formula calls and names. */
export interface FormulaUses {
  /** Called functions as the formula has them, with all that stands before: `_xldudf_ESG_EVENTS`, `[1]!ESG.EVENTS`. `#REF!` where a program has lost the name. */
  readonly calls: readonly string[];
  /** Functions that are passed without a call, and defined names, with their sheet and without prefixes of files. */
  readonly names: readonly string[];
}

/** The functions and names that a formula uses. */
export const formulaUses = (formula: string): FormulaUses => {
  const [calls, names]: [string[], string[]] = [[], []];
  const tokens = tokenize(formula);
  tokens.forEach(({ kind, text }, index) => {
    if (kind === "function" || (text === "#REF!" && isOperator(tokens[index + 1], "("))) calls.push(text);
    if (kind === "name" || kind === "function") names.push(text.slice(0, text.lastIndexOf("!") + 1) + plainName(text));
  });
  return { calls, names };
};

/** The name that files store for a custom function, with dots as low lines: `_xldudf_ESG_EVENTS`. */
export const isFileNameFor = (name: string, { custom }: FormulaNames): boolean =>
  custom.some((one) => toFileName(one).toUpperCase() === name.toUpperCase());

/**
 * Replaces references to spills, `_xlfn.ANCHORARRAY(A3)` in files, by the text that `change` returns for their operand. An operand for
 * which it returns undefined stays.
 */
export const mapSpillReferences = (formula: string, change: (operand: string) => string | undefined): string => {
  if (!/anchorarray/i.test(formula)) return formula;
  const tokens = tokenize(formula);
  const ends = closings(tokens);
  let result = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const end = token?.kind === "function" && plainName(token.text) === "ANCHORARRAY" ? ends.get(at + 1) : undefined;
    // Only a cell or a name means a spill, which may have spaces around it.
    const operand = end === undefined || end - at > 6 ? undefined : join(tokens.slice(at + 2, end - 1)).trim();
    const changed = operand === undefined ? undefined : change(operand);
    result += changed ?? token?.text ?? "";
    if (changed !== undefined && end !== undefined) at = end - 1;
  }
  return result;
};
