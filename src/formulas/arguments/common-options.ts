import { millisecondsPerDay } from "../../facts/dates";
import type { CacheMode } from "../../engine/requests/request-context";
import { t } from "../../i18n/t";
import type { SortKey } from "../table/layout";
import { cellText, wrongArgument } from "./argument";
import { choice, flag, type Kind, raw, text, whole } from "./parameters";
import type { OptionKinds } from "./options";

/** The common options that a function takes. `aligned`: all except those that move rows. `value`: all except those for rows. */
export type LayoutScope = "table" | "aligned" | "value";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: millisecondsPerDay };

const cacheOption: Kind<CacheMode> = {
  values: ["refresh", "session", "1h", "1d", "never"],
  several: false,
  allowed: () => t("allowed.cache"),
  read: (cells, scope) => {
    const mode = cellText(cells[0]).toLowerCase();
    if (mode === "refresh" || mode === "session" || mode === "never") return mode;
    const match = /^(\d{1,4})([mhd])$/.exec(mode);
    if (match === null || cells.length > 1)
      throw wrongArgument(scope.name, t("allowed.cache"), cells.map(cellText).join(","));
    return Number(match[1]) * (units[match[2] ?? ""] ?? 0);
  },
};

const sort: Kind<readonly SortKey[]> = {
  several: true,
  allowed: () => t("allowed.sort"),
  read: (cells, scope) =>
    cells.map((cell) => {
      const match = /^(.+?)(?::\s*(asc|desc))?$/i.exec(cellText(cell));
      const field = match?.[1];
      if (field === undefined || /:\s*$/.test(field)) throw wrongArgument(scope.name, t("allowed.sort"), cell);
      return { field: field.trim(), descending: match?.[2]?.toLowerCase() === "desc" };
    }),
};

/** A text that never leaves the workbook: of any length, with its commas. */
const joined: Kind<string> = { ...text, read: (cells) => cells.map(String).join(",") };

const forValues: OptionKinds = {
  empty: joined,
  join: joined,
  dates: choice(["excel", "iso"]),
  cache: cacheOption,
  onerror: choice(["last", "na"]),
  asof: raw,
  asof_within: whole(0, 9_999),
  source: flag,
};

const forAligned: OptionKinds = {
  headers: choice(["yes", "names", "no"]),
  texts: choice(["readable", "raw"]),
  ...forValues,
  transpose: flag,
};

const forTables: OptionKinds = { ...forAligned, sort, distinct: text, explode: text };

/** The common options by scope. */
export const commonOptions: Readonly<Record<LayoutScope, OptionKinds>> = {
  value: forValues,
  aligned: forAligned,
  table: forTables,
};
