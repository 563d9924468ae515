import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { nearest } from "../text/nearest";
import { tell } from "../text/tell";
import { type Cell, textOf, wrong } from "./argument";
import { isUuid } from "./identifiers";

/** Whose value is read: the argument or option as sentences name it, and the moment `today` means. */
export interface KindScope {
  readonly name: string;
  readonly now: number;
}

/** What one argument or option means: which texts it offers, and how its filled cells (one at least) are read. */
export interface Kind<Value> {
  /** A closed or known set, offered while typing. */
  readonly values?: readonly string[];
  /** True where several values are one value each, so that `A,C` in one cell is two. */
  readonly several: boolean;
  /** What is allowed, for the sentence when it is missing. */
  readonly allowed: () => string;
  readonly read: (cells: readonly Cell[], scope: KindScope) => Value;
}

const single = <Value>(
  allowed: () => string,
  read: (cell: Cell, scope: KindScope) => Value | undefined,
  values?: readonly string[],
): Kind<Value> => ({
  several: false,
  allowed,
  ...(values && { values }),
  read: (cells, scope) => {
    if (cells.length > 1)
      throw new AddinError("invalid-argument", tell("formula.oneValue", { name: scope.name, count: cells.length }));
    const value = read(cells[0], scope);
    if (value === undefined) throw wrong(scope.name, allowed(), cells[0]);
    return value;
  },
});

const each = <Value>(one: Kind<Value>): Kind<readonly Value[]> => ({
  ...one,
  several: true,
  read: (cells, scope) => cells.map((cell) => one.read([cell], scope)),
});

/** Any text; numbers are read as their digits. */
export const text: Kind<string> = single(
  () => tell("allowed.text"),
  (cell) => (typeof cell === "boolean" ? undefined : textOf(cell)),
);

/** Several texts, each whole (they may hold commas). */
export const texts: Kind<readonly string[]> = { ...each(text), several: false };

/** A cell as it came, read later together with others (dates with their operators). */
export const raw: Kind<Cell> = single(
  () => tell("allowed.date"),
  (cell) => cell,
);

/** A uuid. */
export const uuid: Kind<string> = single(
  () => tell("allowed.uuid"),
  (cell) => (isUuid(textOf(cell)) ? textOf(cell).toLowerCase() : undefined),
);

/** Several uuids. */
export const uuids: Kind<readonly string[]> = each(uuid);

/** A whole number within bounds; they are said as they would be typed, so without a thousands separator. */
export const whole = (
  least: number,
  most: number,
  allowed = (): string => tell("allowed.wholeNumber", { least, most: String(most) }),
): Kind<number> =>
  single(allowed, (cell) => {
    const value = typeof cell === "boolean" || !/^\+?\d{1,15}$/.test(textOf(cell)) ? NaN : Number(textOf(cell));
    return value >= least && value <= most ? value : undefined;
  });

/** One of a closed set, without case. */
export const choice = <const Value extends string>(values: readonly Value[]): Kind<Value> => ({
  ...single(
    () => listOf(values),
    (cell) => values.find((value) => value.toLowerCase() === textOf(cell).toLowerCase()),
    values,
  ),
});

/** Several of a closed set. */
export const choices = <const Value extends string>(values: readonly Value[]): Kind<readonly Value[]> =>
  each(choice(values));

/** Yes or no; TRUE and FALSE mean the same. */
export const flag: Kind<boolean> = single(
  () => listOf(["yes", "no"]),
  (cell) => ({ yes: true, true: true, no: false, false: false })[textOf(cell).toLowerCase()],
  ["yes", "no"],
);

/** `field:asc` or `field:desc`, several, over the fields a route orders by. */
export const order = (fields: readonly string[]): Kind<readonly string[]> => {
  const allowed = (): string => tell("allowed.order", { example: `${fields[0] ?? ""}:desc`, fields: listOf(fields) });
  const offered = fields.flatMap((field) => [`${field}:asc`, `${field}:desc`]);
  return each(
    single(allowed, (cell) => offered.find((item) => item === textOf(cell).toLowerCase().replaceAll(" ", "")), offered),
  );
};

/** How many records: a whole number, or `all` up to the workbook's row cap. */
export const limit: Kind<number | "all"> = single(
  () => tell("allowed.limit"),
  (cell) => {
    if (textOf(cell).toLowerCase() === "all") return "all";
    const value = typeof cell === "boolean" || !/^\d{1,9}$/.test(textOf(cell)) ? 0 : Number(textOf(cell));
    return value >= 1 ? value : undefined;
  },
);

/** One of a set that only the caller knows, with the nearest in the sentence. */
export const known = (values: readonly string[], open: boolean): Kind<string> => {
  const find = (cell: Cell): string | undefined =>
    values.find((value) => value.toLowerCase() === textOf(cell).toLowerCase()) ?? (open ? textOf(cell) : undefined);
  return single(() => listOf(values.slice(0, 20)), find, values);
};

/** The name in a set that comes nearest, for sentences; the first where none is near. */
export const nearestOf = (name: string, values: readonly string[]): string => nearest(name, values) ?? values[0] ?? "";
