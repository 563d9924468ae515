import fc from "fast-check";
import { AddinError, type ErrorCode } from "../../../../../src/engine/http/addin-error";
import { EntityCard } from "../../../../../src/formulas/table/data-types";
import { CellError, type CellValue } from "../../../../../src/formulas/table/matrix";
import {
  pipeSize,
  readArgument,
  toCellError,
  toCustomFunctionsError,
  toExcelMatrix,
} from "../../../../../src/addin/excel/functions/cell-values";
import { FormulaResult } from "../../../../../src/formulas/table/formula-result";
import { installExcelFunctions, removeExcelFunctions } from "../../../../support/excel-functions";

beforeEach(() => void installExcelFunctions());
afterEach(removeExcelFunctions);

test("texts, numbers and truth values pass as they are", () => {
  expect(toExcelMatrix([["a", 1.5, true, "", 0, false]])).toEqual([["a", 1.5, true, "", 0, false]]);
});

test("an error stands in its own cell, with its sentence", () => {
  const [[good, bad, passed] = []] = toExcelMatrix([
    ["ok", new AddinError("not-found", "No entity."), new CellError("#DIV/0!")],
  ]);
  expect(good).toBe("ok");
  expect(bad).toMatchObject({ code: "#N/A", message: "No entity." });
  expect(passed).toMatchObject({ code: "#DIV/0!" });
});

test("a formatted number keeps its value beside its format", () => {
  expect(toExcelMatrix([[{ kind: "formatted", value: 46_000.5, numberFormat: "yyyy-mm-dd hh:mm" }]])).toEqual([
    [{ type: "FormattedNumber", basicValue: 46_000.5, numberFormat: "yyyy-mm-dd hh:mm" }],
  ]);
});

const card = new EntityCard("Acme AG", {
  Identity: { Name: "Acme AG", "Entity id": "e-1", Aliases: ["Acme", "ACME"] },
  Size: { Employees: 1_200, Listed: true },
});

test("an entity becomes a card whose sections name the properties it has", () => {
  const [[entity] = []] = toExcelMatrix([[card]]);
  expect(entity).toEqual({
    type: "Entity",
    text: "Acme AG",
    properties: {
      Name: { type: "String", basicValue: "Acme AG" },
      "Entity id": { type: "String", basicValue: "e-1" },
      Aliases: {
        type: "Array",
        elements: [
          [
            { type: "String", basicValue: "Acme" },
            { type: "String", basicValue: "ACME" },
          ],
        ],
      },
      Employees: { type: "Double", basicValue: 1_200 },
      Listed: { type: "Boolean", basicValue: true },
    },
    layouts: {
      card: {
        title: { property: "Name" },
        sections: [
          { layout: "List", title: "Identity", properties: ["Name", "Entity id", "Aliases"] },
          { layout: "List", title: "Size", properties: ["Employees", "Listed"] },
        ],
      },
    },
  });
});

const anyCell: fc.Arbitrary<CellValue> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.string({ maxLength: 60 }).map((sentence): CellValue => new AddinError("ambiguous", sentence)),
  fc.constantFrom("#N/A", "#DIV/0!", "#NAME?").map((code): CellValue => new CellError(code)),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value): CellValue => ({ kind: "formatted", value, numberFormat: "yyyy-mm-dd hh:mm" })),
  fc
    .dictionary(fc.string({ maxLength: 9 }), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())))
    .map((section): CellValue => new EntityCard("E", { Identity: section })),
);

/** An error as Microsoft's runtime writes it (test/host checks that on the runtime itself). */
const asSent = (_: string, value: unknown): unknown =>
  value instanceof CustomFunctions.Error
    ? {
        valueType: "CustomFunctionError",
        code: value.code,
        type: "Error",
        basicValue: value.code,
        basicType: "Error",
        message: value.message,
        errorType: "NotAvailable",
      }
    : value;

test("the size foreseen for the pipe is never below what the result takes there in bytes", () => {
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
    );
  fc.assert(
    fc.property(rows, (matrix) => {
      const sent = new TextEncoder().encode(JSON.stringify([12_345, true, toExcelMatrix(matrix), [17]], asSent)).length;
      expect(pipeSize(FormulaResult.ofCells(matrix))).toBeGreaterThanOrEqual(sent);
    }),
    { numRuns: 500 },
  );
});

test("the size foreseen is no fancy: plain text of 1,900,000 characters is not refused for half of it", () => {
  const row = ["An event of some length in plain words", "environmental", 4, 46_012.345_678];
  const matrix = Array.from({ length: 20_000 }, () => row);
  const sent = JSON.stringify(matrix).length;
  expect(pipeSize(FormulaResult.ofCells(matrix)) / sent).toBeLessThan(1.4);
});

/** The error table of the worksheet functions: `#VALUE!` change the formula, `#N/A` not to be had now. */
const shown: Readonly<Record<ErrorCode, "#VALUE!" | "#N/A">> = {
  "invalid-argument": "#VALUE!",
  rejected: "#VALUE!",
  "too-large": "#VALUE!",
  ambiguous: "#N/A",
  "signed-out": "#N/A",
  "no-access": "#N/A",
  "not-found": "#N/A",
  "not-ready": "#N/A",
  stopped: "#N/A",
  "no-rows": "#N/A",
  "empty-list": "#N/A",
  interrupted: "#N/A",
  throttled: "#N/A",
  "budget-spent": "#N/A",
  unavailable: "#N/A",
  unexpected: "#N/A",
};

describe("an error value", () => {
  test.each(Object.entries(shown))("%s shows %s with its sentence", (code, excelCode) => {
    const error = toCustomFunctionsError(new AddinError(code as ErrorCode, "What to do."));
    expect(error).toBeInstanceOf(CustomFunctions.Error);
    expect({ code: error.code, message: error.message }).toEqual({ code: excelCode, message: "What to do." });
  });

  test.each(["#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#NAME?", "#REF!"])(
    "%s in an argument comes out as it went in",
    (excelCode) => {
      const passed = toCellError({ type: "Error", basicValue: excelCode });
      expect(toCustomFunctionsError(passed ?? new CellError("none")).code).toBe(excelCode);
    },
  );

  test("an error Excel lets no function make comes out as #N/A", () => {
    expect(toCustomFunctionsError(new CellError("#SPILL!")).code).toBe("#N/A");
  });

  test("the sentence of another add-in's error is kept", () => {
    expect(toCustomFunctionsError(new CellError("#N/A", "Theirs.")).message).toBe("Theirs.");
  });
});

test("an error value is read before Excel has defined its error class", () => {
  removeExcelFunctions();
  expect(() => toCellError({ type: "Error", basicValue: "#N/A" })).not.toThrow();
});

test.each([
  ["an error data type", { type: "Error", basicType: "Error", basicValue: "#DIV/0!", errorType: "Div0" }, "#DIV/0!"],
  ["a CustomFunctions.Error", { type: "Error", code: "#NUM!", basicValue: "#NUM!", message: "" }, "#NUM!"],
  ["an older CustomFunctions.Error", { code: "#N/A", message: "" }, "#N/A"],
  ["an error of a newer Excel", { type: "Error", basicValue: "#PYTHON!" }, "#PYTHON!"],
  ["a value not there yet", { type: "Error", basicValue: "#GETTING_DATA" }, "#GETTING_DATA"],
])("%s is read as a cell error", (_, argument, excelCode) => {
  expect(toCellError(argument)?.excelCode).toBe(excelCode);
});

test.each([
  ["a text that looks like one", "#N/A"],
  ["an empty cell", null],
  ["a number", 0],
  ["an entity card, whose basic value is #VALUE!", { type: "Entity", text: "ACME", basicValue: "#VALUE!" }],
  ["a web image", { type: "WebImage", address: "https://a.example/b.png", basicValue: "#VALUE!" }],
  ["a formatted number", { type: "FormattedNumber", basicValue: 3, numberFormat: "0.0" }],
  ["an object with a code of its own", { code: "B12" }],
])("%s is no cell error", (_, argument) => {
  expect(toCellError(argument)).toBeUndefined();
});

test("a size that was summed while the result was made is not counted again: brackets and the call are added", () => {
  const measured = FormulaResult.ofCells([["a"], ["b"]]).replaceCells([["c"], ["d"]], 1_000);
  expect(pipeSize(measured)).toBe(1_000 + 2 * 3 + 60);
});

test("the size foreseen grows with rows, although their cells are blank", () => {
  const blank = (rows: number) => FormulaResult.ofCells(Array.from({ length: rows }, () => [""]));
  expect(pipeSize(blank(1_001)) - pipeSize(blank(1))).toBe(1_000 * (3 + 3));
  expect(pipeSize(FormulaResult.ofValue(""))).toBe(60 + 3 + 3);
});

test("a card without sections has no title, and an error without a sentence has no message", () => {
  const [[entity] = []] = toExcelMatrix([[new EntityCard("E", {})]]);
  expect(entity).toMatchObject({ text: "E", layouts: { card: { title: { property: "" }, sections: [] } } });
  expect(toCustomFunctionsError(new CellError("#DIV/0!")).message).toBe("");
  expect(toCustomFunctionsError(new CellError("#DIV/0!", "Why.")).message).toBe("Why.");
});

test("every error value in an argument is read as one, in ranges too, and all else stays", () => {
  const error = { type: "Error", basicValue: "#N/A", message: "Not there." };
  const [[read, text, number, nothing] = []] = readArgument([[error, "#N/A", 5, null]]) as unknown[][];
  expect(read).toBeInstanceOf(CellError);
  expect(read).toMatchObject({ excelCode: "#N/A", message: "Not there." });
  expect([text, number, nothing]).toEqual(["#N/A", 5, null]);
});

test.each([
  [{ code: "#N/A" }, { excelCode: "#N/A", message: "" }],
  [
    { code: "#N/A", message: 7 },
    { excelCode: "#N/A", message: "" },
  ],
  [{ type: "Error", code: "#NUM!" }, { excelCode: "#NUM!" }],
  [{ code: "#N/A please" }, undefined],
  [{ code: "see #N/A" }, undefined],
  [{ code: 5 }, undefined],
  [{ code: ["#N/A"] }, undefined],
  ["#N/A", undefined],
])("%j in an argument is %j", (argument, error) => {
  const read = toCellError(argument);
  if (error === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(error);
});
