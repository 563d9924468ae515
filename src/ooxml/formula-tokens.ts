type TokenKind = "text" | "reference" | "function" | "name" | "number" | "error" | "bracket" | "space" | "operator";

/** One piece of a formula, as it is written. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const sheetName = String.raw`(?:'(?:[^']|'')*'|[\p{L}_\\[][\p{L}\p{N}_.\\\]]*)!`;
const cellOrLine = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}(?![\p{L}\p{N}_.(])|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\p{L}\p{N}_.(])|\$?\d{1,7}:\$?\d{1,7}(?![\d.])`;
const kinds: readonly (readonly [TokenKind, string])[] = [
  ["text", String.raw`"(?:[^"]|"")*"`],
  ["name", String.raw`(?:${sheetName})?\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}\.[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_.\\?(])`],
  ["reference", `(?:${sheetName})?(?:${cellOrLine})`],
  [
    "error",
    String.raw`#(?:REF!|N/A|NAME\?|DIV/0!|NULL!|NUM!|VALUE!|SPILL!|CALC!|BUSY!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)`,
  ],
  ["number", String.raw`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`],
  ["function", String.raw`(?:${sheetName})?[\p{L}_\\][\p{L}\p{N}_.\\?]*(?=\()`],
  ["name", String.raw`(?:${sheetName})?[\p{L}_\\][\p{L}\p{N}_.\\?]*`],
  ["space", String.raw`\s+`],
];
const pattern = new RegExp(kinds.map(([, source]) => `(${source})`).join("|"), "uy");

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

/** The pieces of a formula without its leading `=`, in order and with nothing left out. */
export const tokenize = (formula: string): Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < formula.length;) {
    pattern.lastIndex = at;
    const match = pattern.exec(formula);
    const index = match === null ? -1 : match.slice(1).findIndex((group: string | undefined) => group !== undefined);
    const kind = kinds[index]?.[0];
    if (match !== null && match[0] !== "" && kind !== undefined) {
      tokens.push({ kind, text: match[0] });
      at += match[0].length;
    } else if (formula.charAt(at) === "[") {
      const end = endOfBracket(formula, at);
      tokens.push({ kind: "bracket", text: formula.slice(at, end) });
      at = end;
    } else {
      tokens.push({ kind: "operator", text: formula.charAt(at) });
      at += 1;
    }
  }
  return tokens;
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
