import type { WireRecord } from "../runtime/wire-record";
import { listFrom, scalarOf } from "../table/nested/reading";

/** What a group is made of. */
export interface Group {
  readonly key: string;
  readonly count: number;
  readonly highest: number | undefined;
  /** Mean polarity; undefined where the records have none. */
  readonly polarity: number | undefined;
}

/** Groups records by keys (a record with several keys counts in each), the largest first; equal ones by key. */
export const groupBy = (
  records: readonly { readonly record: WireRecord; readonly keys: readonly string[] }[],
  byKey: boolean,
): readonly Group[] => {
  const groups = new Map<string, WireRecord[]>();
  const membersOf = (key: string): WireRecord[] => {
    const members = groups.get(key) ?? [];
    groups.set(key, members);
    return members;
  };
  for (const { record, keys } of records) for (const key of keys) membersOf(key).push(record);
  const made = [...groups].map(([key, members]) => toGroup(key, members));
  const alphabetical = (one: Group, other: Group): number => (one.key < other.key ? -1 : 1);
  return made.sort((one, other) => (byKey ? 0 : other.count - one.count) || alphabetical(one, other));
};

const toGroup = (key: string, members: readonly WireRecord[]): Group => {
  const numbers = (field: string): readonly number[] =>
    members.map((member) => member[field]).filter((value) => typeof value === "number");
  const polarities = numbers("polarity");
  const scores = numbers("score");
  return {
    key,
    count: members.length,
    highest: scores.length === 0 ? undefined : scores.reduce((most, value) => Math.max(most, value)),
    polarity:
      polarities.length === 0 ? undefined : polarities.reduce((sum, value) => sum + value, 0) / polarities.length,
  };
};

/** The keys of a record for a field: its values, or the month of a date. */
export const keysOf = (record: WireRecord, field: string, month: boolean): readonly string[] =>
  listFrom(record[field])
    .map((value) => String(scalarOf(value) ?? ""))
    .filter((value) => value !== "")
    .map((value) => (month ? value.slice(0, 7) : value));
