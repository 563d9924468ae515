import type { CellContent } from "./workbook-door";

const longestText = 32_767;

/** What Excel would read as a formula, a number, a date or an error when it is typed; full-width signs begin formulas in Japanese Excel. */
const readsAsOther = /^[=+\-@'\t\r\n＝＋－＠]|^\s*[\d.,$€£¥%(]|^(true|false)$|^#|^\p{L}{3,9}\.?[\s.-]\d/iu;

/** A cell's content for `values`: text stays text, a leading apostrophe keeps `=cmd`, long digits and date-like titles as they are. */
export const writtenText = (cell: CellContent): CellContent => {
  if (typeof cell !== "string") return cell;
  const text = cell.length > longestText ? `${cell.slice(0, longestText - 1)}…` : cell;
  return readsAsOther.test(text) ? `'${text}` : text;
};
