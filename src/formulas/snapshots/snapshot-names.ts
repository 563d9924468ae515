import { AddinError } from "../../engine/http/addin-error";
import { nearest } from "../../i18n/nearest";
import { t } from "../../i18n/t";
import { comparableText } from "../../i18n/typed-text";
import { readDate } from "../arguments/dates";
import type { Snapshot } from "./snapshot-store";

const longestSnapshotName = 60;

/** The snapshot of this name, without case; undefined where there is none. */
export const snapshotNamed = (name: string, snapshots: readonly Snapshot[]): Snapshot | undefined => {
  const wanted = comparableText(name);
  return snapshots.findLast((snapshot) => snapshot.name !== undefined && comparableText(snapshot.name) === wanted);
};

/**
 * The name as it is stored. `asof=NAME` must mean it without quotes, and must never be read as a day. `own`: the snapshot that has it may.
 * @throws AddinError `invalid-argument`.
 */
export const checkSnapshotName = (text: string, snapshots: readonly Snapshot[], now: number, own?: string): string => {
  const name = text.trim().replaceAll(/\s+/g, " ");
  if (name === "") throw invalidName(t("snapshots.name.missing"));
  if (name.length > longestSnapshotName)
    throw invalidName(t("snapshots.name.long", { most: longestSnapshotName, count: name.length }));
  const sign = /[;,'"\p{Cc}]/u.exec(name)?.[0];
  if (sign !== undefined) throw invalidName(t("snapshots.name.signs", { sign }));
  if (looksLikeDate(name, now)) throw invalidName(t("snapshots.name.date", { name }));
  const sameName = snapshotNamed(name, snapshots);
  if (sameName !== undefined && sameName.id !== own)
    throw invalidName(t("snapshots.name.taken", { name: sameName.name ?? name }));
  return name;
};

const invalidName = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

/** What `asof` reads as a day, numbers, and a day with the name of its month. */
const looksLikeDate = (name: string, now: number): boolean => {
  if (/^[\d\s./:-]+$/.test(name)) return true;
  const word = /^(?:\d{1,2}\.?\s+)?(\p{L}{3,})\.?(?:\s+\d{1,2},?)?\s+\d{4}$/u.exec(name)?.[1]?.toLowerCase();
  const withDay = /\d{4}$/.test(name) && /\s/.test(name.slice(name.search(/\d/)));
  if (word !== undefined && withDay && monthNames().has(word)) return true;
  try {
    readDate(name, { name: "asof", now });
    return true;
  } catch {
    return false;
  }
};

const monthNames = (): ReadonlySet<string> => {
  const names = ["en", "de", "fr", "es"].flatMap((locale) =>
    (["long", "short"] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2026, index, 15)).toLowerCase());
    }),
  );
  return new Set(names.map((name) => name.replace(/\.$/, "")));
};

/** The error of a name that no snapshot has. */
export const unknownName = (name: string, snapshots: readonly Snapshot[]): AddinError => {
  const near = nearest(
    name,
    snapshots.flatMap((snapshot) => snapshot.name ?? []),
  );
  return new AddinError(
    "not-found",
    near === undefined
      ? t("snapshots.unknownNameAlone", { name })
      : t("snapshots.unknownName", { name, nearest: near }),
  );
};
