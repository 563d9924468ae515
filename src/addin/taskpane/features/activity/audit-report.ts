import { addressSheet, withoutSheet } from "../../../../facts/addresses";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { numberFormats, toSerial } from "../../../../formulas/table/dates";
import { formatNumber, t } from "../../../../i18n/t";
import type { Audit, AuditScope } from "../../../excel/trace/audit";
import type { FrozenFormula } from "../../../excel/freeze/frozen-book";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { Report, ReportTable } from "../../../excel/sheet/report-sheet";
import type { KnownFormula } from "../../../excel/trace/where-from";
import { argumentsInWords, describePurpose, listRequests } from "./formula-words";

type Definitions = readonly FunctionDefinition[];

/** Points of the columns of the formulas. */
const widths = [100, 80, 200, 130, 105, 50, 50, 120, 260, 260, 320, 105, 180, 260];
/** Free rows below the facts and below each table. */
const gap = 2;
const firstTable = 9;

/** The sheet of an audit: what a reader must know first, then each formula, then the cells that the user's formulas compute. */
export const auditReport = (
  scope: AuditScope,
  { area, formulas, frozen, cells, notes }: Audit,
  definitions: Definitions,
  now: number,
): Report => {
  const warnings = formulas.filter(({ problem }) => problem !== undefined);
  const tables: ReportTable[] = [];
  const add = (table: Omit<ReportTable, "row" | "column">): void => {
    const above = tables.at(-1);
    const row = above === undefined ? firstTable : above.row + 2 + above.rows.length + gap;
    tables.push({ ...table, row, column: 0 });
  };
  const place = [t("audit.column.sheet"), t("audit.column.cell")];
  add({
    heading: warnings.length + notes.length === 0 ? t("audit.noWarnings") : t("audit.warnings"),
    headers: [...place, t("audit.column.warning")],
    rows: [
      ...warnings.map(({ address, problem = "" }) => [...splitAddress(address), problem]),
      ...notes.map((note) => [...(area === undefined ? ["", ""] : splitAddress(area)), note]),
    ],
    numberFormats: [],
  });
  add({
    heading: t("audit.formulas", { count: formulas.length + frozen.length }),
    headers: [...place, ...columns.map((column) => t(`audit.column.${column}`))],
    rows: [
      ...formulas.map((formula) => formulaRow(formula, definitions)),
      ...frozen.map((formula) => frozenRow(formula, definitions)),
    ],
    numberFormats: ["", "", ...columns].map((column) => formats[column]),
    wrapped: [2, 8, 9, 10, 13],
  });
  if (cells.length > 0)
    add({
      heading: t("audit.cells", { count: cells.length }),
      headers: [...place, t("audit.column.own"), t("audit.column.behind"), t("audit.column.notFollowed")],
      rows: cells.map(({ address, formula, sources, unknown }) => [
        ...splitAddress(address),
        formula,
        sources.join(", "),
        unknown.join(" "),
      ]),
      numberFormats: [],
    });
  return {
    sheetName: t("audit.sheet"),
    title: t("audit.sheet"),
    subtitle: t("audit.subtitle"),
    facts: [
      { label: t("audit.made"), value: moment(now) },
      { label: t("audit.scope"), value: area ?? t(`audit.scope.${scope}`) },
      { label: t("audit.column.formula"), value: formulas.length + frozen.length },
      { label: t("audit.withWarning"), value: warnings.length },
    ],
    widths,
    tables,
  };
};

const columns = [
  "state",
  "source",
  "fetched",
  "rows",
  "calls",
  "function",
  "words",
  "arguments",
  "formula",
  "captured",
  "hash",
  "requests",
] as const;

const formats: Readonly<Record<string, string | undefined>> = {
  fetched: numberFormats["date-time"],
  captured: numberFormats["date-time"],
  rows: "#,##0",
  calls: "#,##0",
};

const splitAddress = (address: string): readonly string[] => [addressSheet(address) ?? "", withoutSheet(address)];

/** `2026-11-23 12:40`, in UTC. */
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

const formulaRow = (
  { address, formula, entries, problem, cut }: KnownFormula,
  definitions: Definitions,
): readonly CellContent[] => {
  const calls = entries.length === 0 ? [formula.replace(/^=/, "")] : entries.map(({ query }) => query);
  const names = entries.length === 0 ? [calls[0]?.replace(/\(.*$/s, "") ?? ""] : entries.map(({ what }) => what);
  const all = (text: (entry: RequestLogEntry) => string | undefined): string => distinct(entries.map(text)).join("; ");
  return [
    ...splitAddress(address),
    problem ?? cut ?? t(entries.length === 0 ? "share.calculated" : "share.complete"),
    all(({ source }) => source && t(`activity.source.${source}`)),
    serial(earliest(entries.map(({ fetchedAt }) => fetchedAt))),
    sum(entries.map(({ rows }) => rows)),
    entries.length === 0 ? "" : sum(entries.map(({ requests }) => requests)),
    distinct(names).join(", "),
    distinct(calls.map((call) => describePurpose(call, definitions))).join(" "),
    distinct(calls.map((call) => argumentsInWords(call, definitions))).join(" | "),
    formula,
    serial(earliest(entries.map(({ capturedAt }) => capturedAt))),
    all(({ hash }) => hash),
    distinct(names.flatMap((name) => listRequests(name, definitions))).join(", "),
  ];
};

const frozenRow = (
  { address, formula, frozenAt, fetchedAt, changed }: FrozenFormula,
  definitions: Definitions,
): readonly CellContent[] => {
  const call = formula.replace(/^=/, "");
  const name = call.replace(/\(.*$/s, "");
  return [
    ...splitAddress(address),
    [
      t("share.frozen", { moment: moment(frozenAt) }),
      ...(changed.length === 0 ? [] : [t("freeze.changed", { cells: changed.slice(0, 3).join(", ") })]),
    ].join(" "),
    "",
    serial(fetchedAt),
    "",
    "",
    name,
    describePurpose(call, definitions),
    argumentsInWords(call, definitions),
    formula,
    "",
    "",
    listRequests(name, definitions).join(", "),
  ];
};

const distinct = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text !== "")),
];

const known = (numbers: readonly (number | undefined)[]): readonly number[] =>
  numbers.filter((number) => number !== undefined);

const earliest = (moments: readonly (number | undefined)[]): number | undefined =>
  known(moments).toSorted((one, other) => one - other)[0];

const sum = (numbers: readonly (number | undefined)[]): CellContent =>
  known(numbers).length === 0 ? "" : known(numbers).reduce((one, other) => one + other, 0);

/** To the minute, as it is shown. */
const serial = (milliseconds: number | undefined): CellContent =>
  milliseconds === undefined ? "" : toSerial(Math.floor(milliseconds / 60_000) * 60_000);

/** What the pane says once the sheet is there. */
export const auditDone = ({ formulas, frozen }: Audit, sheet: string): string => {
  const warnings = formulas.filter(({ problem }) => problem !== undefined).length;
  return [
    t("audit.done", { count: formulas.length + frozen.length, sheet }),
    ...(warnings === 0 ? [] : [`${t("audit.withWarning")}: ${formatNumber(warnings)}.`]),
  ].join(" ");
};
