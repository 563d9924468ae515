import fc from "fast-check";
import { chartForms, type ChartType, hasAxes, legendPositions } from "../../../src/ooxml/chart-model";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { anyConditionalFormats } from "../ooxml/any-conditional-format";
import { anyDataValidations } from "../ooxml/any-data-validation";
import { startHost } from "./start-host";

const flag = fc.constant(true as const);
const color = fc.integer({ min: 1, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
const text = fc.constantFrom("plain", 'a "b" & <c>', "two\nlines", "_x0041_", "naïve 日本");
const row = fc.integer({ min: 1, max: 12 });

/** Values and formulas stand in A to F, spills from J on, a table in N and O: no result is in the way of another. */
const place = fc.tuple(fc.constantFrom("A", "B", "C", "D", "E", "F"), row).map((parts) => parts.join(""));
const content = fc.oneof(
  fc.constantFrom("text", "'0012", "'=no formula", "two\nlines", "'TRUE", "''quoted", "_x0041_", "=#N/A", "2026-01-02"),
  fc.constantFrom("=SUM($N$2:$N$4)", "=1/0", '=LET(x,2,x&"&")', "=Rate*2", "=SUM(J1#)", "=SUM(Weights[Weight])"),
  fc.constantFrom("=Other!A1", '="a"="A"', '=IF(FALSE,1,"<no>")', '=HYPERLINK("https://example.com","go")', '=""'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
);
const spills = fc.constantFrom("=SEQUENCE(2,2)", "=TEST.ROWS(3)", "=SORT(UNIQUE({2;1;2}))", '=IF({1;0},"x",FALSE)');
const format = fc.record(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    strike: flag,
    font: fc.constantFrom("Arial", "Courier New"),
    size: fc.constantFrom(8, 10.5, 24),
    color,
    fill: color,
    numberFormat: fc.constantFrom("0.00%", "yyyy-mm-dd", '[Red]"<&>"0', "@"),
    align: fc.constantFrom("left" as const, "center" as const, "right" as const),
    vertical: fc.constantFrom("top" as const, "center" as const),
    wrap: flag,
    borders: fc.record(
      {
        left: fc.record({ style: fc.constant("thin" as const) }),
        top: fc.record({ style: fc.constant("double" as const), color }),
      },
      { requiredKeys: ["left"] },
    ),
  },
  { requiredKeys: [] },
);
const notes = fc.uniqueArray(
  fc.record(
    {
      cell: place,
      text,
      author: fc.constantFrom("Ann", "Bo & Co"),
      width: fc.constantFrom(120, 300),
      height: fc.constantFrom(60, 200),
      visible: flag,
    },
    { requiredKeys: ["cell", "text", "width", "height"] },
  ),
  { selector: ({ cell }) => cell, maxLength: 3 },
);
const links = fc.uniqueArray(
  fc.record(
    {
      range: fc.constantFrom("B2", "C3:D4", "F9", "S1:S1048576"),
      address: fc.constantFrom("https://example.com/a?b=c&d", "mailto:a@example.com", "file:///secret"),
      place: fc.constantFrom("Other!A1", "Rate"),
      tip: text,
    },
    { requiredKeys: ["range", "address"] },
  ),
  { selector: ({ range }) => range, maxLength: 3 },
);
const threads = fc.constantFrom(
  [],
  [
    {
      cell: "H5",
      resolved: true,
      comments: ["1", "2"].map((digit) => ({
        id: `{0000000${digit}-0000-4000-8000-000000000000}`,
        author: "Ann",
        text: "Why <so>?",
        date: "2024-05-01T09:30:00.00",
      })),
    },
  ],
);
const chart: fc.Arbitrary<object> = fc
  .record({
    type: fc.constantFrom(...(Object.keys(chartForms) as ChartType[])),
    title: fc.option(fc.record({ text: fc.constant("Weights & more") }), { nil: undefined }),
    legend: fc.option(fc.constantFrom(...legendPositions), { nil: undefined }),
    axis: fc.record({ title: text, minimum: fc.integer(), gridlines: flag }, { requiredKeys: [] }),
    color: fc.option(color, { nil: undefined }),
    keeps: fc.constantFrom("size" as const, "place" as const, undefined),
  })
  .map(({ type, axis, color: own, ...rest }) => ({
    name: "Chart 1",
    type,
    ...rest,
    categoryAxis: hasAxes(type) ? axis : {},
    valueAxis: hasAxes(type) ? axis : {},
    series: [
      {
        name: { formula: "Sheet1!$O$1" },
        categories: { formula: "Sheet1!$N$2:$N$4" },
        values: { formula: "Sheet1!$O$2:$O$4" },
        ...(own !== undefined && hasAxes(type) && { color: own }),
      },
    ],
    from: { row: 14, column: 2, rowOffset: 4, columnOffset: 10 },
    to: { row: 25, column: 8, rowOffset: 0, columnOffset: 5 },
  }));

const sometimes = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const whole = fc.integer({ min: 1, max: 4 });

const sheet: fc.Arbitrary<object> = fc
  .record({
    cells: fc.dictionary(place, content, { maxKeys: 20 }),
    spill: spills,
    formats: fc.dictionary(place, format, { maxKeys: 8 }),
    column: sometimes(format),
    widths: fc.dictionary(fc.constantFrom("A", "C", "AA"), fc.integer({ min: 89, max: 400 })),
    heights: fc.dictionary(fc.constantFrom("1", "7"), fc.integer({ min: 23, max: 200 })),
    hiddenRows: sometimes(fc.constant([30, 31])),
    hiddenColumns: sometimes(fc.constant(["H"])),
    frozenRows: sometimes(whole),
    frozenColumns: sometimes(whole),
    isProtected: sometimes(flag),
    merged: sometimes(fc.constant(["Q1:R2", "T4:T9"])),
    filter: sometimes(fc.constant({ address: "A1:F12", columns: [{ column: 1, values: ["text", "x"] }] })),
    conditionalFormats: anyConditionalFormats,
    dataValidations: anyDataValidations,
    notes,
    links,
    threads,
    charts: fc.array(chart, { maxLength: 1 }),
  })
  .map(({ cells, spill, formats, column, isProtected, ...rest }) => ({
    name: "Sheet1",
    cells: { ...cells, J1: spill, N1: "Name", O1: "Weight", N2: "a", N3: "b", N4: "c", O2: 1, O3: 2.5, O4: 3 },
    formats: { ...(column !== undefined && { "U:U": column }), ...formats },
    tables: [{ name: "Weights", address: "N1:O4" }],
    ...(isProtected === true && { protected: true }),
    ...rest,
  }));

const customXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a xmlns='urn:a'>&amp;</a>`;
const workbook: fc.Arbitrary<object> = fc
  .record({
    sheet,
    hidden: sometimes(flag),
    dates1904: sometimes(flag),
    settings: fc.dictionary(fc.constantFrom("universe", "<&>"), fc.jsonValue()),
    comment: sometimes(text),
    customXml: sometimes(fc.constant([{ id: "{05C2E1C9-3E1D-406E-9A91-E9AC64854143}", xml: customXml }])),
  })
  .map(({ sheet: first, hidden, dates1904, settings, comment, customXml: parts }) => ({
    name: "Book",
    sheets: [
      first,
      { name: "Other", cells: { A1: "=TEST.ROWS(1)", A3: "It's" } },
      { name: "It's third", cells: {}, ...(hidden === true && { hidden }) },
    ],
    active: "Other",
    ...(dates1904 === true && { dates1904 }),
    settings,
    names: [
      { name: "Rate", formula: "0.5", ...(comment !== undefined && { comment }) },
      { name: "Names", formula: "Sheet1!$N$2:$N$4" },
      { name: "Own", formula: "SUM(Other!$A$1:$A$3)", sheet: "Other", hidden: true },
    ],
    ...(parts !== undefined && { customXml: parts }),
  }));

/** What a workbook that was opened from an .xlsx file has of it, and the ids of rules, which are new in each workbook. */
const isOfItsFile = (key: string, member: unknown): boolean =>
  ["part", "source"].includes(key) || (key === "id" && /^(id|file)-\d+$/.test(String(member)));

it("a workbook with everything at once comes back from its .xlsx file as it was, without a call", async () => {
  const host: OfficeHost = startHost();
  const calculated = (): Promise<void> =>
    until(
      "calculated",
      () => !host.functions.unsettled && host.book.values(host.book.area("Other!A1"))[0]?.[0] === "row 1",
    );
  const shown = (): unknown =>
    JSON.parse(
      JSON.stringify(toStoredWorkbook(host), (key, member: unknown) => (isOfItsFile(key, member) ? undefined : member)),
    );
  await fc.assert(
    fc.asyncProperty(workbook, async (given) => {
      await openWorkbookJson(host, JSON.parse(JSON.stringify(given)));
      await calculated();
      const before = shown();
      const calls = host.functions.invocations;
      await openXlsx(host, toXlsx(host), "Book");
      await calculated();
      expect(shown()).toEqual(before);
      expect(host.functions.invocations).toBe(calls);
    }),
    { numRuns: 25 },
  );
}, 120_000);
