import type { IRange } from "@univerjs/core";
import type { Area } from "./addresses";
import type { CellContent } from "./entry";
import type { StoredCell } from "./private-hooks";

/** The engine's range without what it keeps beside the corners. */
export const bounds = ({ startRow, startColumn, endRow, endColumn }: IRange): Omit<Area, "sheetId"> => ({
  startRow,
  startColumn,
  endRow,
  endColumn,
});

const booleanType = 3;

/** What a stored cell holds, as Excel tells it. */
export const contentOf = (cell: StoredCell | null | undefined): CellContent => {
  if (cell?.v === undefined || cell.v === null) return "";
  return cell.t === booleanType ? Boolean(cell.v) : cell.v;
};

/** What cells show: the engine's text, with TRUE and FALSE as Excel writes them. */
export const shownText = (
  values: readonly (readonly CellContent[])[],
  shown: readonly (readonly unknown[])[],
): string[][] =>
  values.map((row, r) =>
    row.map((value, c) => {
      const text = shown[r]?.[c];
      if (typeof value === "boolean") return String(value).toUpperCase();
      return typeof text === "string" || typeof text === "number" ? String(text) : "";
    }),
  );
