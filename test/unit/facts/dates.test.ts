import { serialToUnix, unixToSerial } from "../../../src/facts/dates";

const days: readonly (readonly [string, number, number])[] = [
  ["1900-01-01", 1, -1_460],
  ["1900-02-28", 59, -1_402],
  ["1900-03-01", 61, -1_401],
  ["1904-01-01", 1_462, 0],
  ["1970-01-01", 25_569, 24_107],
  ["2026-11-26", 46_352, 44_890],
];

test.each(days)("%s is %d in the 1900 date system and %d in the other one", (day, serial, from1904) => {
  expect(unixToSerial(Date.parse(day), false)).toBe(serial);
  expect(serialToUnix(serial, false)).toBe(Date.parse(day));
  expect(unixToSerial(Date.parse(day), true)).toBe(from1904);
  expect(serialToUnix(from1904, true)).toBe(Date.parse(day));
});

test("a moment is a fraction of its day, to the millisecond", () => {
  const moment = Date.parse("2026-11-26T18:30:00.001Z");
  expect(unixToSerial(moment, false)).toBeCloseTo(46_352.770_833_344_9, 9);
  expect(serialToUnix(unixToSerial(moment, false), false)).toBe(moment);
});
