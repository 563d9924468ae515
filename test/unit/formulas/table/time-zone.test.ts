import { openTimeZone } from "../../../../src/formulas/table/time-zone";

const moment = (text: string): number => Date.parse(text);
const iso = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(".000Z", "Z");

describe("A time zone", () => {
  test.each([
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", 25],
    ["America/New_York", "2026-07-04", "2026-07-04T04:00:00Z", "2026-07-05T04:00:00Z", 24],
    ["Asia/Tokyo", "2026-11-20", "2026-11-19T15:00:00Z", "2026-11-20T15:00:00Z", 24],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25],
    ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z", "2026-01-01T18:15:00Z", 24],
    ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z", "2026-01-01T10:00:00Z", 24],
    // Clocks skip midnight: the day begins at 01:00.
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z", 23],
    // Clocks show midnight twice: the day begins at the first.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", 25],
    // Half an hour.
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z", 24.5],
    ["UTC", "2026-11-19", "2026-11-19T00:00:00Z", "2026-11-20T00:00:00Z", 24],
  ])("of %s begins %s at %s and the next day at %s", (name, day, first, next, hours) => {
    const zone = openTimeZone(name);
    const start = zone.toMoment(moment(day));
    const end = zone.toMoment(moment(day) + 86_400_000);
    expect([iso(start), iso(end), (end - start) / 3_600_000]).toEqual([first, next, hours]);
    expect(iso(zone.toWall(end - 1)).slice(0, 10)).toBe(day);
    expect(iso(zone.toWall(start)).slice(0, 10)).toBe(day);
  });

  test.each([
    ["America/New_York"],
    ["Asia/Tokyo"],
    ["Europe/London"],
    ["Africa/Cairo"],
    ["America/Santiago"],
    ["Australia/Lord_Howe"],
    ["Asia/Kathmandu"],
    ["Pacific/Chatham"],
    ["Africa/Casablanca"],
  ])("%s shows the days that Intl does, all through two years", (name) => {
    const zone = openTimeZone(name);
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone: name });
    const wrong: string[] = [];
    // At all times of the day: 05:17, 10:34 …
    for (let at = moment("2025-01-01"); at < moment("2027-01-01"); at += 5 * 3_600_000 + 17 * 60_000) {
      const day = iso(zone.toWall(at)).slice(0, 10);
      if (day !== format.format(at)) wrong.push(iso(at));
      const start = zone.toMoment(moment(day));
      if (start > at || format.format(start) !== day || format.format(start - 1) === day)
        wrong.push(`start ${iso(at)}`);
    }
    expect(wrong).toEqual([]);
  });

  test("that this computer does not know is refused with its name", () => {
    expect(() => openTimeZone("Europe/Atlantis")).toThrow(
      "This computer does not know the time zone of the workbook: Europe/Atlantis.",
    );
  });

  test("leaves moments without an end as they are", () => {
    const zone = openTimeZone("Asia/Tokyo");
    expect([zone.toWall(Infinity), zone.toWall(-Infinity), zone.toMoment(Infinity)]).toEqual([
      Infinity,
      -Infinity,
      Infinity,
    ]);
  });
});
