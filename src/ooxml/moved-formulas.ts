import { columnLetters, parseCell } from "../facts/addresses";
import { sheetColumns, sheetRows } from "../facts/excel-limits";
import { formulaPieces } from "./formulas";

/** Makes a text for a distance in rows and columns. */
type Move = (rows: number, columns: number) => string;

/** A formula of which only the relative references are made anew for each place. */
interface MovableFormula {
  readonly move: Move;
  /** Its references, in order. */
  readonly references: readonly string[];
}

/** Reads a formula once for all places that it is moved to. */
export const movableFormula = (formula: string): MovableFormula => {
  const references: string[] = [];
  const pieces: (string | Move)[] = [];
  const add = (piece: string | Move): void => {
    const last = pieces.at(-1);
    if (typeof piece === "string" && typeof last === "string") pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  for (const { text, isReference } of formulaPieces(formula)) {
    if (isReference) references.push(text);
    if (isReference) piecesOf(text).forEach(add);
    else add(text);
  }
  // Joined at once: a text that grows piece by piece takes many times its memory.
  const move: Move = (rows, columns) =>
    pieces.map((piece) => (typeof piece === "string" ? piece : piece(rows, columns))).join("");
  return { move, references };
};

/** Moves the relative references of a formula, as in a shared formula. */
export const moveFormula = (formula: string, rows: number, columns: number): string =>
  movableFormula(formula).move(rows, columns);

const piecesOf = (reference: string): (string | Move)[] => {
  const bang = reference.lastIndexOf("!") + 1;
  const corners = reference.slice(bang).split(":");
  return [
    reference.slice(0, bang),
    ...corners.flatMap((corner, index) => [...(index === 0 ? [] : [":"]), ...piecesOfCorner(corner)]),
  ];
};

const cornerPattern = /^(\$?)([A-Za-z]{1,3})?(\$?)(\d{1,7})?/;

const piecesOfCorner = (corner: string): (string | Move)[] => {
  const [, first = "", letters = "", second = "", digits = ""] = cornerPattern.exec(corner) ?? [];
  if (letters === "") return [first, rowPiece(digits, first === "$")];
  return [first, columnPiece(letters, first === "$"), second, rowPiece(digits, second === "$")];
};

/** Excel wraps the relative references of shared formulas around the ends of the sheet. */
const wrap = (index: number, most: number): number => ((index % most) + most) % most;

const rowPiece = (digits: string, isFixed: boolean): string | Move => {
  const numberAfter = (rows: number): string => String(wrap(Number(digits) - 1 + rows, sheetRows) + 1);
  if (digits === "") return "";
  return isFixed ? numberAfter(0) : numberAfter;
};

const columnPiece = (letters: string, isFixed: boolean): string | Move => {
  const column = parseCell(`${letters}1`)?.column ?? 0;
  const lettersAfter = (columns: number): string => columnLetters(wrap(column + columns, sheetColumns));
  if (isFixed) return lettersAfter(0);
  // The cells of a column ask for the same again.
  let last = { columns: 0, letters: lettersAfter(0) };
  return (_, columns) => {
    if (last.columns !== columns) last = { columns, letters: lettersAfter(columns) };
    return last.letters;
  };
};
