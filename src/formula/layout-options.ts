import { CellError } from "../error/cell-error";
import type { CachePolicy, Inquiry } from "../runtime/inquiry";
import { tell } from "../text/tell";
import { longestText } from "../table/cell";
import type { Layout, SortKey } from "../table/layout";
import type { CellValue } from "../table/matrix";
import { textOf, wrong } from "./argument";
import { choice, flag, type Kind, text } from "./kind";
import type { GivenOptions, OptionKinds } from "./options";

/** How much of the common keys a function takes: a table all of them, an aligned one nothing that moves rows, a value none for rows. */
export type LayoutScope = "table" | "aligned" | "value";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const cache: Kind<CachePolicy> = {
  values: ["refresh", "session", "1h", "1d", "never"],
  several: false,
  allowed: () => tell("allowed.cache"),
  read: (cells, scope) => {
    const written = textOf(cells[0]).toLowerCase();
    if (written === "refresh" || written === "session" || written === "never") return written;
    const match = /^(\d{1,4})([mhd])$/.exec(written);
    if (match === null || cells.length > 1) throw wrong(scope.name, tell("allowed.cache"), cells.map(textOf).join(","));
    return Number(match[1]) * (units[match[2] ?? ""] ?? 0);
  },
};

const sort: Kind<readonly SortKey[]> = {
  several: true,
  allowed: () => tell("allowed.sort"),
  read: (cells, scope) =>
    cells.map((cell) => {
      const match = /^(.+?)(?::\s*(asc|desc))?$/i.exec(textOf(cell));
      const field = match?.[1];
      if (field === undefined || /:\s*$/.test(field)) throw wrong(scope.name, tell("allowed.sort"), cell);
      return { field: field.trim(), descending: match?.[2]?.toLowerCase() === "desc" };
    }),
};

const forValues: OptionKinds = {
  empty: text,
  join: { ...text, read: (cells) => cells.map(String).join(",") },
  dates: choice(["excel", "iso"]),
  cache,
  onerror: choice(["last", "na"]),
};

const forAligned: OptionKinds = { headers: choice(["yes", "no", "labels"]), ...forValues, transpose: flag };

const forTables: OptionKinds = { ...forAligned, sort, distinct: text, explode: text };

/** The common keys of `options` for this scope. */
export const commonOptions: Readonly<Record<LayoutScope, OptionKinds>> = {
  value: forValues,
  aligned: forAligned,
  table: forTables,
};

/** The layout the options ask for; `headers` is the function's own default. */
export const layoutOf = (values: Readonly<Record<string, unknown>>, headers: Layout["headers"]): Layout => ({
  headers: (values["headers"] as Layout["headers"] | undefined) ?? headers,
  empty: emptyCell(values["empty"] as string | undefined),
  join: (values["join"] as string | undefined) ?? "; ",
  dates: (values["dates"] as Layout["dates"] | undefined) ?? "excel",
  transpose: values["transpose"] === true,
  sort: (values["sort"] as readonly SortKey[] | undefined) ?? [],
  distinct: values["distinct"] as string | undefined,
  explode: values["explode"] as string | undefined,
});

const emptyCell = (written: string | undefined): CellValue => {
  const lower = written?.toLowerCase();
  if (lower === "na") return new CellError("#N/A");
  return lower === "zero" ? 0 : (written ?? "").slice(0, longestText);
};

/** What the options say about memory. */
export const memoryOf = (values: Readonly<Record<string, unknown>>): Pick<Inquiry, "cache" | "onError"> => ({
  cache: (values["cache"] as CachePolicy | undefined) ?? "refresh",
  onError: (values["onerror"] as Inquiry["onError"] | undefined) ?? "last",
});

/** The keys given, for a sentence or a formula's short text. */
export const givenKeys = (given: GivenOptions): readonly string[] => [...given.keys()];
