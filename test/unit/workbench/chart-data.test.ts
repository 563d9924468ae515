import type { ChartModel } from "../../../src/ooxml/chart-model";
import { mostPoints, readChartData } from "../../../src/workbench/charts/chart-data";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";

const chartOf = (formula: string): ChartModel => ({
  name: "Chart 1",
  type: "Line",
  categoryAxis: {},
  valueAxis: {},
  series: [{ values: { formula } }],
  from: { row: 0, column: 0, rowOffset: 0, columnOffset: 0 },
  to: { row: 9, column: 5, rowOffset: 0, columnOffset: 0 },
});

describe("what a chart draws of its cells", () => {
  let host: OfficeHost;
  beforeAll(async () => {
    host = startHost();
    const cells = Object.fromEntries(Array.from({ length: mostPoints }, (_, row) => [`A${row + 1}`, row]));
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells }] });
  });

  it.each([
    ["all points of the longest series that is drawn whole", `S!$A$1:$A$${mostPoints}`, false],
    ["all points of a whole column that has as many", "S!$A:$A", false],
    ["the first points of a longer series, with a sign", `S!$A$1:$A$${mostPoints + 1}`, true],
  ])("is %s", (_, formula, isCut) => {
    const data = readChartData(host.book, chartOf(formula));
    expect([data.series[0]?.values.length, data.isCut]).toEqual([mostPoints, isCut]);
  });
});
