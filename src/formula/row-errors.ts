import { CellError } from "../error/cell-error";
import type { Layout } from "../table/layout";
import type { Matrix } from "../table/matrix";
import type { AnySpecification } from "./specification";

/** The cell errors of a list by the row they belong to, and the arguments without them. */
export interface SetAside {
  readonly values: readonly unknown[];
  readonly errors: ReadonlyMap<number, CellError>;
}

const noErrors: SetAside["errors"] = new Map();

const isBlank = (cell: unknown): boolean => cell === null || cell === undefined || cell === "" || cell === 0;

/** In an aligned function an error in the list stands in its own row and the other rows spill; everywhere else it comes out again. */
export const setAside = (specification: AnySpecification, raw: readonly unknown[]): SetAside => {
  const [list] = raw;
  const none = { values: raw, errors: noErrors };
  if (specification.layout !== "aligned" || !Array.isArray(list)) return none;
  const rows = (list as readonly unknown[]).map((row): readonly unknown[] => (Array.isArray(row) ? row : [row]));
  const cells = rows.flat();
  const errors = new Map(cells.flatMap((cell, row) => (cell instanceof CellError ? [[row, cell] as const] : [])));
  const rest = cells.filter((cell) => !(cell instanceof CellError));
  if (errors.size === 0 || rest.every(isBlank)) return none;
  return {
    values: [rows.map((row) => row.map((cell) => (cell instanceof CellError ? null : cell))), ...raw.slice(1)],
    errors,
  };
};

/** Puts the errors into their rows again. */
export const putBack = (matrix: Matrix, errors: SetAside["errors"], layout: Layout): Matrix => {
  if (errors.size === 0 || layout.transpose) return matrix;
  const first = layout.headers === "no" ? 0 : 1;
  return matrix.map((row, index) => {
    const error = errors.get(index - first);
    return error === undefined ? row : row.map(() => error);
  });
};
