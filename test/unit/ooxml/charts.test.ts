import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { type ChartModel, chartForms, type ChartType, legendPositions } from "../../../src/ooxml/chart-model";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { chartsLosingFormats, listUnshown } from "../../../src/ooxml/unshown";
import { type CellModel, type SheetModel, withoutMembers, type WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { partsOf } from "./compare-parts";
import { workbookOf } from "./models";

const context = { custom: [] };

const workbook = (charts: readonly ChartModel[], cells: readonly CellModel[] = []): WorkbookModel =>
  workbookOf({
    name: "It's data",
    cells,
    columns: [{ start: 1, end: 1, width: 200 }],
    rows: [{ row: 2, height: 60 }],
    charts,
  });

const chart = (members: Partial<ChartModel> = {}): ChartModel => ({
  name: "Chart 1",
  type: "ColumnClustered",
  title: { text: "Weights" },
  legend: "Right",
  categoryAxis: {},
  valueAxis: { gridlines: true },
  series: [
    {
      name: { formula: "'It''s data'!$B$1" },
      categories: { formula: "'It''s data'!$A$2:$A$4" },
      values: { formula: "'It''s data'!$B$2:$B$4" },
    },
  ],
  from: { row: 1, column: 3, rowOffset: 4, columnOffset: 10 },
  to: { row: 15, column: 8, rowOffset: 0, columnOffset: 5 },
  ...members,
});

const cells: readonly CellModel[] = [
  { row: 0, column: 1, value: "Weight" },
  { row: 1, column: 0, value: "Acme & Co" },
  { row: 1, column: 1, value: 0.5, format: { numberFormat: "0.0%" } },
  { row: 2, column: 0, value: "Beta" },
  { row: 2, column: 1, value: { error: "#N/A" } },
  { row: 3, column: 1, value: 0.25 },
];

const withoutParts = (charts: readonly ChartModel[]): readonly ChartModel[] =>
  charts.map((chart) => withoutMembers(chart, "part") as ChartModel);

const chartsOf = (bytes: Uint8Array): readonly ChartModel[] => readWorkbook(bytes, context).sheets[0]?.charts ?? [];

const changed = (bytes: Uint8Array, change: (sheet: SheetModel) => Partial<SheetModel>): Uint8Array => {
  const model = readWorkbook(bytes, context);
  const [sheet, ...others] = model.sheets;
  if (sheet === undefined) throw new Error("The file has no sheet.");
  return writeWorkbook({ ...model, sheets: [{ ...sheet, ...change(sheet) }, ...others] }, context, bytes);
};

const differing = (before: Uint8Array, after: Uint8Array): string[] => {
  const [one, other] = [partsOf(before), partsOf(after)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);
};

const text = fc.string({ minLength: 1, maxLength: 12 }).filter((given) => given.trim() === given && given !== "");
const color = fc.integer({ min: 1, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
const formula = fc.constantFrom("'It''s data'!$A$2:$A$4", "'It''s data'!$B$1", "Other!$A:$A");
const axis = fc.record(
  {
    title: text,
    minimum: fc.integer(),
    maximum: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    numberFormat: fc.constantFrom("0.0%", '#,##0 "€"'),
    hidden: fc.constant(true),
    gridlines: fc.constant(true),
  },
  { requiredKeys: [] },
);
const point = fc.record({
  row: fc.nat(2_000),
  column: fc.nat(200),
  rowOffset: fc.nat(20),
  columnOffset: fc.nat(60),
});
const anyChart = fc
  .record({
    name: text,
    type: fc.constantFrom(...(Object.keys(chartForms) as ChartType[])),
    title: fc.option(fc.record({ text }, { requiredKeys: [] }), { nil: undefined }),
    legend: fc.option(fc.constantFrom(...legendPositions), { nil: undefined }),
    categoryAxis: axis,
    valueAxis: axis,
    series: fc.array(
      fc.record(
        {
          name: fc.oneof(fc.record({ formula: fc.constant("'It''s data'!$B$1") }), fc.record({ text })),
          categories: fc.record({ formula }),
          values: fc.oneof(
            fc.record({ formula }),
            fc.record({ values: fc.array(fc.option(fc.integer()), { minLength: 1, maxLength: 4 }) }),
          ),
          color,
        },
        { requiredKeys: ["values"] },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    from: point,
    to: point,
    keeps: fc.constantFrom("size" as const, "place" as const, undefined),
    blanks: fc.constantFrom("zero" as const, "connected" as const, undefined),
    drawsHidden: fc.constantFrom(true, undefined),
  })
  .map((given): ChartModel => {
    const isRound = given.type === "Pie" || given.type === "Doughnut";
    const plain = JSON.parse(JSON.stringify(given)) as ChartModel;
    if (!isRound) return plain;
    // Slices have no axes, and the colours of their own palette.
    const series = plain.series.map((one) => withoutMembers(one, "color"));
    return { ...plain, series, categoryAxis: {}, valueAxis: {} };
  });

describe("a chart", () => {
  it("is read as it was written, whatever it shows", () => {
    fc.assert(
      fc.property(fc.array(anyChart, { minLength: 1, maxLength: 3 }), (charts) => {
        expect(withoutParts(chartsOf(writeWorkbook(workbook(charts, cells), context)))).toEqual(charts);
      }),
      { numRuns: 150 },
    );
  });

  it("repeats what its cells show, so that programs draw it before they calculate", () => {
    const parts = partsOf(writeWorkbook(workbook([chart()], cells), context));
    expect(parts["xl/charts/chart1.xml"]).toContain(
      "<c:cat><c:strRef><c:f>'It''s data'!$A$2:$A$4</c:f><c:strCache><c:ptCount val=\"3\"/>" +
        '<c:pt idx="0"><c:v>Acme &amp; Co</c:v></c:pt><c:pt idx="1"><c:v>Beta</c:v></c:pt></c:strCache></c:strRef></c:cat>',
    );
    expect(parts["xl/charts/chart1.xml"]).toContain(
      "<c:val><c:numRef><c:f>'It''s data'!$B$2:$B$4</c:f><c:numCache><c:formatCode>0.0%</c:formatCode><c:ptCount val=\"3\"/>" +
        '<c:pt idx="0"><c:v>0.5</c:v></c:pt><c:pt idx="1"><c:v>#N/A</c:v></c:pt><c:pt idx="2"><c:v>0.25</c:v></c:pt></c:numCache></c:numRef></c:val>',
    );
    expect(parts["xl/worksheets/sheet1.xml"]).toMatch(/<drawing xmlns:r="[^"]*" r:id="rId1"\/>/);
    expect(parts["[Content_Types].xml"]).toContain("drawingml.chart+xml");
  });

  it("without a change keeps its part byte for byte, while other cells change", () => {
    const bytes = writeWorkbook(workbook([chart()], cells), context);
    const after = changed(bytes, (sheet) => ({ cells: [...sheet.cells, { row: 90, column: 0, value: 1 }] }));
    expect(differing(bytes, after)).toEqual(["xl/worksheets/sheet1.xml"]);
  });

  it("repeats the new values of its cells", () => {
    const bytes = writeWorkbook(workbook([chart()], cells), context);
    const after = changed(bytes, (sheet) => ({
      cells: sheet.cells.map((cell) => (cell.value === 0.5 ? { ...cell, value: 0.75 } : cell)),
    }));
    expect(differing(bytes, after).toSorted()).toEqual(["xl/charts/chart1.xml", "xl/worksheets/sheet1.xml"]);
    expect(partsOf(after)["xl/charts/chart1.xml"]).toContain("<c:v>0.75</c:v>");
  });

  it("is deleted with its part, and the others stay", () => {
    const bytes = writeWorkbook(
      workbook([chart(), chart({ name: "Other", type: "Pie", valueAxis: {} })], cells),
      context,
    );
    const after = changed(bytes, ({ charts = [] }) => ({ charts: charts.slice(1) }));
    expect(Object.keys(partsOf(after)).filter((name) => name.includes("charts/"))).toEqual(["xl/charts/chart2.xml"]);
    expect(chartsOf(after).map(({ name }) => name)).toEqual(["Other"]);
    expect(partsOf(after)["[Content_Types].xml"]).not.toContain("chart1.xml");
  });
});

describe("a chart of another program", () => {
  const bytes = new Uint8Array(readFileSync(path.join(__dirname, "files/openpyxl-chart.xlsx")));
  const [first] = chartsOf(bytes);
  const part = first?.part ?? "";

  it("is understood", () => {
    expect(first).toMatchObject({ type: "ColumnClustered", keeps: "size" });
    expect(first?.series[0]?.values?.formula).toMatch(/^'Sheet'!\$/);
  });

  it("keeps everything but its addresses when its cells move", () => {
    const before = partsOf(bytes)[part] ?? "";
    const formulas = [...before.matchAll(/<f>([^<]*)<\/f>/g)].map(([, given]) => given ?? "");
    const after = changed(bytes, ({ charts = [] }) => ({
      charts: charts.map((one) => ({
        ...one,
        series: one.series.map((series, index) =>
          index === 0 ? { ...series, values: { formula: "'Sheet'!$Z$5:$Z$9" } } : series,
        ),
      })),
    }));
    const value = first?.series[0]?.values?.formula ?? "";
    expect(formulas).toContain(value);
    const moved = before.replace(`<f>${value}</f>`, "<f>'Sheet'!$Z$5:$Z$9</f>");
    expect(partsOf(after)[part]?.replace(/^<\?xml.*\?>\n/, "")).toBe(moved);
  });

  it("keeps its part byte for byte when it is moved on the sheet", () => {
    const to = { row: 30, column: 9, rowOffset: 1, columnOffset: 2 };
    const from = { row: 10, column: 2, rowOffset: 3, columnOffset: 4 };
    const after = changed(bytes, ({ charts = [] }) => ({ charts: charts.map((one) => ({ ...one, from, to })) }));
    expect(differing(bytes, after)).toEqual(["xl/drawings/drawing1.xml"]);
    expect(chartsOf(after)).toEqual([{ ...first, from, to }]);
  });

  it("is written anew when its type changes, and its file's formats are said to be lost", () => {
    const line = (charts: readonly ChartModel[]): readonly ChartModel[] =>
      charts.map((one) => ({ ...one, name: "Mine", type: "Line" as const }));
    const after = changed(bytes, ({ charts = [] }) => ({ charts: line(charts) }));
    expect(chartsOf(after)[0]).toMatchObject({ name: "Mine", type: "Line", part });
    expect(chartsLosingFormats(bytes, line(chartsOf(bytes)))).toEqual(["Mine"]);
    expect(
      chartsLosingFormats(
        after,
        chartsOf(after).map((one) => ({ ...one, type: "Area" as const })),
      ),
    ).toEqual([]);
  });

  it.each([
    ["<c:radarChart>", ["the form of a net"]],
    ["<c:bar3DChart>", ["three dimensions"]],
  ])("of the kind %s is shown as far as it is understood, and says so", (tag, lost) => {
    const written = writeWorkbook(workbook([chart()], cells), context);
    const xml = partsOf(written)["xl/charts/chart1.xml"] ?? "";
    const name = tag.slice(1, -1);
    const given = withPart(written, xml.replace("<c:barChart>", tag).replace("</c:barChart>", `</${name}>`));
    expect(chartsOf(given)[0]?.simplified).toEqual(lost);
    const model = readWorkbook(given, context);
    expect(differing(given, writeWorkbook(model, context, given))).toEqual([]);
  });
});

describe("a chart that is not understood", () => {
  const written = writeWorkbook(workbook([chart()], cells), context);
  const xml = partsOf(written)["xl/charts/chart1.xml"] ?? "";

  it.each([
    ["damaged", "<c:chartSpace"],
    ["with a document type", `<!DOCTYPE x>${xml.replace(/^<\?xml.*\?>\n/, "")}`],
    ["of a kind that is not known", xml.replaceAll("barChart>", "surfaceChart>")],
  ])("%s is kept byte for byte, and said to be there", (_, text) => {
    const given = withPart(written, text);
    expect(chartsOf(given)).toEqual([]);
    const model = readWorkbook(given, context);
    expect(differing(given, writeWorkbook(model, context, given))).toEqual([]);
    expect(listUnshown(given).map(({ features }) => features)).toEqual([["charts of other kinds"]]);
  });

  it("stands in its drawing twice: it is shown once, and the copy is kept", () => {
    const parts = OoxmlPackage.read(written);
    const drawing = parts.text("xl/drawings/drawing1.xml");
    const anchor = /<xdr:twoCellAnchor[^]*<\/xdr:twoCellAnchor>/.exec(drawing)?.[0] ?? "";
    parts.set("xl/drawings/drawing1.xml", drawing.replace(anchor, anchor + anchor));
    const given = parts.write();
    expect(chartsOf(given)).toHaveLength(1);
    expect(differing(given, writeWorkbook(readWorkbook(given, context), context, given))).toEqual([]);
    expect(listUnshown(given).map(({ features }) => features)).toEqual([["images and shapes"]]);
  });

  it("names cells of another workbook: it is drawn as it was saved, and says so", () => {
    const given = withPart(written, xml.replace("<c:f>'It''s data'!$B$2:$B$4</c:f>", "<c:f>[1]Other!$B$2:$B$4</c:f>"));
    const [read] = chartsOf(given);
    expect(read?.series[0]?.values).toEqual({ formula: "[1]Other!$B$2:$B$4", values: [0.5, null, 0.25] });
    expect(read?.simplified).toEqual(["data of names or of other workbooks, which are drawn as they were saved"]);
  });
});

/** A file with another text of its first chart. */
const withPart = (bytes: Uint8Array, xml: string): Uint8Array => {
  const parts = OoxmlPackage.read(bytes);
  parts.set("xl/charts/chart1.xml", xml);
  return parts.write();
};
