import { millisecondsPerDay } from "../../facts/dates";
import type { CacheMode } from "../../engine/requests/request-context";
import { t } from "../../i18n/t";
import type { SortKey } from "../table/layout";
import { textOf, wrong } from "./argument";
import { choice, flag, type Kind, raw, text } from "./parameters";
import type { OptionKinds } from "./options";

/** The common options that a function takes. `aligned`: all except those that move rows. `value`: all except those for rows. */
export type LayoutScope = "table" | "aligned" | "value";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: millisecondsPerDay };

const cache: Kind<CacheMode> = {
  values: ["refresh", "session", "1h", "1d", "never"],
  several: false,
  allowed: () => t("allowed.cache"),
  read: (cells, scope) => {
    const written = textOf(cells[0]).toLowerCase();
    if (written === "refresh" || written === "session" || written === "never") return written;
    const match = /^(\d{1,4})([mhd])$/.exec(written);
    if (match === null || cells.length > 1) throw wrong(scope.name, t("allowed.cache"), cells.map(textOf).join(","));
    return Number(match[1]) * (units[match[2] ?? ""] ?? 0);
  },
};

const sort: Kind<readonly SortKey[]> = {
  several: true,
  allowed: () => t("allowed.sort"),
  read: (cells, scope) =>
    cells.map((cell) => {
      const match = /^(.+?)(?::\s*(asc|desc))?$/i.exec(textOf(cell));
      const field = match?.[1];
      if (field === undefined || /:\s*$/.test(field)) throw wrong(scope.name, t("allowed.sort"), cell);
      return { field: field.trim(), descending: match?.[2]?.toLowerCase() === "desc" };
    }),
};

const forValues: OptionKinds = {
  empty: text,
  join: { ...text, read: (cells) => cells.map(String).join(",") },
  dates: choice(["excel", "iso"]),
  cache,
  onerror: choice(["last", "na"]),
  asof: raw,
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
