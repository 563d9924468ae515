import { IUniverInstanceService } from "@univerjs/core";
import fc from "fast-check";
import type { DataValidation } from "../../../src/ooxml/data-validation";
import { openWorkbookJson, openXlsx, toStoredWorkbook, toXlsx } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { fromEngineValidation, toEngineValidation } from "../../../src/workbench/univer/validation-rules";
import { until } from "../../support/until";
import { anyDataValidations } from "../ooxml/any-data-validation";
import { startHost } from "./start-host";

type Rule = Pick<DataValidation, "type" | "formulas"> & Partial<DataValidation>;
type Cells = Readonly<Record<string, string | number | boolean>>;

const validation = (rule: Rule): DataValidation => ({
  id: "v",
  ranges: ["A1:A9"],
  ignoreBlanks: true,
  alert: { shown: true, style: "stop", title: "", message: "" },
  prompt: { shown: true, title: "", message: "" },
  ...rule,
});

test("data validation is the same after a way through the engine, whatever it is", () => {
  const size = { rows: 1_000, columns: 60 };
  fc.assert(
    fc.property(anyDataValidations, (given) => {
      expect(given.map((one) => fromEngineValidation(toEngineValidation(one, size)))).toEqual(given);
    }),
    { numRuns: 300 },
  );
});

describe("data validation in the engine", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });

  const open = async (cells: Cells, ...rules: DataValidation[]): Promise<void> => {
    await openWorkbookJson(host, {
      name: "B",
      sheets: [
        { name: "S", cells, dataValidations: rules },
        { name: "Data", cells: {} },
      ],
    });
    await until("calculated", () => !host.functions.unsettled);
  };
  /** Which rows of column A have a content that is accepted. */
  const valid = async (rows: number): Promise<boolean[]> => {
    const sheetId = host.book.activeSheetId;
    const checked = Array.from({ length: rows }, (_, row) =>
      host.book.dataValidations.check({ sheetId, row, column: 0 }),
    );
    return Promise.all(checked);
  };
  const undo = async (): Promise<void> => {
    host.book.engine.injector.get(IUniverInstanceService).focusUnit(host.book.unitId);
    await host.book.engine.api.undo();
  };
  const enter = (address: string, text: string): void => host.book.write(host.book.area(address), [[text]]);

  it("accepts numbers, and not the texts, truth values and errors that look like them", async () => {
    const cells = { A1: 5, A2: 5.5, A3: "'5", A4: true, A5: "=1/0", A6: 10, A8: "=2+3" };
    const between = { operator: "between", formulas: ["9", "1"] } as const;
    await open(cells, validation({ type: "whole", ...between }));
    await until("A8 is calculated", async () => (await valid(8))[7] === true);
    expect(await valid(8)).toEqual([true, false, false, false, false, false, true, true]);
    await open(cells, validation({ type: "decimal", ...between, ignoreBlanks: false }));
    await until("A8 is calculated", async () => (await valid(8))[7] === true);
    expect(await valid(8)).toEqual([true, true, false, false, false, false, false, true]);
    await open(cells, validation({ type: "decimal", ...between, operator: "notBetween" }));
    expect(await valid(6)).toEqual([false, false, false, false, false, true]);
  });

  it("compares dates, times and lengths", async () => {
    await open(
      { A1: "2024-01-02", A2: "2023-12-31", A3: "tomorrow" },
      validation({ type: "date", operator: "greaterThan", formulas: ["45292"] }),
    );
    expect(await valid(3)).toEqual([true, false, false]);
    await open({ A1: 0.25, A2: 0.75 }, validation({ type: "time", operator: "lessThanOrEqual", formulas: ["0.5"] }));
    expect(await valid(2)).toEqual([true, false]);
    await open(
      { A1: "four", A2: "five5", A3: 1234 },
      validation({ type: "textLength", operator: "equal", formulas: ["4"] }),
    );
    expect(await valid(3)).toEqual([true, false, true]);
  });

  it.each([
    ["between", ["2", "4"], [false, true, true, true, false]],
    ["notBetween", ["2", "4"], [true, false, false, false, true]],
    ["equal", ["3"], [false, false, true, false, false]],
    ["notEqual", ["3"], [true, true, false, true, true]],
    ["greaterThan", ["3"], [false, false, false, true, true]],
    ["greaterThanOrEqual", ["3"], [false, false, true, true, true]],
    ["lessThan", ["3"], [true, true, false, false, false]],
    ["lessThanOrEqual", ["3"], [true, true, true, false, false]],
  ] as const)("compares 1 to 5 with %s %j", async (operator, formulas, expected) => {
    await open({ A1: 1, A2: 2, A3: 3, A4: 4, A5: 5 }, validation({ type: "whole", operator, formulas }));
    expect(await valid(5)).toEqual(expected);
  });

  it("moves the relative references of its formulas from cell to cell, and follows the cells that they read", async () => {
    await open({ A1: 1, A2: 2, B1: 1, B2: 3 }, validation({ type: "decimal", operator: "equal", formulas: ["B1"] }));
    expect(await valid(2)).toEqual([true, false]);
    enter("B2", "2");
    await until("A2 is accepted", async () => (await valid(2))[1] === true);
    await open({ A1: "x", A2: "y", A3: "x" }, validation({ type: "custom", formulas: ["COUNTIF($A$1:$A$9,A1)=1"] }));
    expect(await valid(3)).toEqual([false, true, false]);
  });

  it("takes lists from texts, cells of any sheet, spills and names", async () => {
    const cells = { A1: "low", A2: "Low", A3: "medium", A4: 7, A5: "7" };
    await open(cells, validation({ type: "list", formulas: ['"low,7"'] }));
    expect(await valid(5)).toEqual([true, false, false, true, true]);
    await open(cells, validation({ type: "list", formulas: ["Data!$C$1:$C$3"] }));
    expect(await valid(3)).toEqual([false, false, false]);
    enter("Data!C1", "LOW");
    enter("Data!C2", "7");
    await until("the list is read again", async () => (await valid(5)).join() === "true,true,false,true,true");
    await open({ ...cells, E1: "=TEST.ROWS(3)", A6: "row 2" }, validation({ type: "list", formulas: ["$E$1#"] }));
    await until("the spill is there", async () => (await valid(6))[5] === true);
    expect((await valid(6)).slice(0, 5)).toEqual([false, false, false, false, false]);
  });

  it("follows inserted and deleted rows, and undo", async () => {
    await open({}, validation({ type: "decimal", operator: "equal", formulas: ["$B$2"], ranges: ["A1:A9", "C3:D4"] }));
    const list = (): unknown =>
      host.book.dataValidations.list(host.book.activeSheetId).map(({ ranges, formulas }) => [ranges, formulas]);
    const sheet = host.book.sheet(host.book.activeSheetId);
    sheet.insertRowsBefore(1, 2);
    expect(list()).toEqual([[["A1:A11", "C5:D6"], ["$B$4"]]]);
    await undo();
    expect(list()).toEqual([[["A1:A9", "C3:D4"], ["$B$2"]]]);
    sheet.deleteRows(2, 2);
    expect(list()).toEqual([[["A1:A7"], ["$B$2"]]]);
  });

  it("is taken from the cells of an area, without a change of what others have, and comes back with undo", async () => {
    const other = validation({ type: "whole", operator: "equal", formulas: ["B1"], ranges: ["A1:A3", "A4:A9"] });
    await open({}, other);
    const { dataValidations } = host.book;
    const sheetId = host.book.activeSheetId;
    dataValidations.clear(host.book.area("A2:A9"));
    expect(dataValidations.list(sheetId).map(({ ranges }) => ranges)).toEqual([["A1"]]);
    await undo();
    expect(dataValidations.list(sheetId)).toEqual([other]);
    dataValidations.clear(host.book.area("A1:A9"));
    expect(dataValidations.list(sheetId)).toEqual([]);
    await undo();
    expect(dataValidations.list(sheetId)).toEqual([other]);
  });

  it("is the same after saving and opening, also in whole columns", async () => {
    const rules = [
      validation({ type: "list", formulas: ["Data!$A$1:$A$3"], ranges: ["A1:A1048576"], dropDownHidden: true }),
      validation({
        id: "w",
        type: "date",
        operator: "between",
        formulas: ["45292", "TODAY()"],
        ranges: ["C1", "D2:D3"],
      }),
    ];
    await open({ A1: "x" }, ...rules);
    await openXlsx(host, toXlsx(host), "B");
    const withoutIds = (list: readonly DataValidation[] = []): unknown => list.map((one) => ({ ...one, id: "" }));
    expect(withoutIds(toStoredWorkbook(host).sheets[0]?.dataValidations)).toEqual(withoutIds(rules));
  });
});
