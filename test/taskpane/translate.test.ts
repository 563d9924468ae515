import { countDaysFrom1904 } from "../../src/table/serial";
import { readAsked } from "../../src/taskpane/documents/translate";

afterEach(() => countDaysFrom1904(false));

test.each([
  ["a day", "doc-1\t2026-01-05", "2026-01-05T00:00:00.000Z"],
  ["a moment without an offset, which is UTC wherever one sits", "doc-1, 2026-01-05 10:20", "2026-01-05T10:20:00.000Z"],
  ["a moment with its offset", "doc-1 2026-01-05T10:20:30+02:00", "2026-01-05T08:20:30.000Z"],
  ["an Excel date", "doc-1\t46027.5", "2026-01-05T12:00:00.000Z"],
])("%s is read as the document's date", (_, line, extracted) => {
  expect(readAsked(line)).toEqual({ asked: [{ id: "doc-1", extracted }], odd: undefined });
});

test("an Excel date is one of the open workbook", () => {
  countDaysFrom1904(true);
  expect(readAsked("doc-1\t44565").asked).toEqual([{ id: "doc-1", extracted: "2026-01-05T00:00:00.000Z" }]);
});

test.each(["2026-02-30", "1e15", "-1e300", "Infinity", "20260105", "page 5", "0", ""])(
  "%j is no date: the line is told, and no document is asked for on another day",
  (date) => {
    expect(readAsked(`doc-1\t${date}`)).toEqual({ asked: [], odd: `doc-1\t${date}`.trim() });
  },
);
