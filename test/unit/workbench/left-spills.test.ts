import { createFormulaCells } from "../../../src/addin/excel/sheet/formula-cells";
import { ShownFormulas } from "../../../src/addin/excel/sheet/shown-formula";
import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";

let host: OfficeHost;

beforeEach(async () => {
  host = startHost();
  Object.assign(globalThis, { Excel: makeExcel(host) });
  await openWorkbookJson(host, { name: "Book", sheets: [{ name: "Sheet1", cells: {} }] });
});

const settled = async (): Promise<void> => {
  for (let quiet = 0; quiet < 4; quiet = host.functions.unsettled ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
};

const enter = async (cells: Readonly<Record<string, string | number>>): Promise<void> => {
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet();
    for (const [address, content] of Object.entries(cells)) sheet.getRange(address).formulas = [[content]];
    await context.sync();
  });
  await settled();
};

const values = (address: string): Promise<readonly unknown[]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address).load({ values: true });
    await context.sync();
    return (range.values as readonly (readonly unknown[])[]).flat();
  });

describe("formulas that read cells of a spill", () => {
  test.each(["=SEQUENCE(E1,E2)", "=TEST.ROWS(E1)"])(
    "follow %s when it becomes shorter, and longer again",
    async (spill) => {
      await enter({ E1: 3, E2: 2, A1: spill, G1: "=COUNTA(A3:B3)", G2: '=IF(A3="","empty","full")' });
      expect(await values("G1:G2")).toEqual([2, "full"]);
      await enter({ E1: 2 });
      expect(await values("G1:G2")).toEqual([0, "empty"]);
      await enter({ E1: 4 });
      expect(await values("G1:G2")).toEqual([2, "full"]);
    },
  );

  test("follow one that becomes narrower", async () => {
    await enter({ E1: 3, E2: 2, A1: "=SEQUENCE(E1,E2)", G1: "=SUM(B1:B3)" });
    expect(await values("G1")).toEqual([12]);
    await enter({ E2: 1 });
    expect(await values("G1")).toEqual([0]);
  });

  test("follow one whose first cell is cleared or overwritten", async () => {
    await enter({ A1: "=SEQUENCE(3)", G1: "=A3*4" });
    expect(await values("G1")).toEqual([12]);
    await enter({ A1: "" });
    expect(await values("G1")).toEqual([0]);
    await enter({ A1: "=SEQUENCE(3)" });
    expect(await values("G1")).toEqual([12]);
    await enter({ A1: 7 });
    expect(await values("G1")).toEqual([0]);
  });

  test("follow one that is blocked", async () => {
    await enter({ A1: "=SEQUENCE(3)", G1: "=A3*4" });
    await enter({ A2: "in the way" });
    expect(await values("A1")).toEqual(["#SPILL!"]);
    expect(await values("G1")).toEqual([0]);
  });

  test("wait for a calculation where it is manual", async () => {
    await enter({ A1: "=SEQUENCE(3)", G1: "=A3*4" });
    host.functions.calculation.setMode("manual");
    await enter({ A1: "" });
    expect(await values("G1")).toEqual([12]);
    host.functions.calculation.calculate();
    await settled();
    expect(await values("G1")).toEqual([0]);
  });
});

test("a selection stands for the formulas of all spills that reach into it", async () => {
  await enter({ B1: "=TEST.ROWS(9)", D1: "=TEST.ROWS(3)", F4: "=TEST.ROWS(2)", H9: 1 });
  const { find } = createFormulaCells(["TEST.ROWS"]);
  const findIn = async (address: string): Promise<readonly string[]> => {
    await Excel.run(async (context) => {
      context.workbook.worksheets.getActiveWorksheet().getRange(address).select();
      await context.sync();
    });
    return find("selection");
  };
  expect(await findIn("5:6")).toEqual(["Sheet1!B1", "Sheet1!F4"]);
  expect(await findIn("B3:F4")).toEqual(["Sheet1!F4", "Sheet1!B1", "Sheet1!D1"]);
  expect(await findIn("A7:C8")).toEqual(["Sheet1!B1"]);
  expect(await findIn("H1:H20")).toEqual([]);
});

test("the formula whose result a cell shows is read for cells with formulas, of spills and of values, in one batch", async () => {
  const run = jest.spyOn(Excel, "run");
  await enter({ A1: "=TEST.ROWS(3)", D1: 5, D2: "=SUM(A1:A3)" });
  const shown = new ShownFormulas();
  const before = run.mock.calls.length;
  const formulas = await Promise.all(["A1", "B3", "D1", "D2", "F9"].map((cell) => shown.at(`Sheet1!${cell}`)));
  expect(formulas).toEqual([
    { address: "Sheet1!A1", formulas: ["=TEST.ROWS(3)"] },
    { address: "Sheet1!A1", formulas: ["=TEST.ROWS(3)"] },
    undefined,
    { address: "Sheet1!D2", formulas: ["=SUM(A1:A3)"] },
    undefined,
  ]);
  expect(run.mock.calls.length - before).toBe(1);
  // Excel refuses a whole batch for one address that it does not have. The others are answered all the same.
  const gone = await Promise.all(["Sheet1!A1", "Gone!A1", "Sheet1!XFE1", "Sheet1!D2"].map((cell) => shown.at(cell)));
  expect(gone).toEqual([formulas[0], undefined, undefined, formulas[3]]);
  await enter({ A1: 1 });
  expect(await Promise.all(["A1", "B3"].map((cell) => shown.at(`Sheet1!${cell}`)))).toEqual([undefined, undefined]);
});
