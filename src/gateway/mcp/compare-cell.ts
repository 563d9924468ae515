import type { PlainCell } from "../tables/table-text";
import type { Source } from "./number-source";
import type { Bound, StatedNumber } from "./stated-numbers";
import type { VerifiedTable } from "./verified-table";

export type Verdict = "right" | "rounded" | "wrong" | "no source";

export interface VerifiedNumber {
  readonly number: string;
  readonly clause: string;
  readonly verdict: Verdict;
  /** Why it is not right. */
  readonly reason?: string;
}

export type Result = Pick<VerifiedNumber, "verdict" | "reason">;

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export const wrong = (reason: string): Result => ({ verdict: "wrong", reason });
export const noSource = (reason: string): Result => ({ verdict: "no source", reason });

/** Whether a number is the value that it is compared with, or that value rounded. */
export const isGood = ({ verdict }: Result): boolean => verdict === "right" || verdict === "rounded";

export const bestResult = (results: readonly Result[]): Result =>
  results.find(({ verdict }) => verdict === "right") ??
  results.find(({ verdict }) => verdict === "rounded") ??
  results.find(({ reason = "" }) => reason !== "") ??
  noSource("The answer has no number there.");

const shownCell = (cell: PlainCell | undefined): string => (cell instanceof Error ? cell.message : String(cell));

/** Whether a number is a value, exactly or by its digits. */
export const closeness = (number: StatedNumber, value: number): "right" | "rounded" | undefined => {
  const { value: stated, otherValue: other, bound } = number;
  const difference = Math.abs(stated - value);
  const isSame = difference <= Math.abs(value) * 1e-12;
  if (bound !== undefined && !isWithin(bound, isSame ? 0 : value - stated)) return undefined;
  if (isSame && bound !== "above") return "right";
  if (bound !== undefined && bound !== "below") return "rounded";
  // Rounded by more than a tenth, a value is another one.
  if (number.isRough && difference > Math.abs(value) / 10) return undefined;
  if (bound === "below" || difference <= (number.step / 2) * (1 + 1e-9)) return "rounded";
  return other === undefined ? undefined : otherCloseness(other, value);
};

/** A point or a comma may group digits or part decimals: the value tells which. */
const otherCloseness = (other: number, value: number): "right" | "rounded" | undefined => {
  if (Number.isInteger(value)) return other === value ? "right" : undefined;
  return !Number.isInteger(other) && Math.abs(other - value) <= 0.0005 * (1 + 1e-9) ? "rounded" : undefined;
};

const isWithin = (bound: Bound, above: number): boolean =>
  ({ above: above > 0, "at least": above >= 0, below: above < 0, "at most": above <= 0 })[bound];

export const isShare = ({ columns }: VerifiedTable, column: number): boolean =>
  /share|percent|weight|coverage/i.test(`${columns[column]?.name ?? ""} ${columns[column]?.label ?? ""}`);

export const columnLabel = ({ columns }: VerifiedTable, column: number): string =>
  columns[column]?.label ?? columns[column]?.name ?? "";

export const compareCell = (
  number: StatedNumber,
  cell: PlainCell | undefined,
  source: Source,
  place: CellPlace,
): Result => {
  const label = columnLabel(source.table, place.column);
  if (cell instanceof Error) return wrong(`${label} is missing: ${cell.message}`);
  if (cell === "" || cell === undefined) return wrong(`${label} is missing, which is not 0.`);
  if (typeof cell !== "number") return noSource("");
  const share = isShare(source.table, place.column);
  const value = share && number.isPercent ? cell * 100 : cell;
  const expected = `${label} is ${shownCell(value)}${share && number.isPercent ? " %" : ""}.`;
  // "A negative polarity of 0.34" is -0.34; the column "negative" has its numbers without a sign.
  const isBelowZero = number.isCalledNegative && !/negative/i.test(label);
  const close = closeness(isBelowZero ? { ...number, value: -number.value } : number, value);
  if (close === undefined) return wrong(expected);
  if (number.isPercent && !share) return wrong(`${label} is no percentage: ${expected}`);
  return compareCurrency(number, source, place) ?? { verdict: close };
};

export const hasCurrency = ({ columns }: VerifiedTable, column: number): boolean =>
  columns.some(({ name }) => name === `${columns[column]?.name ?? ""}.currency`);

/** The currency of a cell, from a column beside it or an option of the formula. */
export const currencyAt = ({ table, formula }: Source, { row, column }: CellPlace): string | undefined => {
  const name = table.columns[column]?.name ?? "";
  const place = table.columns.findIndex((each) => each.name === `${name}.currency` || each.name === "currency");
  const cell = table.rows[row]?.[place];
  return typeof cell === "string" ? cell : /\bcurrency\s*=\s*([A-Z]{3})\b/i.exec(formula)?.[1]?.toUpperCase();
};

/** Undefined where no currency is stated, or the right one. */
const compareCurrency = (number: StatedNumber, source: Source, place: CellPlace): Result | undefined => {
  if (number.currency === undefined) return undefined;
  const currency = currencyAt(source, place);
  if (currency === number.currency) return undefined;
  const label = columnLabel(source.table, place.column);
  return wrong(currency === undefined ? `${label} has no currency in the answer.` : `${label} is in ${currency}.`);
};
