import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { normalizeAddress } from "../../addresses";
import { blank, textOf } from "../../arguments/argument";
import { isoMoment, readDate } from "../../arguments/dates";
import { choices, type Kind, optional, type Parameter, raw } from "../../arguments/parameters";
import type { FieldChange, PlainValue, RecordChange } from "../../changes/compare-answers";
import { type FormulaNews, newsSince, reasonOf } from "../../changes/refresh-changes";
import { defineFunction } from "../../define/define-function";
import { helpWanted } from "../../define/help";
import type { AnyInvocation } from "../../define/invocation";
import { partsOfKey } from "../../table/answer-records";
import { type ColumnSet, ownMember, type TableRecord } from "../../table/columns";
import { fromSerial } from "../../table/dates";
import { showColumns } from "../../table/layout";
import { isDate } from "../../table/rows";
import { tabulate } from "../../table/table-builder";
import { anchorOf } from "./query-info";

const columns: ColumnSet = {
  members: [
    ownMember("at", "date-time"),
    ownMember("address", "text"),
    ownMember("function", "text"),
    ownMember("change", "text"),
    ownMember("kind", "text"),
    ownMember("company", "text"),
    ownMember("title", "text"),
    ownMember("field", "text"),
    ownMember("before", "text"),
    ownMember("after", "text"),
    ownMember("key", "text"),
  ],
  shown: ["change", "company", "title", "field", "before", "after", "key", "at"],
};

/** Only the address of the cell counts: its value may be an error. True where there is an argument. */
const cell: Parameter<boolean> = {
  control: "cell",
  type: "any",
  matrix: true,
  optional: true,
  list: false,
  parse: (argument) => argument !== blank,
};

const lastRefresh = "last refresh";

/** A moment in ms since 1970; undefined for the last refresh. */
const since: Kind<number | undefined> = {
  ...raw,
  read: (cells, scope) => {
    const given = raw.read(cells, scope);
    return textOf(given).toLowerCase() === lastRefresh ? undefined : readDate(given, scope).start;
  },
};

const kindsOfChange = ["new", "gone", "changed", "not compared"] as const;

/** `QUERY.CHANGES`: what refreshes changed in one formula or in all, by record. Makes no call. */
export const queryChanges = defineFunction({
  name: "QUERY.CHANGES",
  help: helpWanted
    ? {
        description:
          "Shows what a refresh changed: records that are new or gone, and values that changed, before and after.",
        synonyms: "difference, diff, what is new, news, delta, compare, since last refresh, audit",
        labels: { cell: "Formula", since: "Since" },
        parameters: {
          cell: "The cell with the formula, or any cell of its result; all formulas of the workbook, with their addresses, if omitted.",
          since: 'A date or a time of this session; "last refresh" if omitted.',
        },
        options: {
          change: "Only these: new, gone, changed, or not compared (what could not be compared, and why).",
          fields: "Columns: names separated by commas.",
        },
        examples: [
          { formula: "=QUERY.CHANGES(A1)", shows: "What the last refresh changed in the result of A1." },
          {
            formula: '=QUERY.CHANGES(,"today","change=new")',
            shows: "All records that came today while the workbook was open, with the addresses of their formulas.",
          },
        ],
      }
    : undefined,
  parameters: { cell, since: optional("date", since) },
  layout: "table",
  options: { change: choices(kindsOfChange), fields: raw },
  routes: [],
  columns,
  needsParameterAddresses: true,
  answer: (invocation) => {
    const { options } = invocation;
    const { news, isOne } = newsFor(invocation, invocation.values);
    const rows = news
      .flatMap(rowsOf)
      .filter(({ change }) => options.change === undefined || options.change.some((each) => each === change));
    const names = options.fields === undefined ? (isOne ? undefined : withAddress) : textOf(options.fields).split(",");
    return tabulate(invocation, rows, showColumns(invocation, columns, names));
  },
});

/** @throws AddinError `not-found` where the formula of the cell was never refreshed: an empty list would say that nothing changed. */
const newsFor = (
  { context, requestContext, runtime }: AnyInvocation,
  asked: { readonly cell: boolean; readonly since: number | undefined },
): { readonly news: readonly FormulaNews[]; readonly isOne: boolean } => {
  requestContext.log.dependsOn("changes");
  const all = newsSince(context.changes?.get() ?? [], asked.since);
  const address = context.parameterAddresses?.[0] ?? "";
  if (address === "") {
    if (asked.cell) throw new AddinError("invalid-argument", t("functions.noAddress"));
    return { news: all, isOne: false };
  }
  const place = normalizeAddress(anchorOf(runtime.requestLog, address)?.address ?? address);
  const news = all.filter((each) => normalizeAddress(each.news.address) === place);
  if (news.length === 0 && asked.since === undefined) throw new AddinError("not-found", t("functions.neverRefreshed"));
  return { news, isOne: true };
};

const withAddress = ["address", ...columns.shown];

const rowsOf = (news: FormulaNews): readonly TableRecord[] => {
  const { address, function: name } = news.news;
  const shared = { at: isoMoment(news.at), address, function: name };
  if (!news.compared) return [{ ...shared, change: "not compared", title: reasonOf(news.news) }];
  const { kind, changes, newUnknown, goneUnknown } = news.news;
  const unknown = (field: string, reason: string | undefined): readonly TableRecord[] =>
    reason === undefined ? [] : [{ ...shared, kind, change: "not compared", field, title: reason }];
  return [
    ...changes.flatMap((record) => rowsOfRecord(record).map((row) => ({ ...shared, kind, ...row }))),
    ...unknown("new", newUnknown),
    ...unknown("gone", goneUnknown),
  ];
};

const rowsOfRecord = ({ change, key, title, company, fields }: RecordChange): readonly TableRecord[] => {
  const row = { change, company, title, key: partsOfKey(key).join(" ") };
  return change === "changed"
    ? fields.map((field) => ({
        ...row,
        field: field.field,
        before: shown(field.before, field),
        after: shown(field.after, field),
      }))
    : [row];
};

/** A date is written as text, because its column holds values of all kinds. */
const shown = (value: PlainValue, { type }: FieldChange): PlainValue => {
  if (typeof value !== "number" || !isDate(type)) return value;
  const moment = isoMoment(fromSerial(value));
  return type === "date" ? moment.slice(0, 10) : moment.slice(0, 16).replace("T", " ");
};
