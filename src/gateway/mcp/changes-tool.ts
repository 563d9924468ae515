import { type ChangeRow, changeRows } from "../../formulas/changes/refresh-changes";
import { type AnswerDifference, compareAnswers } from "../../formulas/changes/compare-answers";
import { fromSerial } from "../../formulas/table/dates";
import type { Calculation } from "../../formulas/table/formula-result";
import { plainValue } from "../../formulas/table/matrix";
import { type AnswerValue, valuesHash } from "./answer";
import { type ToolAnswer, type ToolCall, usualRows, WrongToolArgument } from "./assistant";
import { cleanLine, cleanText } from "./clean-text";
import { listPastAnswers, noYield, type PastAnswer, readPastAnswer, toCalculation } from "./past-answers";
import { answerFormula } from "./query-tool";

export interface ChangesArguments {
  readonly formula: string;
  readonly since?: string;
  readonly until?: string;
  readonly rows?: number;
}

/** @throws WrongToolArgument */
const readMoment = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment))
    throw new WrongToolArgument(
      `${name} must be a day such as 2026-01-31, or a moment with its offset, got "${text.slice(0, 40)}".`,
    );
  return moment;
};

/** The answer that was the latest at a moment, which is now if undefined; the first one that is kept where none is so old. */
const answerAt = (answers: readonly PastAnswer[], moment = Infinity): PastAnswer | undefined =>
  answers.findLast(({ firstAt }) => firstAt <= moment) ?? answers[0];

interface Side {
  readonly calculation: Calculation;
  readonly at: number;
  /** What QUERY.INFO shows, and the hash of all values. */
  readonly hash: string;
  readonly values: string;
}

const absentNote =
  "No earlier answer to this formula is kept, so the formula was calculated again: what is gone or had another value is not known.";

/** Both moments as ms since 1970. @throws WrongToolArgument */
const readMoments = (given: ChangesArguments): readonly [since: number | undefined, until: number | undefined] => {
  const [since, until] = [readMoment("since", given.since), readMoment("until", given.until)];
  if (since !== undefined && until !== undefined && until <= since)
    throw new WrongToolArgument(`until must be after since, got ${given.until ?? ""}.`);
  return [since, until];
};

/** `changes`: what is new, gone or different between two answers to a formula. */
export const changes = async (call: ToolCall, given: ChangesArguments): Promise<ToolAnswer> => {
  const { formula, rows: most = usualRows } = given;
  const [since, until] = readMoments(given);
  const key = formula.trim().startsWith("=") ? formula.trim() : `=${formula.trim()}`;
  // Before this call adds one.
  const kept = (await listPastAnswers(call)).filter((answer) => answer.formula === key);
  const before = await loadSide(call, answerAt(kept, since));
  const end =
    until === undefined
      ? undefined
      : await loadSide(
          call,
          kept.findLast(({ firstAt }) => firstAt <= until),
        );
  const after = end ?? (await calculateNow(call, formula));
  const found = await findChanges(before, after, since);
  const total = found.rows?.length ?? null;
  const cut = total !== null && most < total ? [`${most} of ${total} changes are here; give "rows" for more.`] : [];
  const content = {
    formula: key,
    from: before === undefined ? (given.since ?? null) : isoText(before.at),
    to: isoText(after.at),
    compared: before !== undefined,
    total_changes: total,
    changes: found.rows?.slice(0, most) ?? [],
    completeness: [...storeNotes(given, { before, hasEnd: end !== undefined }), ...found.notes, ...cut].join(" "),
    hash_before: before?.hash ?? null,
    hash: after.hash,
  };
  return { text: changesText(content), content };
};

/** What the store did not have. */
const storeNotes = (
  { since, until }: ChangesArguments,
  { before, hasEnd }: { readonly before: Side | undefined; readonly hasEnd: boolean },
): readonly string[] => {
  if (before === undefined) return [absentNote];
  const isLate = since !== undefined && before.at > Date.parse(since);
  return [
    ...(isLate ? [`No answer of ${since} is kept: the earliest is of ${isoText(before.at)}.`] : []),
    ...(until !== undefined && !hasEnd ? [`No answer of ${until} is kept, so the formula was calculated again.`] : []),
  ];
};

const isoText = (moment: number | undefined): string => new Date(moment ?? 0).toISOString();

const loadSide = async (call: ToolCall, answer: PastAnswer | undefined): Promise<Side | undefined> => {
  const past = answer && (await readPastAnswer(call, answer));
  return past && { calculation: past.calculation, at: past.answer.firstAt, hash: answer.hash, values: answer.values };
};

/** Changes with what is not known of them, as sentences. */
interface ChangeList {
  /** Undefined where nothing can be said of them, which is not "none". */
  readonly rows: readonly ToldChange[] | undefined;
  readonly notes: readonly string[];
}

const findChanges = async (before: Side | undefined, after: Side, since: number | undefined): Promise<ChangeList> => {
  if (before === undefined)
    return { rows: since === undefined ? undefined : datedSince(after.calculation, since), notes: [] };
  return compare(before, after, await compareAnswers(before.calculation, after.calculation, noYield));
};

const changesText = (content: {
  readonly from: string | null;
  readonly to: string;
  readonly compared: boolean;
  readonly total_changes: number | null;
  readonly changes: readonly ToldChange[];
  readonly completeness: string;
}): string => {
  const { from, to, compared, total_changes: total, changes: rows, completeness } = content;
  const lines = rows.slice(0, 5).map(({ change, title, field, before, after }) => {
    const values =
      field === undefined ? "" : `, ${field}: ${String(before ?? "missing")} → ${String(after ?? "missing")}`;
    return `- ${change}: ${title}${values}`;
  });
  const known = compared
    ? `${total ?? 0} changes from ${from ?? ""} to ${to}.`
    : `${total ?? 0} records are dated since then.`;
  const first = total === null ? "What changed is not known." : known;
  return [first, ...lines, ...(completeness === "" ? [] : [completeness])].join("\n");
};

const calculateNow = async (call: ToolCall, formula: string): Promise<Side> => {
  const { table, answer } = await answerFormula(call, formula, { first: 1, rows: 1 }, { fresh: true });
  const values = valuesHash(table.result);
  return { calculation: toCalculation(table), at: call.deps.clock.now(), hash: answer.hash, values };
};

/** A change as it is told: titles are texts of the service. */
type ToldChange = Pick<ChangeRow, "change" | "company" | "field" | "key"> & {
  readonly title: string;
  readonly before?: AnswerValue;
  readonly after?: AnswerValue;
};

const told = ({
  change,
  title,
  company,
  field,
  before,
  after,
  key,
}: Omit<ChangeRow, "at" | "address" | "function">): ToldChange => ({
  change,
  title: cleanLine(title ?? "", 200),
  ...(company !== undefined && company !== "" && { company: cleanLine(company, 200) }),
  ...(field !== undefined && { field, before: toldValue(before), after: toldValue(after) }),
  ...(key !== undefined && { key: cleanLine(key, 200) }),
});

/** Null where the record has no value. */
const toldValue = (value: ChangeRow["before"] = ""): AnswerValue =>
  typeof value !== "string" ? value : value === "" ? null : cleanText(value, 400);

const compare = (before: Side, after: Side, difference: AnswerDifference | undefined): ChangeList => {
  if (difference === undefined)
    return {
      rows: before.values === after.values ? [] : undefined,
      notes: [
        before.values === after.values
          ? "Both answers have the same values."
          : "The values differ, but nothing names the rows of this formula. Ask for the changes of the function inside it.",
      ],
    };
  const news = { address: "", function: after.calculation.function, query: "", ...difference };
  const rows = changeRows({ at: after.at, compared: true, news });
  const unknown = [difference.newUnknown, difference.goneUnknown].filter((reason) => reason !== undefined);
  return {
    rows: rows.filter(({ change }) => change !== "not compared").map(told),
    notes: unknown.length === 0 ? [] : [`Not all records could be compared: ${unknown.join(" ")}`],
  };
};

/** The records whose own date is after a moment; undefined where they have none. */
const datedSince = ({ result }: Calculation, since: number): readonly ToldChange[] | undefined => {
  const { columns, origins } = result.records;
  const place = columns.findIndex(({ type }) => type.startsWith("date"));
  const title = columns.findIndex(({ name }) => /title|name/.test(name));
  if (place === -1) return undefined;
  return result.rows().flatMap((row, index): readonly ToldChange[] => {
    const moment = fromSerial(Number(plainValue(row[place])));
    const key = origins[index]?.key;
    return moment >= since && key !== undefined
      ? [{ change: "new", title: cleanLine(String(plainValue(row[title])), 200), key }]
      : [];
  });
};
