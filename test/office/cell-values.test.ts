import fc from "fast-check";
import { AddinError } from "../../src/error/addin-error";
import { CellError } from "../../src/error/cell-error";
import { pipeSize, toExcelMatrix } from "../../src/office/cell-values";
import type { CellValue, EntityCell } from "../../src/table/matrix";
import { installExcelFunctions, removeExcelFunctions } from "./excel-functions";

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

const card: EntityCell = {
  kind: "entity",
  text: "Acme AG",
  sections: {
    Identity: { Name: "Acme AG", "Entity id": "e-1", Aliases: ["Acme", "ACME"] },
    Size: { Employees: 1_200, Listed: true },
  },
};

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
    .map((section): CellValue => ({ kind: "entity", text: "E", sections: { Identity: section } })),
);

/** An error as Microsoft's runtime writes it (test/office-runtime checks that on the runtime itself). */
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
      expect(pipeSize(matrix)).toBeGreaterThanOrEqual(sent);
    }),
    { numRuns: 500 },
  );
});

test("the size foreseen is no fancy: plain text of 1,900,000 characters is not refused for half of it", () => {
  const row = ["An event of some length in plain words", "environmental", 4, 46_012.345_678];
  const matrix = Array.from({ length: 20_000 }, () => row);
  const sent = JSON.stringify(matrix).length;
  expect(pipeSize(matrix) / sent).toBeLessThan(1.4);
});
