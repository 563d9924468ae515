import {
  areHeaders,
  columnFormat,
  readHeaders,
  type ShownColumn,
} from "../../../../../src/addin/excel/sheet/column-formats";
import { functions } from "../../../../../src/formulas/functions";

const column = (header: string, values: readonly unknown[], given: Partial<ShownColumn> = {}): ShownColumn => ({
  header,
  values,
  texts: values.map(String),
  isImpact: false,
  ...given,
});

test.each([
  ["Score", [1, 5, 3], false, "severity"],
  ["Highest score", [4], false, "severity"],
  ["Score", [1, 5, 3], true, "impact"],
  ["Polarity", [-0.4, 1], false, "sentiment"],
  ["Document polarity", [0.2], false, "sentiment"],
] as const)("numbers under %s that are %j get colours", (header, values, isImpact, colouring) => {
  expect(columnFormat(column(header, values, { isImpact })).colouring).toBe(colouring);
});

test.each([
  ["Score", [12, 90]],
  ["Score", []],
  ["Polarity", [40, -3]],
  ["Events", [1, 5]],
  ["Score count", [2]],
])("numbers under %s that are %j get none", (header, values) => {
  expect(columnFormat(column(header, values)).colouring).toBeUndefined();
});

test.each([
  ["Employee count", [12_000, 40], "#,##0"],
  ["Revenue", [1_234_567.8], "#,##0.00"],
  ["Mean score", [2.333_333], "0.00"],
  ["Events", [12, 40], undefined],
  ["Year", [2026], undefined],
  ["Entity id", [40_000_000], undefined],
  ["Name", ["Volta"], undefined],
])("numbers under %s such as %j have the format %s", (header, values, format) => {
  expect(columnFormat(column(header, values)).numberFormat).toBe(format);
});

test("a date or a share keeps the format that its function gave it", () => {
  const shown = column("Last activity", [46_000.5, 46_001.2], { texts: ["2025-12-09 12:00", "2025-12-10 04:48"] });
  expect(columnFormat(shown).numberFormat).toBeUndefined();
  expect(columnFormat(column("Share", [0.25], { texts: ["25.0%"] })).numberFormat).toBeUndefined();
});

test("titles wrap, and a column is as wide as its texts within the limits of its kind", () => {
  const width = (header: string, text: string): number => columnFormat(column(header, [text])).width;
  const title = columnFormat(column("Title", ["x".repeat(200)]));
  expect([title.wrap, title.width]).toEqual([true, Math.round(9 + 5.6 * 52)]);
  expect(columnFormat(column("Country", ["Germany"])).wrap).toBe(false);
  expect(width("Country", "Germany")).toBeLessThan(width("Country", "United States of America"));
  expect(width("Id", "c6be7a51-32cf-5f22-9a31-9d94fd7c9fd5")).toBe(Math.round(9 + 5.6 * 14));
  expect(width("Related documents count", "3")).toBeGreaterThanOrEqual(Math.round(9 + 5.6 * "documents".length));
});

describe("The headers of a result", () => {
  const known = readHeaders(functions);
  test.each([
    ["of a listing", ["Last activity", "Entity name", "Score", "Title"]],
    ["of a pivot by month", ["Sector", 46_000, 46_031, 46_059]],
    ["of a summary", ["Country", "Events", "Companies"]],
    ["behind a column of a person", ["Deal", "Score", "Title"]],
  ])("%s are recognized", (_, cells) => expect(areHeaders(cells, known)).toBe(true));
  test.each([
    ["records", [46_000, "Volta", 4, "Title of a document"]],
    ["an empty cell", ["Score", "", "Title"]],
    ["nothing, as above the first row of a sheet", []],
    ["words of a person", ["Deal", "Owner", "Status of talks", "Next step"]],
  ])("%s are none", (_, cells) => expect(areHeaders(cells, known)).toBe(false));
});
