import { normalizeAddress } from "../../../facts/sheet-names";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { blankArgument, cellText } from "../../arguments/argument";
import { readDate } from "../../arguments/dates";
import { choices, type Kind, optional, type Parameter, raw } from "../../arguments/parameters";
import { changeRows, type FormulaNews, newsSince } from "../../changes/refresh-changes";
import { defineFunction } from "../../define/define-function";
import type { AnyInvocation } from "../../define/invocation";
import { type ColumnSet, ownMember } from "../../table/columns";
import { showColumns } from "../../table/layout";
import { tabulate } from "../../table/table-builder";
import { findAnchor } from "./query-info";

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
const cellParameter: Parameter<boolean> = {
  control: "cell",
  type: "any",
  matrix: true,
  optional: true,
  list: false,
  parse: (argument) => argument !== blankArgument,
};

const lastRefresh = "last refresh";

/** A moment in ms since 1970; undefined for the last refresh. */
const since: Kind<number | undefined> = {
  ...raw,
  read: (cells, scope) => {
    const time = raw.read(cells, scope);
    return cellText(time).toLowerCase() === lastRefresh ? undefined : readDate(time, { ...scope, exact: true }).start;
  },
};

const kindsOfChange = ["new", "gone", "changed", "not compared"] as const;

/** `QUERY.CHANGES`: what refreshes changed in one formula or in all, by record. Makes no call. */
export const queryChanges = defineFunction({
  name: "QUERY.CHANGES",
  help: {
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
  },
  parameters: { cell: cellParameter, since: optional("date", since) },
  layout: "table",
  options: { change: choices(kindsOfChange), fields: raw },
  routes: [],
  columns,
  needsParameterAddresses: true,
  calculate: (invocation) => {
    const { options } = invocation;
    const { news, isOne } = newsFor(invocation, invocation.values);
    const rows = news
      .flatMap(changeRows)
      .map((row) => ({ ...row }))
      .filter(({ change }) => options.change === undefined || options.change.some((each) => each === change));
    const names =
      options.fields === undefined ? (isOne ? undefined : withAddress) : cellText(options.fields).split(",");
    return tabulate(invocation, rows, showColumns(invocation, columns, names));
  },
});

/** @throws AddinError `not-found` where the formula of the cell was never refreshed: an empty list would say that nothing changed. */
const newsFor = (
  { context, requestContext, runtime }: AnyInvocation,
  options: { readonly cell: boolean; readonly since: number | undefined },
): { readonly news: readonly FormulaNews[]; readonly isOne: boolean } => {
  requestContext.log.dependsOn("changes");
  const all = newsSince(context.changes?.get() ?? [], options.since);
  const address = context.parameterAddresses?.[0] ?? "";
  if (address === "") {
    if (options.cell) throw new AddinError("invalid-argument", t("functions.noAddress"));
    return { news: all, isOne: false };
  }
  const place = normalizeAddress(findAnchor(runtime.requestLog, address)?.address ?? address);
  const news = all.filter((each) => normalizeAddress(each.news.address) === place);
  if (news.length === 0 && options.since === undefined)
    throw new AddinError("not-found", t("functions.neverRefreshed"));
  return { news, isOne: true };
};

const withAddress = ["address", ...columns.shown];
