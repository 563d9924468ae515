import { writeTableRow } from "../../../../../src/addin/excel/sheet/tables";
import { writeFormula, literalText } from "../../../../../src/addin/excel/sheet/write-cells";

/** Everything that was handed to Excel as `values`, whatever object it was set on. */
let cellValues: unknown[] = [];

/** An Excel object on which anything can be asked for; only what is written to it counts. */
const anything: object = new Proxy(() => undefined, {
  get: (_, name) => {
    if (name === "then") return undefined;
    if (name === "isNullObject") return false;
    if (name === "rowIndex" || name === "columnIndex") return 0;
    if (name === "name") return "Sheet1";
    if (name === "add") return (_index: unknown, values: unknown) => cellValues.push(values);
    return name === "sync" ? () => Promise.resolve() : anything;
  },
  set: (_, name, value) => {
    if (name === "values") cellValues.push(value);
    return true;
  },
  apply: () => anything,
});

beforeEach(() => {
  cellValues = [];
  const run = (first: unknown, second?: unknown): unknown =>
    ((second ?? first) as (context: object) => unknown)(anything);
  Object.assign(globalThis, { Excel: { run } });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "Excel"));

test.each(["=1+1", "+1", "-cmd", "@SUM(A1)", "\t=1", "＝1+1", "0012", "5%", "TRUE", "#N/A", "'a", "März 5", "Jan. 7"])(
  "%j is written so that Excel keeps the text",
  (text) => {
    expect(literalText(text)).toBe(`'${text}`);
  },
);

test("words stay as they are, and so do numbers", () => {
  expect(["Crédit Mardorane SA", "a=b", "", 5, true].map(literalText)).toEqual([
    "Crédit Mardorane SA",
    "a=b",
    "",
    5,
    true,
  ]);
});

test("a row of a table holds texts, never formulas: neither appended nor replaced", async () => {
  const row = ['=HYPERLINK("x")', "2026-01-05T00:00:00Z"];
  await writeTableRow("SpillwayAnalyses", row);
  await writeTableRow("SpillwayAnalyses", row, 0);
  expect(cellValues).toEqual(Array.from({ length: 2 }, () => [['\'=HYPERLINK("x")', "'2026-01-05T00:00:00Z"]]));
});

test("headers above a formula are texts", async () => {
  await writeFormula("Sheet1!A1", "=ENTITY.ID(B1)", { headers: ["=1+1", "name"] });
  expect(cellValues).toEqual([[["'=1+1", "name"]]]);
});
