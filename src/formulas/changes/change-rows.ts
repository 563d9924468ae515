import { isDateType } from "../table/rows";
import { fromSerial } from "../table/dates";
import { partsOfKey } from "../table/formula-result";
import type { FieldChange, PlainValue, RecordChange } from "./compare-answers";
import { type FormulaNews, notComparedReason } from "./refresh-changes";

/** One line of a list of changes: a record that is new or gone, one changed value, or why nothing can be said. */
export interface ChangeRow {
  /** ISO 8601. */
  readonly at: string;
  readonly address: string;
  readonly function: string;
  readonly change: "new" | "gone" | "changed" | "not compared";
  readonly kind?: string;
  readonly company?: string;
  readonly title?: string;
  readonly field?: string;
  readonly before?: PlainValue;
  readonly after?: PlainValue;
  readonly key?: string;
}

/** The news of one formula, line by line. */
export const changeRows = ({ at: moment, compared: isCompared, news }: FormulaNews): readonly ChangeRow[] => {
  const shared = { at: isoText(moment), address: news.address || (news.query ?? ""), function: news.function };
  if (!isCompared) return [{ ...shared, change: "not compared", title: notComparedReason(news) }];
  const { kind, changes, newUnknown, goneUnknown } = news;
  const unknown = (field: string, reason: string | undefined): readonly ChangeRow[] =>
    reason === undefined ? [] : [{ ...shared, kind, change: "not compared", field, title: reason }];
  return [
    ...changes.flatMap((record) => recordLines(record).map((line) => ({ ...shared, kind, ...line }))),
    ...unknown("new", newUnknown),
    ...unknown("gone", goneUnknown),
  ];
};

const recordLines = ({ change, key, title, company, fields }: RecordChange) => {
  const line = { change, company, title, key: partsOfKey(key).join(" ") };
  if (change !== "changed") return [line];
  return fields.map((field) => ({
    ...line,
    field: field.field,
    before: readableValue(field.before, field),
    after: readableValue(field.after, field),
  }));
};

/** A value of a changed field. A date is written as text, because its column holds values of all kinds. */
export const readableValue = (value: PlainValue, { type }: Pick<FieldChange, "type">): PlainValue => {
  if (typeof value !== "number" || !isDateType(type)) return value;
  const moment = isoText(fromSerial(value));
  return type === "date" ? moment.slice(0, 10) : moment.slice(0, 16).replace("T", " ");
};

const isoText = (moment: number): string => new Date(moment).toISOString();
