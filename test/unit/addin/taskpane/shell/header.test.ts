import { timeSince } from "../../../../../src/addin/taskpane/shell/header";
import { setLocale } from "../../../../../src/i18n/t";

afterEach(() => setLocale("en-US"));

test("an age is shown in hours or days, in the language of the page; less than an hour is not shown", () => {
  const hour = 3_600_000;
  setLocale("en-GB");
  expect(timeSince(hour - 1)).toBeUndefined();
  expect(timeSince(5 * hour)).toBe("5 hours ago");
  setLocale("de-DE");
  expect(timeSince(7.5 * 24 * hour)).toBe("vor 7 Tagen");
});
