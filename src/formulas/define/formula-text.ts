import { CellError } from "../table/matrix";

/** An argument of a formula text: a reference (`{ reference: "A2:A41" }`), a value, or undefined for a skipped one. */
export type FormulaArgument = unknown;

const longestLiteral = 255;
const longPieces = new RegExp(`[^]{1,${longestLiteral}}`, "g");

/** The text of a formula (without `=`) in the locale en-US. Skipped arguments at the end are left out. */
export const formulaText = (name: string, values: readonly FormulaArgument[]): string => {
  const literals = values.map(toLiteral);
  while (literals.at(-1) === "") literals.pop();
  return `${name}(${literals.join(",")})`;
};

const toLiteral = (value: FormulaArgument): string => {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return toQuoted(value);
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof CellError) return value.excelCode;
  if (typeof value === "object" && "reference" in value && typeof value.reference === "string") return value.reference;
  return "";
};

/** Excel allows 255 characters in a text literal; a longer text is joined from pieces. */
const toQuoted = (text: string): string => {
  if (text.length <= longestLiteral) return quotedPiece(text);
  const pieces = text.match(longPieces) ?? [];
  return pieces.map(quotedPiece).join("&");
};

const quotedPiece = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;

const mostLiteralCells = 12;

/** A small array as `{1,2;3,4}`, a larger one as its size: the text is shown in the activity list. */
const arrayLiteral = (value: readonly unknown[]): string => {
  const rows = value.map((row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row]));
  const cells = rows.flat();
  if (cells.length === 1) return toLiteral(cells[0]);
  if (cells.length > mostLiteralCells) return `{${cells.length} cells}`;
  return `{${rows.map((row) => row.map((cell) => toLiteral(cell) || '""').join(",")).join(";")}}`;
};
