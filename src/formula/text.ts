/** An argument as a formula writes it: a reference (`{ reference }`), a value, or nothing. */
export type FormulaArgument = unknown;

const longestLiteral = 255;
const longPieces = new RegExp(`[^]{1,${longestLiteral}}`, "g");

/** The formula text of a function with these values, locale en-US: texts in quotes, skipped arguments empty, none at the end. */
export const formulaText = (name: string, values: readonly FormulaArgument[]): string => {
  const written = values.map(literal);
  while (written.at(-1) === "") written.pop();
  return `${name}(${written.join(",")})`;
};

const literal = (value: FormulaArgument): string => {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return arrayLiteral(value);
  if (typeof value === "object" && "reference" in value && typeof value.reference === "string") return value.reference;
  return "";
};

/** A text literal holds 255 characters at most; longer ones are joined from pieces. */
const quoted = (text: string): string => {
  if (text.length <= longestLiteral) return quotedPiece(text);
  const pieces = text.match(longPieces) ?? [];
  return pieces.map(quotedPiece).join("&");
};

const quotedPiece = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;

const mostCells = 12;

/** A small array as `{1,2;3,4}`; larger ones by their size, which is what the ledger shows. */
const arrayLiteral = (value: readonly unknown[]): string => {
  const rows = value.map((row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row]));
  const cells = rows.flat();
  if (cells.length === 1) return literal(cells[0]);
  if (cells.length > mostCells) return `{${cells.length} cells}`;
  return `{${rows.map((row) => row.map((cell) => literal(cell) || '""').join(",")).join(";")}}`;
};
