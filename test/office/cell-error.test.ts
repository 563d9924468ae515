import { AddinError, type ErrorCode } from "../../src/error/addin-error";
import { CellError } from "../../src/error/cell-error";
import { toCellError, toCustomFunctionsError } from "../../src/office/cell-error";
import { installExcelFunctions, removeExcelFunctions } from "./excel-functions";

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
  interrupted: "#N/A",
  throttled: "#N/A",
  unavailable: "#N/A",
  unexpected: "#N/A",
};

describe("with Excel's error class there", () => {
  beforeEach(() => void installExcelFunctions());
  afterEach(removeExcelFunctions);

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

test("while the script is read there is no error class, and none is wanted", () => {
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
