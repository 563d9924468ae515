import { parseCondition } from "../../contract/values";
import { millisecondsPerDay } from "../../facts/dates";
import type { QueryValue } from "../arguments/filters";
import type { Span } from "../arguments/dates";
import { type CalendarPeriod, firstDayOfPeriod, nextPeriod, periodFormat } from "../table/calendar";
import { toSerial } from "../table/dates";
import { isoDay, parseIso } from "../table/iso-dates";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const dayName = (moment: number): string => {
  const date = new Date(moment);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""}`;
};

/** The span that a condition on a date lets through; infinite where it has no bound. */
export const spanOfCondition = (condition: QueryValue | undefined): Span => {
  const read = parseCondition([condition ?? ""].flat().join());
  const [first = NaN, second = NaN] = (read?.values ?? []).map((value) => parseIso(value) ?? NaN);
  switch (read?.operator) {
    case "gte":
    case "gt":
      return { start: first, end: Infinity };
    case "lte":
    case "lt":
      return { start: -Infinity, end: first };
    case "between":
      return { start: first, end: second };
    default:
      return { start: -Infinity, end: Infinity };
  }
};

/** Which days of weeks, months, quarters and years a result covers: from the start of its span until its end, or the day that it was fetched. */
export class CoveredPeriods {
  readonly #span: Span;

  /** All in ms since 1970, on the clocks of the time zone. */
  constructor({ start, end }: Span, fetchedAt: number) {
    const today = Math.floor(fetchedAt / millisecondsPerDay) * millisecondsPerDay;
    this.#span = { start, end: Math.min(end, today + millisecondsPerDay - 1) };
  }

  /** The periods or days that have a row also without records: the first and the last; the last only where the span has no start. */
  keys(period: CalendarPeriod | "day"): readonly string[] {
    const { start, end } = this.#span;
    if (start > end) return [];
    return (Number.isFinite(start) ? [start, end] : [end]).map((moment) =>
      period === "day" ? isoDay(moment) : firstDayOfPeriod(period, moment),
    );
  }

  /** The first and the last covered day of the period that begins on this day: they may lie in two months. */
  ends(period: CalendarPeriod, firstDay: string): readonly string[] {
    const { whole, covered } = this.#parts(period, firstDay);
    const { start, end } = daysIn(covered) === 0 ? whole : covered;
    return [isoDay(start), isoDay(end)];
  }

  /** `19/30`: covered and all days of the period that begins on this day. */
  days(period: CalendarPeriod, firstDay: string): string {
    const { whole, covered } = this.#parts(period, firstDay);
    return `${daysIn(covered)}/${daysIn(whole)}`;
  }

  /** ` (to 19 May)`: the days of a period that is covered in part; "" for any other. */
  mark(period: CalendarPeriod, firstDay: string): string {
    const { whole, covered } = this.#parts(period, firstDay);
    const [late, early] = [covered.start > whole.start, covered.end < whole.end];
    if (daysIn(covered) === 0 || (!late && !early)) return "";
    const [first, last] = [dayName(covered.start), dayName(covered.end)];
    if (first === last && late) return ` (${first})`;
    if (late && early) return ` (${first} to ${last})`;
    return late ? ` (from ${first})` : ` (to ${last})`;
  }

  /** The number formats of the cells of periods that are covered in part, by the number in the cell. */
  formats(period: CalendarPeriod): ReadonlyMap<number, string> {
    const marked = this.keys(period).filter((day) => this.mark(period, day) !== "");
    return new Map(marked.map((day) => [cellNumber(period, day), this.format(period, day)]));
  }

  /** The number format of a period; it shows the mark too. */
  format(period: CalendarPeriod, firstDay: string): string {
    const mark = this.mark(period, firstDay);
    if (mark === "") return periodFormat(period, firstDay);
    const plain = { week: "yyyy-mm-dd", month: "mmm yyyy", year: "0" } as const;
    return period === "quarter"
      ? periodFormat(period, firstDay).replace(/"$/, `${mark}"`)
      : `${plain[period]}"${mark}"`;
  }

  #parts(period: CalendarPeriod, firstDay: string): { readonly whole: Span; readonly covered: Span } {
    const whole = { start: Date.parse(firstDay), end: Date.parse(nextPeriod(period, firstDay)) - 1 };
    const { start, end } = this.#span;
    return { whole, covered: { start: Math.max(whole.start, start), end: Math.min(whole.end, end) } };
  }
}

/** A year is shown as a number, all others as their first day. */
const cellNumber = (period: CalendarPeriod, firstDay: string): number =>
  period === "year" ? Number(firstDay.slice(0, 4)) : toSerial(Date.parse(firstDay));

/** How many days a span touches. */
const daysIn = ({ start, end }: Span): number =>
  end < start ? 0 : (Date.parse(isoDay(end)) - Date.parse(isoDay(start))) / millisecondsPerDay + 1;
