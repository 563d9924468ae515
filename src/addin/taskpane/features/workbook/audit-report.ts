import { addressSheet, withoutSheet } from "../../../../facts/sheet-names";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { numberFormats, toSerial } from "../../../../formulas/table/dates";
import { formatNumber, t } from "../../../../i18n/t";
import type { EditionProof } from "../../../excel/refresh/workbook-editions";
import type { Audit, AuditScope } from "../../../excel/trace/audit";
import type { FrozenFormula } from "../../../excel/freeze/frozen-book";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { Report, ReportTable } from "../../../excel/sheet/report-sheet";
import type { KnownFormula } from "../../../excel/trace/where-from";
import { argumentsInWords, describePurpose, listRequests } from "./formula-words";

type Definitions = readonly FunctionDefinition[];

/** Points of the columns of the formulas. */
const auditWidths = [100, 80, 200, 130, 105, 50, 50, 120, 260, 260, 320, 105, 180, 260];
/** Free rows below the facts and below each table. */
const gapRows = 2;
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
    const row = above === undefined ? firstTable : above.row + 2 + above.rows.length + gapRows;
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
    headers: [...place, ...auditColumns.map((column) => t(`audit.column.${column}`))],
    rows: [
      ...formulas.map((formula) => formulaRow(formula, definitions)),
      ...frozen.map((formula) => frozenRow(formula, definitions)),
    ],
    numberFormats: ["", "", ...auditColumns].map((column) => formats[column]),
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
      { label: t("audit.made"), value: auditMoment(now) },
      { label: t("audit.scope"), value: area ?? t(`audit.scope.${scope}`) },
      { label: t("audit.column.formula"), value: formulas.length + frozen.length },
      { label: t("audit.withWarning"), value: warnings.length },
    ],
    widths: auditWidths,
    tables,
  };
};

/** The sheet of an edition: what it answered, with the hash of each formula. */
export const editionReport = (
  title: string,
  { edition, fingerprint, formulas }: EditionProof,
  now: number,
): Report => ({
  sheetName: t("audit.sheet"),
  title: t("audit.sheet"),
  subtitle: t("editions.reportSubtitle"),
  facts: [
    { label: t("audit.made"), value: auditMoment(now) },
    { label: t("editions.edition"), value: title },
    { label: t("audit.column.captured"), value: auditMoment(edition.at) },
    { label: t("audit.column.formula"), value: formulas.length },
    { label: t("audit.column.hash"), value: fingerprint },
  ],
  widths: [100, 80, 130, 320, 105, 105, 50, 260, 130],
  tables: [
    {
      row: firstTable,
      column: 0,
      heading: t("audit.formulas", { count: formulas.length }),
      headers: [
        ...(["sheet", "cell", "function", "formula", "fetched", "captured", "rows", "state", "hash"] as const),
      ].map((column) => t(`audit.column.${column}`)),
      rows: formulas.map(({ address, function: name, formula, fetchedAt, capturedAt, rows, incomplete, hash }) => [
        ...splitAddress(address),
        name,
        formula,
        dateSerial(fetchedAt),
        dateSerial(capturedAt ?? edition.at),
        rows ?? "",
        hash === undefined ? t("editions.state.unreadable") : (incomplete ?? t("share.complete")),
        hash ?? "",
      ]),
      numberFormats: ["", "", "", "", formats["fetched"], formats["captured"], formats["rows"], "", ""],
      wrapped: [3, 7],
    },
  ],
});

const auditColumns = [
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
const auditMoment = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");

const formulaRow = (
  { address, formula, entries, problem, cut }: KnownFormula,
  definitions: Definitions,
): readonly CellContent[] => {
  const calls = entries.length === 0 ? [formula.replace(/^=/, "")] : entries.map(({ query }) => query);
  const names = entries.length === 0 ? [calls[0]?.replace(/\(.*$/s, "") ?? ""] : entries.map(({ what }) => what);
  const all = (text: (entry: RequestLogEntry) => string | undefined): string =>
    distinctTexts(entries.map(text)).join("; ");
  return [
    ...splitAddress(address),
    problem ?? cut ?? t(entries.length === 0 ? "share.calculated" : "share.complete"),
    all(({ source }) => source && t(`activity.source.${source}`)),
    dateSerial(earliest(entries.map(({ fetchedAt }) => fetchedAt))),
    sumKnown(entries.map(({ rows }) => rows)),
    entries.length === 0 ? "" : sumKnown(entries.map(({ requests }) => requests)),
    distinctTexts(names).join(", "),
    distinctTexts(calls.map((call) => describePurpose(call, definitions))).join(" "),
    distinctTexts(calls.map((call) => argumentsInWords(call, definitions))).join(" | "),
    formula,
    dateSerial(earliest(entries.map(({ capturedAt }) => capturedAt))),
    all(({ hash }) => hash),
    distinctTexts(names.flatMap((name) => listRequests(name, definitions))).join(", "),
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
      t("share.frozen", { moment: auditMoment(frozenAt) }),
      ...(changed.length === 0 ? [] : [t("freeze.changed", { cells: changed.slice(0, 3).join(", ") })]),
    ].join(" "),
    "",
    dateSerial(fetchedAt),
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

const distinctTexts = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text): text is string => text !== undefined && text !== "")),
];

const knownNumbers = (numbers: readonly (number | undefined)[]): readonly number[] =>
  numbers.filter((number) => number !== undefined);

const earliest = (moments: readonly (number | undefined)[]): number | undefined =>
  knownNumbers(moments).toSorted((one, other) => one - other)[0];

const sumKnown = (numbers: readonly (number | undefined)[]): CellContent =>
  knownNumbers(numbers).length === 0 ? "" : knownNumbers(numbers).reduce((one, other) => one + other, 0);

/** To the minute, as it is shown. */
const dateSerial = (milliseconds: number | undefined): CellContent =>
  milliseconds === undefined ? "" : toSerial(Math.floor(milliseconds / 60_000) * 60_000);

/** What the pane says once the sheet is there. */
export const auditDone = ({ formulas, frozen }: Audit, sheet: string): string => {
  const warnings = formulas.filter(({ problem }) => problem !== undefined).length;
  return [
    t("audit.done", { count: formulas.length + frozen.length, sheet }),
    ...(warnings === 0 ? [] : [`${t("audit.withWarning")}: ${formatNumber(warnings)}.`]),
  ].join(" ");
};
