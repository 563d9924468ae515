import type { YieldToHost } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import { type Calculation, partsOfKey, type RecordKind, type ResultColumn } from "../table/formula-result";
import { type CellValue, plainValue } from "../table/matrix";

/** A value as it is compared and shown: dates are serials. */
export type PlainValue = string | number | boolean;

/** One value of a record that is another than before. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly type: ResultColumn["type"];
  readonly before: PlainValue;
  readonly after: PlainValue;
}

/** A record that came, left, or has other values. */
export interface RecordChange {
  readonly change: "new" | "gone" | "changed";
  readonly key: string;
  /** What the record is called: its title or name, else its key. */
  readonly title: string;
  /** The company that it belongs to: the name where the answer shows it, else the id; "" for none. */
  readonly company: string;
  /** The score that the answer shows, after the refresh; before it for a record that is gone. */
  readonly score: number | undefined;
  /** Empty where the record is new or gone. */
  readonly fields: readonly FieldChange[];
}

/** Why records were not looked for that came or left. */
export interface AnswerDifference {
  readonly kind: RecordKind;
  /** In the order of the later answer; records that are gone last. */
  readonly changes: readonly RecordChange[];
  /** New records are not told, because the earlier answer was a part: the sentence that says why. */
  readonly newUnknown: string | undefined;
  /** Records that are gone are not told, because the later answer is a part. */
  readonly goneUnknown: string | undefined;
}

/** The rows of two answers that belong together. Numbers are places of rows, from 0. */
export interface RowDifference {
  readonly added: readonly number[];
  readonly gone: readonly number[];
  readonly changed: readonly { readonly before: number; readonly after: number; readonly columns: readonly number[] }[];
}

/** Rows between two looks at the clock. */
const slice = 256;

/** The rows of an answer, made ready to be compared. */
interface Side {
  readonly answer: Calculation;
  readonly rows: readonly (readonly CellValue[])[];
  /** By key, the places of its rows: several where rows have one key. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Why it lacks records. */
  readonly incomplete: string | undefined;
}

const readSide = async (answer: Calculation, yieldToHost: YieldToHost): Promise<Side> => {
  const rows = answer.result.rows();
  const places = new Map<string, number[]>();
  let { incomplete } = answer;
  for (let row = 0; row < rows.length; row += 1) {
    const turn = row % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    const key = answer.result.records.origins[row]?.key;
    const [first] = rows[row] ?? [];
    if (key === undefined) {
      // A company whose records could not be read has a row with the failure.
      if (first instanceof AddinError) incomplete ??= first.message;
      continue;
    }
    const same = places.get(key);
    if (same === undefined) places.set(key, [row]);
    else same.push(row);
  }
  return { answer, rows, places, incomplete };
};

/** A column that both answers have, or one of them, with its place in each. */
interface ComparedColumn extends ResultColumn {
  readonly before: number;
  readonly after: number;
}

const comparedColumns = (before: Calculation, after: Calculation): readonly ComparedColumn[] => {
  const identity = after.result.records.identity;
  const left = new Set([...(identity?.ignored ?? []), ...(identity?.key ?? [])]);
  const columns = new Map<string, ComparedColumn>();
  const add = (all: readonly ResultColumn[], side: "before" | "after"): void => {
    for (const [place, { name, label, type }] of all.entries()) {
      if (name === "" || left.has(name)) continue;
      const known = columns.get(name);
      if (known === undefined) columns.set(name, { name, label, type, before: -1, after: -1, [side]: place });
      else if (known[side] === -1) columns.set(name, { ...known, [side]: place });
    }
  };
  add(after.result.records.columns, "after");
  add(before.result.records.columns, "before");
  return [...columns.values()];
};

const valueAt = (row: readonly CellValue[] | undefined, place: number): CellValue | undefined =>
  place === -1 ? undefined : row?.[place];

/** Whether two cells differ. A failure is no value: nothing can be said of it. A count of nothing in a new column is no change. */
const differ = (before: CellValue | undefined, after: CellValue | undefined): boolean => {
  if (before === after) return false;
  if (before instanceof AddinError || after instanceof AddinError) return false;
  if (before === undefined || after === undefined) {
    const only = plainValue(before ?? after);
    return only !== "" && only !== 0;
  }
  return plainValue(before) !== plainValue(after);
};

class AnswerComparison {
  readonly columns: readonly ComparedColumn[];
  readonly #before: Side;
  readonly #after: Side;

  constructor(before: Side, after: Side) {
    this.#before = before;
    this.#after = after;
    this.columns = comparedColumns(before.answer, after.answer);
  }

  async difference(yieldToHost: YieldToHost): Promise<RowDifference> {
    const [newRows, gone]: [number[], number[]] = [[], []];
    const changed: RowDifference["changed"][number][] = [];
    let count = 0;
    for (const [key, after] of this.#after.places) {
      count += after.length;
      if (count >= slice) {
        count = 0;
        const turn = yieldToHost();
        if (turn !== undefined) await turn;
      }
      const before = this.#before.places.get(key) ?? [];
      const pairs = this.#pair(before, after);
      for (const [one, other] of pairs) {
        const columns = this.#differing(one, other);
        if (columns.length > 0) changed.push({ before: one, after: other, columns });
      }
      if (pairs.length < after.length)
        newRows.push(...withoutPositions(after, new Set(pairs.map(([, other]) => other))));
      if (pairs.length < before.length) gone.push(...withoutPositions(before, new Set(pairs.map(([one]) => one))));
    }
    for (const [key, before] of this.#before.places) if (!this.#after.places.has(key)) gone.push(...before);
    return { added: ascending(newRows), gone: ascending(gone), changed };
  }

  /** Rows of one key: equal ones first, then the others in their order. */
  #pair(before: readonly number[], after: readonly number[]): readonly (readonly [number, number])[] {
    if (before.length === 1 && after.length === 1) return [[before[0] ?? 0, after[0] ?? 0]];
    if (before.length === 0) return [];
    const alike = new Map<string, number[]>();
    for (const place of before.toReversed()) {
      const text = this.#textOf(this.#before.rows[place], "before");
      const same = alike.get(text);
      if (same === undefined) alike.set(text, [place]);
      else same.push(place);
    }
    const pairs: [number, number][] = [];
    const open: number[] = [];
    for (const place of after) {
      const same = alike.get(this.#textOf(this.#after.rows[place], "after"))?.pop();
      if (same === undefined) open.push(place);
      else pairs.push([same, place]);
    }
    const left = withoutPositions(before, new Set(pairs.map(([one]) => one)));
    for (const [index, place] of left.entries()) {
      const other = open[index];
      if (other !== undefined) pairs.push([place, other]);
    }
    return pairs;
  }

  #textOf(row: readonly CellValue[] | undefined, side: "before" | "after"): string {
    return JSON.stringify(this.columns.map((column) => plainValue(valueAt(row, column[side]))));
  }

  /** The places, among the compared columns, whose values differ. */
  #differing(before: number, after: number): readonly number[] {
    const [one, other] = [this.#before.rows[before], this.#after.rows[after]];
    const columns: number[] = [];
    for (const [place, column] of this.columns.entries())
      if (differ(valueAt(one, column.before), valueAt(other, column.after))) columns.push(place);
    return columns;
  }
}

const withoutPositions = (places: readonly number[], left: ReadonlySet<number>): readonly number[] =>
  places.filter((place) => !left.has(place));

const ascending = (places: readonly number[]): readonly number[] => [...places].sort((one, other) => one - other);

/** The rows that came, left and changed between two answers of one formula, in any order of rows. */
export const findDifference = async (
  before: Calculation,
  after: Calculation,
  yieldToHost: YieldToHost,
): Promise<RowDifference> =>
  new AnswerComparison(await readSide(before, yieldToHost), await readSide(after, yieldToHost)).difference(yieldToHost);

/**
 * What a refresh changed in one formula, by record. A record is new only where the earlier answer was whole, and gone only where the later
 * one is: a record that was not fetched is neither. Undefined where nothing names the records.
 */
export const compareAnswers = async (
  before: Calculation,
  after: Calculation,
  yieldToHost: YieldToHost,
): Promise<AnswerDifference | undefined> => {
  const { identity } = after.result.records;
  if (identity === undefined || before.result.records.identity === undefined) return undefined;
  const [earlier, later] = [await readSide(before, yieldToHost), await readSide(after, yieldToHost)];
  const comparison = new AnswerComparison(earlier, later);
  const { added: newRows, gone, changed } = await comparison.difference(yieldToHost);
  const newUnknown = earlier.incomplete;
  const goneUnknown = later.incomplete;
  const changes: { readonly place: number; readonly record: RecordChange }[] = [
    ...(newUnknown === undefined ? newRows : []).map((place) => ({
      place,
      record: { ...describeRow(later, place), change: "new", fields: [] } as const,
    })),
    ...changed.map(({ before: place, after: now, columns }) => ({
      place: now,
      record: {
        ...describeRow(later, now),
        change: "changed",
        fields: columns.flatMap((column) => {
          const comparedColumn = comparison.columns[column];
          if (comparedColumn === undefined) return [];
          const { name, label, type } = comparedColumn;
          const was = plainValue(valueAt(earlier.rows[place], comparedColumn.before));
          const is = plainValue(valueAt(later.rows[now], comparedColumn.after));
          return [{ field: name, label, type, before: was, after: is }];
        }),
      } as const,
    })),
  ].sort((one, other) => one.place - other.place);
  const left = (goneUnknown === undefined ? gone : []).map((place): RecordChange => ({
    ...describeRow(earlier, place),
    change: "gone",
    fields: [],
  }));
  return { kind: identity.kind, changes: [...changes.map(({ record }) => record), ...left], newUnknown, goneUnknown };
};

/** What the record of a row is called, and whose it is. `place` counts the rows of the result from 0. */
export const describeRecord = (answer: Calculation, place: number): Omit<RecordChange, "change" | "fields"> =>
  describeRow({ answer, rows: answer.result.rows() }, place);

/** Columns that say what a record is called, the best first. */
const titles = ["title", "universe_name", "name", "label", "entity.name", "description"];

const describeRow = (
  { answer, rows }: Pick<Side, "answer" | "rows">,
  place: number,
): Omit<RecordChange, "change" | "fields"> => {
  const { columns, origins, identity } = answer.result.records;
  const row = rows[place];
  const memberText = (name: string): PlainValue =>
    plainValue(row?.[columns.findIndex((column) => column.name === name)]);
  const origin = origins[place];
  const key = origin?.key ?? "";
  const titleField = identity?.kind === "row" ? undefined : titles.find((name) => memberText(name) !== "");
  const entityName = String(memberText("entity.name"));
  const companyName = identity?.kind === "company" ? String(memberText("name")) : entityName;
  const score = memberText("score");
  return {
    key,
    title:
      titleField === undefined ? readableKey(key, identity?.key ?? [], entityName) : String(memberText(titleField)),
    company: companyName || (origin?.entityId ?? ""),
    score: typeof score === "number" ? score : undefined,
  };
};

/** The parts of a key, with the name of the company in place of its id. */
const readableKey = (key: string, members: readonly string[], entityName: string): string =>
  partsOfKey(key)
    .map((part, index) => (members[index] === "entity_id" && entityName !== "" ? entityName : part))
    .filter((part) => part !== "")
    .join(" · ");
