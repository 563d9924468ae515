import { type Clock, createYieldToHost, type YieldToHost } from "../../engine/clock";
import { t } from "../../i18n/t";
import { fromSerial } from "../table/dates";
import { type Calculation, partsOfKey, type RecordKind } from "../table/formula-result";
import { isDateType } from "../table/rows";
import { compareAnswers, type FieldChange, type PlainValue, type RecordChange } from "./compare-answers";

/** What a refresh changed in one function of a formula. */
export interface FormulaChanges {
  /** `Sheet1!A1`; blank where no cell holds the formula of an edition. */
  readonly address: string;
  readonly function: string;
  readonly query: string;
  readonly kind: RecordKind;
  readonly changes: readonly RecordChange[];
  /** When the answer before was stored by an earlier session (ms since 1970); undefined for one of this session. */
  readonly since?: number | undefined;
  /** Why new records, or records that are gone, were not told; undefined where they were. */
  readonly newUnknown: string | undefined;
  readonly goneUnknown: string | undefined;
}

/**
 * Why a formula was not compared.
 * - `first`: it had no earlier answer to the same arguments.
 * - `large`: its earlier answer was too large to keep.
 * - `unnamed`: its records have no ids.
 * - `failed`: it was not fetched, or cannot be read.
 * - `notCalculated`: nobody knows what its cell shows.
 * - `onlyEarlier`, `onlyLater`: only one of two editions answers it.
 */
export type NotComparedReason =
  "first" | "large" | "unnamed" | "failed" | "notCalculated" | "onlyEarlier" | "onlyLater";

export interface NotCompared {
  /** Blank where no cell holds the formula. */
  readonly address: string;
  readonly function: string;
  /** The function with its arguments, where it is known without its cell. */
  readonly query?: string;
  readonly reason: NotComparedReason;
  /** What the add-in or the service said. */
  readonly detail?: string | undefined;
}

/** Why a formula was not compared, as a sentence. */
export const notComparedReason = ({ reason, detail }: Pick<NotCompared, "reason" | "detail">): string => {
  if (reason === "failed") return detail ?? t("changes.failed");
  return t(`changes.${reason}`);
};

/** What one refresh changed. */
export interface RefreshChanges {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  /** It took every formula of the workbook. */
  readonly isWhole: boolean;
  readonly formulas: readonly FormulaChanges[];
  readonly notCompared: readonly NotCompared[];
}

/** Refreshes, the newest last, in no more than so many, with no more records in all. */
const mostRefreshesStored = 20;
const mostChangedRecords = 50_000;

/** The refreshes with a further one; the oldest leave. */
const withRefresh = (refreshes: readonly RefreshChanges[], refresh: RefreshChanges): readonly RefreshChanges[] => {
  const remaining: RefreshChanges[] = [];
  let records = 0;
  for (const each of [refresh, ...refreshes.toReversed()]) {
    records += each.formulas.reduce((sum, { changes }) => sum + changes.length, 0);
    if (remaining.length > 0 && (records > mostChangedRecords || remaining.length === mostRefreshesStored)) break;
    remaining.unshift(each);
  }
  return remaining;
};

/** What changed in a formula, or why it was not compared, and when. */
export type FormulaNews = { readonly at: number } & (
  { readonly compared: true; readonly news: FormulaChanges } | { readonly compared: false; readonly news: NotCompared }
);

export const newsIn = ({ at, formulas, notCompared }: RefreshChanges): readonly FormulaNews[] => [
  ...formulas.map((news) => ({ at, compared: true, news }) as const),
  ...notCompared.map((news) => ({ at, compared: false, news }) as const),
];

/**
 * What changed since a moment (ms since 1970), the newest refresh first. Without a moment it is what the last refresh of each formula
 * changed: fetching one formula again leaves the news of the others. After a refresh of the workbook there are no others.
 */
export const newsSince = (refreshes: readonly RefreshChanges[], since: number | undefined): readonly FormulaNews[] => {
  const newestFirst = refreshes.toReversed();
  if (since !== undefined) return newestFirst.filter(({ at }) => at >= since).flatMap(newsIn);
  const addresses = new Set<string>();
  const newsList: FormulaNews[] = [];
  for (const refresh of newestFirst) {
    const fresh = newsIn(refresh).filter(({ news }) => !addresses.has(news.address));
    newsList.push(...fresh);
    for (const { news } of fresh) addresses.add(news.address);
    if (refresh.isWhole) break;
  }
  return newsList;
};

/** An answer that an earlier refresh of the workbook got, also in an earlier session. */
export interface EarlierAnswer {
  /** When it was stored (ms since 1970). */
  readonly at: number;
  readonly answer: Calculation;
}

/** Reads what the last refresh of the workbook stored as the answer to the same question. Never rejects. */
export type ReadEarlier = (answer: Calculation) => Promise<EarlierAnswer | undefined>;

/** A formula with its answers before and after a refresh: several where it has several functions. */
export interface RefreshedFormula {
  readonly address: string;
  readonly before: readonly Calculation[];
  readonly after: readonly Calculation[];
  /** An earlier answer was too large to keep. */
  readonly wasDropped: boolean;
  /** The function, and why the service refused to answer it. */
  readonly function: string;
  readonly error: string | undefined;
}

/**
 * Compares the answers of refreshed formulas. The first refresh of a formula in a session compares with the last refresh of an earlier
 * session where that is stored, because the answers of this session may be newer than it. QUERY functions tell about other formulas, so they
 * have no news of their own.
 */
const compareFormulas = async (
  refreshed: readonly RefreshedFormula[],
  readEarlier: ReadEarlier,
  isFirst: (address: string, query: string) => boolean,
  yieldToHost: YieldToHost,
): Promise<Pick<RefreshChanges, "formulas" | "notCompared">> => {
  const formulas: FormulaChanges[] = [];
  const notCompared: NotCompared[] = [];
  for (const formula of refreshed) {
    const { address, before, after, wasDropped, error } = formula;
    if (formula.function.startsWith("QUERY.")) continue;
    const refuse = (name: string, reason: NotComparedReason, detail?: string): void =>
      void notCompared.push({ address, function: name, reason, detail });
    if (error !== undefined) {
      refuse(formula.function, "failed", error);
      continue;
    }
    // An answer that stands was not given anew: the formula had other arguments then.
    const renewed = after.filter((answer) => !before.includes(answer));
    if (renewed.length === 0) refuse(formula.function, "unnamed");
    for (const answer of renewed) {
      const ofSession = before.find(({ query }) => query === answer.query);
      const stored = ofSession === undefined || isFirst(address, answer.query) ? await readEarlier(answer) : undefined;
      const earlier = stored?.answer ?? ofSession;
      if (earlier === undefined) {
        refuse(answer.function, wasDropped ? "large" : "first");
        continue;
      }
      const comparison = await compareAnswers(earlier, answer, yieldToHost);
      if (comparison === undefined) refuse(answer.function, "unnamed");
      else
        formulas.push({
          address,
          function: answer.function,
          query: answer.query,
          since: stored?.at,
          ...comparison,
        });
    }
  }
  return { formulas, notCompared };
};

/** The news in numbers: a record that several formulas show counts once. */
export interface ChangeCounts {
  readonly events: number;
  readonly documents: number;
  readonly companies: number;
  /** New records of other kinds. */
  readonly others: number;
  readonly rose: number;
  readonly fell: number;
  /** Records that changed otherwise. */
  readonly changed: number;
  readonly gone: number;
}

/** How a score changed: up, down, or not at all. */
export const scoreStep = ({ fields }: Pick<RecordChange, "fields">): number => {
  const score = fields.find(({ field }) => field === "score");
  return typeof score?.before === "number" && typeof score.after === "number"
    ? Math.sign(score.after - score.before)
    : 0;
};

const newKinds: Readonly<Partial<Record<RecordKind, keyof ChangeCounts>>> = {
  event: "events",
  document: "documents",
  company: "companies",
};

const countName = (kind: RecordKind, record: RecordChange): keyof ChangeCounts => {
  if (record.change === "new") return newKinds[kind] ?? "others";
  if (record.change === "gone") return "gone";
  const step = scoreStep(record);
  return step === 0 ? "changed" : step > 0 ? "rose" : "fell";
};

export const countChanges = (formulas: readonly FormulaChanges[]): ChangeCounts => {
  const keysByCount = new Map<keyof ChangeCounts, Set<string>>();
  for (const { kind, address, query, changes } of formulas)
    for (const record of changes) {
      const count = countName(kind, record);
      // Rows that the add-in computes, and companies that left a universe, are those of one formula.
      const place = kind === "event" || kind === "document" ? "" : address || query;
      const keys = keysByCount.get(count) ?? new Set();
      keysByCount.set(count, keys.add(JSON.stringify([kind, place, record.key])));
    }
  const size = (count: keyof ChangeCounts): number => keysByCount.get(count)?.size ?? 0;
  return {
    events: size("events"),
    documents: size("documents"),
    companies: size("companies"),
    others: size("others"),
    rose: size("rose"),
    fell: size("fell"),
    changed: size("changed"),
    gone: size("gone"),
  };
};

/** A refresh that was compared: all news that are kept, and its own in numbers. */
export interface ComparedRefresh {
  readonly refreshes: readonly RefreshChanges[];
  /** Undefined where no formula could be compared. */
  readonly counts: ChangeCounts | undefined;
  /** Refreshed formulas that could not be compared. */
  readonly notCompared: number;
}

/** Compares the formulas of a refresh in time slices, and adds their news to those of earlier refreshes. */
export const compareRefresh = async (
  refresh: {
    readonly formulas: readonly RefreshedFormula[];
    readonly missed: readonly { readonly address: string; readonly function: string; readonly reason: string }[];
    readonly isWhole: boolean;
  },
  earlier: readonly RefreshChanges[],
  clock: Clock,
  readEarlier: ReadEarlier = () => Promise.resolve(undefined),
): Promise<ComparedRefresh> => {
  const comparedBefore = new Set(
    earlier.flatMap(({ formulas }) => formulas.map(({ address, query }) => `${address} ${query}`)),
  );
  const { formulas, notCompared } = await compareFormulas(
    refresh.formulas,
    readEarlier,
    (address, query) => !comparedBefore.has(`${address} ${query}`),
    createYieldToHost(clock),
  );
  const skipped = refresh.missed.map(({ address, function: name, reason }): NotCompared => ({
    address,
    function: name,
    reason: "failed",
    detail: reason,
  }));
  const news = { at: clock.now(), isWhole: refresh.isWhole, formulas, notCompared: [...notCompared, ...skipped] };
  return {
    refreshes: withRefresh(earlier, news),
    counts: formulas.length === 0 ? undefined : countChanges(formulas),
    notCompared: new Set(notCompared.map(({ address }) => address)).size,
  };
};

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
