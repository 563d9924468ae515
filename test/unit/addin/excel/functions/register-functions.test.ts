import { AddinError } from "../../../../../src/engine/http/addin-error";
import { CellError } from "../../../../../src/formulas/table/matrix";
import { associate, type FunctionHost } from "../../../../../src/addin/excel/functions/register-functions";
import { type ExcelFunctions, installExcelFunctions, removeExcelFunctions } from "../../../../support/excel-functions";
import { answering, capabilities, failureOf, functionHost, type Seen } from "../../../../support/function-host";
import { tinyFunction } from "../../../../support/tiny-functions";

let excel: ExcelFunctions;
let seen: Seen[];
const started = async (more: Partial<FunctionHost> = {}): Promise<FunctionHost> => (await functionHost(more)).host;

beforeEach(() => {
  excel = installExcelFunctions();
  seen = [];
});
afterEach(removeExcelFunctions);

test("every definition is associated by its name before anything is ready", () => {
  associate(
    [tinyFunction("A.B", () => Promise.resolve([[1]])), tinyFunction("C", () => Promise.resolve([[1]]))],
    new Promise(() => undefined),
  );
  expect(excel.ids()).toEqual(["A.B", "C"]);
});

test("arguments arrive in order, skipped ones as null, the invocation apart from them", async () => {
  associate([answering(seen)], started());
  await excel.call(
    "TEST.ANSWER",
    "EU Banks",
    null,
    [
      [1, 0],
      ["a", null],
    ],
    { address: "Sheet1!B2" },
  );
  expect(seen[0]?.values).toEqual([
    "EU Banks",
    null,
    [
      [1, 0],
      ["a", null],
    ],
  ]);
  expect(seen[0]?.context).toMatchObject({ address: "Sheet1!B2", preview: false, host: capabilities });
});

test.each([[[]], [["a"]], [["a", "b", "c", "d"]]])(
  "with the arity of another day's functions.json (%j) the invocation is still found",
  async (values) => {
    associate([answering(seen)], started());
    await excel.call("TEST.ANSWER", ...values, { address: "Sheet1!A1", functionName: "TEST.ANSWER" });
    expect(seen[0]?.values).toEqual(values);
    expect(seen[0]?.context.address).toBe("Sheet1!A1");
  },
);

test("a call without an invocation keeps its last argument", async () => {
  associate([answering(seen)], started());
  await excel.call("TEST.ANSWER", "a", [["b"]]);
  expect(seen[0]?.values).toEqual(["a", [["b"]]]);
  expect(seen[0]?.context.address).toBeUndefined();
});

test("the addresses of the arguments are handed on", async () => {
  associate([answering(seen)], started());
  await excel.call("TEST.ANSWER", "a", { address: "Sheet1!B2", parameterAddresses: ["Sheet1!A2"] });
  expect(seen[0]?.context.parameterAddresses).toEqual(["Sheet1!A2"]);
});

test("Excel's preview is passed on as such", async () => {
  associate([answering(seen)], started());
  await excel.call("TEST.ANSWER", { isInValuePreview: true });
  expect(seen[0]?.context.preview).toBe(true);
});

test.each([
  ["an error data type", { type: "Error", basicValue: "#DIV/0!" }],
  ["a CustomFunctions.Error", { type: "Error", code: "#DIV/0!", message: "" }],
])("%s in a cell or a range reaches the function as a cell error", async (_, error) => {
  associate([answering(seen)], started());
  await excel.call("TEST.ANSWER", error, [["a"], [error]], {});
  const [single, range] = seen[0]?.values as [unknown, unknown[][]];
  expect(single).toEqual(new CellError("#DIV/0!"));
  expect(range[1]?.[0]).toBeInstanceOf(CellError);
});

test("a cell error that a function lets through is the cell's error", async () => {
  const through = tinyFunction("TEST.ANSWER", ([value]) =>
    Promise.reject(value instanceof Error ? value : new Error("No error came.")),
  );
  associate([through], started());
  const error = await failureOf(excel.call("TEST.ANSWER", { type: "Error", basicValue: "#NUM!" }, {}));
  expect(error.code).toBe("#NUM!");
});

test("a failure of ours shows its code and sentence", async () => {
  const failing = tinyFunction("TEST.ANSWER", () => Promise.reject(new AddinError("rejected", "minScore must be …")));
  associate([failing], started());
  expect(await failureOf(excel.call("TEST.ANSWER", {}))).toMatchObject({
    code: "#VALUE!",
    message: "minScore must be …",
  });
});

test.each([
  ["rejects with a plain error", () => Promise.reject(new TypeError("x is undefined"))],
  [
    "throws at once",
    (): never => {
      throw new RangeError("boom");
    },
  ],
])("a function that %s shows the sentence for the unexpected, not the plain error", async (_, invoke) => {
  associate([tinyFunction("TEST.ANSWER", invoke)], started());
  const error = await failureOf(excel.call("TEST.ANSWER", {}));
  expect(error).toMatchObject({ code: "#N/A", message: "Something went wrong in the add-in." });
});

test("the error of a one-cell function is the cell's own", async () => {
  const one = tinyFunction("TEST.ANSWER", () => Promise.resolve([[new AddinError("not-found", "No entity.")]]), {
    result: "value",
  });
  associate([one], started());
  expect(await failureOf(excel.call("TEST.ANSWER", {}))).toMatchObject({ code: "#N/A", message: "No entity." });
});

test("a one-cell function answers a value, a matrix function rows", async () => {
  associate(
    [
      tinyFunction("TEST.ONE", () => Promise.resolve([[7]]), { result: "value" }),
      tinyFunction("TEST.ROWS", () => Promise.resolve([[7]])),
    ],
    started(),
  );
  expect(await excel.call("TEST.ONE", {})).toBe(7);
  expect(await excel.call("TEST.ROWS", {})).toEqual([[7]]);
});
