import { AddinError } from "../../engine/http/addin-error";
import { functions } from "../../i18n/locales/en/functions";
import { addMessages, t } from "../../i18n/t";
import { millisecondsPerDay } from "../../facts/dates";

// Here, because functions/index.ts may not be loaded.
addMessages("en", functions);

/** The time zone whose days a workbook counts. Its script loads with the first formula of a workbook that has one; all others count UTC days. */
export interface TimeZone {
  /** Its IANA name: `America/New_York`. */
  readonly name: string;
  /** What the clocks of the zone show at a moment (ms since 1970), as if it were a moment of UTC. An infinite moment stays. */
  readonly toWall: (moment: number) => number;
  /** The first moment at which the clocks show this, or the moment at which they skip it. */
  readonly toMoment: (wall: number) => number;
}

const millisecondsPerMinute = 60_000;

/** Clocks of all zones change at a full quarter of an hour UTC. */
const quarterHour = 15 * millisecondsPerMinute;

const zones = new Map<string, TimeZone>();

/** @throws AddinError `invalid-argument` for a name that this computer does not know. */
export const openTimeZone = (name: string): TimeZone => {
  const zone = zones.get(name) ?? makeTimeZone(name);
  zones.set(name, zone);
  return zone;
};

const makeTimeZone = (name: string): TimeZone => {
  const format = offsetFormat(name);
  const offsets = new Map<number, number>();
  const readOffsetAt = (moment: number): number => {
    const offset = offsets.get(moment) ?? readOffset(format.format(moment));
    offsets.set(moment, offset);
    return offset;
  };
  /** Milliseconds that the clocks are ahead of UTC. Formatting is slow, and clocks change on few days. */
  const offsetAt = (moment: number): number => {
    const day = Math.floor(moment / millisecondsPerDay) * millisecondsPerDay;
    const offset = readOffsetAt(day);
    return offset === readOffsetAt(day + millisecondsPerDay)
      ? offset
      : readOffsetAt(Math.floor(moment / quarterHour) * quarterHour);
  };
  const toWall = (moment: number): number => (Number.isFinite(moment) ? moment + offsetAt(moment) : moment);
  return {
    name,
    toWall,
    toMoment: (wall) => {
      if (!Number.isFinite(wall)) return wall;
      const before = wall - offsetAt(wall - millisecondsPerDay);
      const after = wall - offsetAt(wall + millisecondsPerDay);
      return toWall(before) !== wall && toWall(after) === wall ? after : before;
    },
  };
};

const offsetFormat = (timeZone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  } catch (cause) {
    throw new AddinError("invalid-argument", t("formula.unknownTimeZone", { name: timeZone }), { cause });
  }
};

/** The milliseconds of the offset in `11/19/2026, GMT-05:00`; 0 for `GMT`. */
const readOffset = (text: string): number => {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * millisecondsPerMinute;
  return sign === "-" ? -size : size;
};
