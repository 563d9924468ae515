import { countDaysFrom1904 } from "../../../../../../src/formulas/table/dates";
import { readDocuments } from "../../../../../../src/addin/taskpane/features/documents/translate";

afterEach(() => countDaysFrom1904(false));

test.each([
  ["a day", "doc-1\t2026-01-05", "2026-01-05T00:00:00.000Z"],
  ["a moment without an offset, which is UTC", "doc-1, 2026-01-05 10:20", "2026-01-05T10:20:00.000Z"],
  ["a moment with its offset", "doc-1 2026-01-05T10:20:30+02:00", "2026-01-05T08:20:30.000Z"],
  ["an Excel date", "doc-1\t46027.5", "2026-01-05T12:00:00.000Z"],
])("%s is read as the document's date", (_, line, extracted) => {
  expect(readDocuments(line)).toEqual({ documents: [{ id: "doc-1", extracted }], odd: undefined });
});

test("an Excel date follows the workbook's date system", () => {
  countDaysFrom1904(true);
  expect(readDocuments("doc-1\t44565").documents).toEqual([{ id: "doc-1", extracted: "2026-01-05T00:00:00.000Z" }]);
});

test.each(["2026-02-30", "1e15", "-1e300", "Infinity", "20260105", "page 5", "0", ""])(
  "%j is no date: its line is reported, and it is not read as a document",
  (date) => {
    expect(readDocuments(`doc-1\t${date}`)).toEqual({ documents: [], odd: `doc-1\t${date}`.trim() });
  },
);
