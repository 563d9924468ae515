import type { FunctionDefinition } from "../../../formulas/define/definition";
import { columnLabel } from "../../../formulas/table/columns";

/** What colours show: the severity of an ESG score (5 is the worst), the impact of an SDG score (5 is the best), a polarity from -1 to 1. */
export type Colouring = "severity" | "impact" | "sentiment";

/** The format of a column. */
export interface ColumnFormat {
  /** Points. */
  readonly width: number;
  /** Undefined leaves numbers as they are. */
  readonly numberFormat?: string;
  /** Long texts continue on the next line. */
  readonly wrap: boolean;
  readonly centred: boolean;
  readonly colouring?: Colouring;
}

/** A column as it stands in the sheet. */
export interface ShownColumn {
  /** The text of its header; empty where it has none. */
  readonly header: string;
  /** The first cells below the header: what they show, and their values. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  /** Its numbers are scores of positive impact. */
  readonly isImpact: boolean;
}

/** Characters: the least and the most that a column is wide, by what it holds. */
const widthLimits = {
  title: [24, 52],
  name: [14, 36],
  identifier: [8, 24],
  record: [8, 14],
  address: [12, 32],
  text: [8, 40],
} as const;

/** A character of the standard font and the padding of a cell, in points. */
const pointsPerCharacter = 5.6;
const padding = 9;

const widthsByHeader: readonly (readonly [RegExp, keyof typeof widthLimits])[] = [
  [/(^|\s)(title|summary|description|text|main story|explanation|sentence|extract)$/, "title"],
  [/(^|\s)(name|company|alias|universe name|label)$/, "name"],
  [/(^|\s)(isin|lei|figi|ticker|duns)$/, "identifier"],
  [/(^|\s)(id|uuid)$/, "record"],
  [/(^|\s)(url|website|address)$/, "address"],
];

/** Numbers that are names, not quantities: they get no number format. */
const codeHeaders = /(^|\s)(id|year|isin|lei|duns|code|rank)$/;

/** The format of a column, by its header and what it shows. */
export const columnFormat = (column: ShownColumn): ColumnFormat => {
  const header = column.header.trim().toLowerCase();
  const kind = widthsByHeader.find(([pattern]) => pattern.test(header))?.[1] ?? "text";
  const numbers = columnNumbers(column);
  const isScore = /(^|\s)score$/.test(header) && areBetween(numbers, 1, 5);
  const numberFormat = chooseNumberFormat(header, numbers);
  const colouring = isScore
    ? column.isImpact
      ? "impact"
      : "severity"
    : /(^|\s)polarity$/.test(header) && areBetween(numbers, -1, 1)
      ? "sentiment"
      : undefined;
  return {
    width: chooseWidth(column, widthLimits[kind]),
    wrap: kind === "title",
    centred: isScore,
    ...(numberFormat !== undefined && { numberFormat }),
    ...(colouring !== undefined && { colouring }),
  };
};

const plainNumber = /^-?[\d., \u00a0\u202f]+(E[+-]?\d+)?$/i;

/** The numbers that are shown as such: a date or a share is a number too, in the format that its function gave it. */
const columnNumbers = ({ texts, values }: ShownColumn): readonly number[] =>
  values.filter((value, row): value is number => typeof value === "number" && plainNumber.test(texts[row] ?? ""));

const areBetween = (numbers: readonly number[], least: number, most: number): boolean =>
  numbers.length > 0 && numbers.every((value) => value >= least && value <= most);

const chooseNumberFormat = (header: string, numbers: readonly number[]): string | undefined => {
  if (numbers.length === 0 || codeHeaders.test(header)) return undefined;
  if (!numbers.every(Number.isInteger)) return numbers.every((value) => Math.abs(value) < 1_000) ? "0.00" : "#,##0.00";
  return numbers.some((value) => Math.abs(value) >= 1_000) ? "#,##0" : undefined;
};

/** A header wraps, so its longest word counts. */
const chooseWidth = ({ header, texts }: ShownColumn, [least, most]: readonly [number, number]): number => {
  const longestWord = Math.max(0, ...header.split(/\s/).map((word) => word.length));
  const longest = Math.max(longestWord + 1, ...texts.map((text) => text.length));
  return Math.round(padding + pointsPerCharacter * Math.min(most, Math.max(least, longest)));
};

/** The headers that functions write, in small letters. */
export const readHeaders = (
  functions: readonly Pick<FunctionDefinition, "columns" | "companyColumns">[],
): ReadonlySet<string> =>
  new Set(
    functions.flatMap(({ columns, companyColumns }) =>
      [...columns, ...companyColumns].map(({ name }) => columnLabel(name).toLowerCase()),
    ),
  );

/**
 * Whether cells are a row of headers: none is empty, and the first one is known, or a third of them. The first is enough, because a pivot has
 * months, scores or companies across.
 */
export const areHeaders = (cells: readonly unknown[], known: ReadonlySet<string>): boolean => {
  // A label may say in brackets what it counts: "Sector (primary)".
  const isKnown = (cell: unknown): boolean =>
    typeof cell === "string" && known.has(cell.toLowerCase().replace(/ \([^()]*\)$/, ""));
  if (cells.length === 0 || cells.includes("")) return false;
  return isKnown(cells[0]) || 3 * cells.filter(isKnown).length >= cells.length;
};
