type TokenKind = "text" | "reference" | "function" | "name" | "number" | "error" | "bracket" | "space" | "operator";

/** One piece of a formula, as it is written. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

type TokenPattern = readonly [TokenKind, string];

const plainSheet = String.raw`[\p{L}_\\[][\p{L}\p{N}_.\\\]]*!`;
const cellOrLine = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}(?![\p{L}\p{N}_.(])|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\p{L}\p{N}_.(])|\$?\d{1,7}:\$?\d{1,7}(?![\d.])`;

/** What may follow the name of a sheet, which `sheet` matches. */
const namePatterns = (sheet: string): readonly TokenPattern[] => [
  ["name", String.raw`${sheet}\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}\.[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_.\\?(])`],
  ["reference", `${sheet}(?:${cellOrLine})`],
  ["function", String.raw`${sheet}[\p{L}_\\][\p{L}\p{N}_.\\?]*(?=\()`],
  ["name", String.raw`${sheet}[\p{L}_\\][\p{L}\p{N}_.\\?]*`],
];
const [field, reference, call, name] = namePatterns(`(?:${plainSheet})?`) as [
  TokenPattern,
  TokenPattern,
  TokenPattern,
  TokenPattern,
];

/** A pattern that matches one of these kinds at its `lastIndex`, and finds which. */
const matcher = (kinds: readonly TokenPattern[]): ((text: string, at: number) => Token | undefined) => {
  const pattern = new RegExp(kinds.map(([, source]) => `(${source})`).join("|"), "uy");
  return (text, at) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const index = match === null ? -1 : match.slice(1).findIndex((group: string | undefined) => group !== undefined);
    const kind = kinds[index]?.[0];
    return match === null || kind === undefined || match[0] === "" ? undefined : { kind, text: match[0] };
  };
};

const matchToken = matcher([
  ["text", String.raw`"(?:[^"]|"")*"`],
  field,
  reference,
  [
    "error",
    String.raw`#(?:REF!|N/A|NAME\?|DIV/0!|NULL!|NUM!|VALUE!|SPILL!|CALC!|BUSY!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)`,
  ],
  ["number", String.raw`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`],
  call,
  name,
  ["space", String.raw`\s+`],
]);
const matchAfterSheet = matcher(namePatterns(""));

/**
 * The index after the `!` of a quoted sheet name, by the index of its first quote. A pattern would look for the end of the name again
 * from each quote of a formula, which takes quadratic time.
 */
const quotedSheets = (text: string): ((start: number) => number | undefined) => {
  if (!text.includes("'")) return () => undefined;
  // How many quotes stand in a row from here on, and the last quote of the next row with an odd number of them.
  const row = new Int32Array(text.length + 1);
  const close = new Int32Array(text.length + 1).fill(-1);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const length = text.charAt(at) === "'" ? (row[at + 1] ?? 0) + 1 : 0;
    row[at] = length;
    close[at] = length % 2 === 1 ? at + length - 1 : (close[at + length + (length === 0 ? 1 : 0)] ?? -1);
  }
  return (start) => {
    const end = close[start + 1] ?? -1;
    return end !== -1 && text.charAt(end + 1) === "!" ? end + 2 : undefined;
  };
};

/** The end of a bracket with its inner ones; an apostrophe takes the next character's meaning away. */
const endOfBracket = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === "'") at += 1;
    else if (one === "[") depth += 1;
    else if (one === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
};

/** The pieces of a formula without its leading `=`, in order and with nothing left out. Takes time in proportion to its length. */
export const tokenize = (formula: string): Token[] => {
  const tokens: Token[] = [];
  const endOfSheet = quotedSheets(formula);
  for (let at = 0; at < formula.length;) {
    const token = tokenAt(formula, at, endOfSheet);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
};

const tokenAt = (formula: string, at: number, endOfSheet: (start: number) => number | undefined): Token => {
  const first = formula.charAt(at);
  if (first === "'") {
    const end = endOfSheet(at);
    const rest = end === undefined ? undefined : matchAfterSheet(formula, end);
    return rest === undefined
      ? { kind: "operator", text: first }
      : { kind: rest.kind, text: formula.slice(at, end) + rest.text };
  }
  const token = matchToken(formula, at);
  if (token !== undefined) return token;
  return first === "["
    ? { kind: "bracket", text: formula.slice(at, endOfBracket(formula, at)) }
    : { kind: "operator", text: first };
};

/** The names of the functions that a formula calls, in capitals. Parameters of LET and LAMBDA may be called too. */
export const calledFunctions = (formula: string): readonly string[] => {
  const tokens = tokenize(formula.slice(1));
  const names = new Set(tokens.filter(({ kind }) => kind === "name").map(({ text }) => text.toUpperCase()));
  return tokens
    .filter(({ kind }) => kind === "function")
    .map(({ text }) => text.slice(text.lastIndexOf("!") + 1).toUpperCase())
    .filter((name) => !names.has(name));
};
