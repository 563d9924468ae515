import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import { readWorkbookJson } from "../../../src/workbench/file/workbook-json";
import { calledFunctions } from "../../../src/ooxml/formula-tokens";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import type { CellModel, CellValue } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { until } from "../../support/until";
import { damaged } from "../addin/doctor/damaged-files";
import { partsOf } from "../ooxml/compare-parts";
import { workbookOf } from "../ooxml/models";
import { startHost } from "./start-host";

const cell = (row: number, column: number, formula: string | undefined, value?: CellValue): CellModel => ({
  row,
  column,
  ...(formula !== undefined && { formula }),
  ...(value !== undefined && { value }),
});

/** What the file shows is wrong, so that a calculation is seen. */
const cells: CellModel[] = [
  cell(0, 0, undefined, 2),
  cell(0, 1, "=A1*2", 99),
  cell(0, 2, "=B1+1"),
  cell(0, 3, "=YEAR(TODAY())", 1900),
  cell(0, 4, "=D1>1900", false),
  cell(0, 5, "=A1+1", { error: "#VALUE!" }),
  cell(1, 0, '=GETPIVOTDATA("Sum",$H$1)+A1', 500),
  cell(1, 1, "=A2*2", 999),
  cell(1, 2, '=IFERROR(GETPIVOTDATA("Sum",$H$1),0)', "kept"),
  cell(1, 3, "=LET(twice,A1*2,twice)", 77),
  { ...cell(2, 0, "=SEQUENCE(2,A1)*A1", 7), spill: "A3:B4" },
  { ...cell(2, 1, undefined, true), spilled: true },
  cell(2, 3, "=SUM(A3#)"),
  { ...cell(3, 0, undefined, "eight"), spilled: true },
  { ...cell(3, 1, undefined, 9), spilled: true },
];
const file = (given = cells): Uint8Array => writeWorkbook(workbookOf({ cells: given }), { custom: [] });

describe("a file with results", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });
  beforeEach(async () => {
    await openXlsx(host, file(), "Results");
  });

  const values = (address: string): unknown => host.book.values(host.book.area(address));
  const settled = (): Promise<void> => until("calculated", () => !host.functions.unsettled);
  const shows = async (address: string, expected: unknown): Promise<void> => {
    await until(
      `${address} shows ${JSON.stringify(expected)}`,
      () => JSON.stringify(values(address)) === JSON.stringify(expected) && !host.functions.unsettled,
    );
  };
  const enter = (address: string, text: string): void => host.book.write(host.book.area(address), [[text]]);

  it("shows them before anything is calculated", () => {
    expect(values("A1:F1")).toEqual([[2, 99, "", 1900, false, "#VALUE!"]]);
    expect(values("A2:D2")).toEqual([[500, 999, "kept", 77]]);
    expect(values("A3:B4")).toEqual([
      [7, true],
      ["eight", 9],
    ]);
    expect(host.book.spills(host.book.activeSheetId)).toHaveLength(1);
  });

  it("calculates what has no result, an error or a volatile function, and what depends on these, and nothing else", async () => {
    await shows("A1:F1", [[2, 99, 100, new Date().getFullYear(), true, 3]]);
    expect(values("A2:D2")).toEqual([[500, 999, "kept", 77]]);
    expect(values("A3:D4")).toEqual([
      [7, true, "", 16],
      ["eight", 9, "", ""],
    ]);
  });

  it("calculates a formula when what it reads changes", async () => {
    await settled();
    enter("A1", "3");
    await shows("B1:C1", [[6, 7]]);
    await shows("D2", [[6]]);
    await shows("A3:C4", [
      [3, 6, 9],
      [12, 15, 18],
    ]);
    await shows("D3", [[63]]);
  });

  it("keeps the result of a function that the engine does not know until its formula is entered again", async () => {
    await settled();
    enter("A1", "3");
    await shows("B1:B2", [[6], [1000]]);
    host.functions.callAllAgain();
    await settled();
    expect(values("A2:C2")).toEqual([[500, 1000, "kept"]]);
    enter("A2", '=GETPIVOTDATA("Sum",$H$1)+A1');
    await shows("A2:B2", [["#NAME?", "#NAME?"]]);
  });

  it("is saved byte for byte where nothing was calculated", async () => {
    const still = file(cells.filter(({ formula }) => formula?.startsWith("=GETPIVOTDATA") ?? false));
    await openXlsx(host, still, "Pivot");
    await settled();
    expect(partsOf(toXlsx(host))).toEqual(partsOf(still));
  });

  it("gives its spill up where a value is entered", async () => {
    await settled();
    enter("B4", "here");
    await shows("A3:B4", [
      ["#SPILL!", ""],
      ["", "here"],
    ]);
  });

  it("is calculated as a whole if it asks for that", async () => {
    const asking = damaged(file(), {
      "xl/workbook.xml": (xml) => xml.replace("<calcPr", '<calcPr fullCalcOnLoad="1"'),
    });
    await openXlsx(host, asking, "Asking");
    await shows("B1:C1", [[4, 5]]);
    await shows("A2:D2", [[500, 1000, "kept", 4]]);
    await shows("A3:B4", [
      [2, 4],
      [6, 8],
    ]);
  });

  it("is opened if a result fills whole columns, which is then calculated", async () => {
    const wide = [cell(0, 0, undefined, 2), { ...cell(0, 1, "=SEQUENCE(A1)", 7), spill: "B1:B1048576" }];
    await openXlsx(host, file(wide), "Wide");
    await shows("B1:B3", [[1], [2], [""]]);
  });

  it("shows them again after the browser has kept the workbook", async () => {
    await settled();
    const kept: unknown = structuredClone(toStoredWorkbook(host));
    await openWorkbookJson(host, { name: "Other", sheets: [{ name: "S", cells: {} }] });
    await openWorkbookJson(host, kept);
    await shows("A2:B2", [[500, 999]]);
    await shows("A3:B4", [
      [7, true],
      ["eight", 9],
    ]);
    expect(values("B1")).toEqual([[99]]);
  });
});

describe("a file with manual calculation", () => {
  const bytes = damaged(file([...cells, cell(4, 0, "=C1*2", 7)]), {
    "xl/workbook.xml": (xml) => xml.replace("<calcPr", '<calcPr calcMode="manual"'),
  });
  const modeIn = (saved: Uint8Array): string | undefined =>
    /calcMode="(\w+)"/.exec(partsOf(saved)["xl/workbook.xml"] ?? "")?.[1];
  let host: OfficeHost;
  const settled = (): Promise<void> => until("calculated", () => !host.functions.unsettled);
  const values = (address: string): unknown => host.book.values(host.book.area(address));

  beforeEach(async () => {
    host = startHost();
    await openXlsx(host, bytes, "Manual");
    await settled();
  });

  it("turns the manual mode on, and the next file turns it off", async () => {
    expect(host.functions.calculation.mode).toBe("manual");
    await openXlsx(host, file(), "Automatic");
    expect(host.functions.calculation.mode).toBe("automatic");
  });

  it("calculates nothing that has a result until it is asked to", async () => {
    const opened = [[2, 99, 100, 1900, false, 3]];
    expect([values("A1:F1"), values("A5")]).toEqual([opened, [[7]]]);
    host.book.write(host.book.area("A1"), [["3"]]);
    await settled();
    expect(values("B1:F1")).toEqual([opened[0]?.slice(1)]);
    host.functions.calculation.calculate();
    await until("B1 is calculated", () => String(values("B1")) === "6");
    await settled();
    expect([values("B1:F1"), values("A5")]).toEqual([[[6, 7, new Date().getFullYear(), true, 4]], [[14]]]);
  });

  it("calculates volatile functions when it is asked to, also without an edit", async () => {
    host.functions.calculation.calculate();
    await until("D1 is calculated", () => String(values("D1")) === String(new Date().getFullYear()));
    await settled();
    expect(values("B1:E1")).toEqual([[99, 100, new Date().getFullYear(), true]]);
  });

  it("is saved with the mode that is on, also in the browser", async () => {
    expect(modeIn(toXlsx(host))).toBe("manual");
    expect(toStoredWorkbook(host).manualCalculation).toBe(true);
    host.functions.calculation.setMode("automatic");
    expect(modeIn(toXlsx(host))).toBeUndefined();
    expect(toStoredWorkbook(host).manualCalculation).toBeUndefined();
    await openXlsx(host, file(), "Automatic");
    host.functions.calculation.setMode("manual");
    expect(modeIn(toXlsx(host))).toBe("manual");
  });

  it("stays manual while a fault of the host makes it so", async () => {
    host.faults.define("manual-calculation", () => () => undefined);
    host.faults.switchOn({ kind: "manual-calculation" });
    await openXlsx(host, file(), "Automatic");
    expect(host.functions.calculation.mode).toBe("manual");
  });
});

it.each([
  [{ values: 1 }, 'shown of the sheet "S" must be an object with the objects "values" and "spills"'],
  [{ values: { A1: [1] } }, "must be texts, numbers, truth values and errors of single cells"],
  [{ values: { "A1:B2": 1 } }, "must be texts, numbers, truth values and errors of single cells"],
  [{ values: {}, spills: { A1: "B1:C2" } }, "must be ranges that begin at their formula"],
  [
    { values: { A1: 1 }, spills: { A1: "A1:XFD1048576" } },
    "A workbook file may have up to 10,000,000 cells that results fill",
  ],
])("results that cannot be shown are refused: %j", (shown, message) => {
  expect(() => readWorkbookJson({ name: "B", sheets: [{ name: "S", cells: { A1: "=B1" }, shown }] })).toThrow(message);
});

it.each([
  ["=SUM(A1)+'My sheet'!Own(2)", ["SUM", "OWN"]],
  ['=IF(A1="NOW()",_xludf.X(1),1)', ["IF", "_XLUDF.X"]],
  ["=LET(double,LAMBDA(x,x*2),double(A1))", ["LET", "LAMBDA"]],
])("%s calls %j, and no parameters of its own", (formula, called) => {
  expect(calledFunctions(formula)).toEqual(called);
});
