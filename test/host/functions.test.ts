import { AddinError } from "../../src/engine/http/addin-error";
import type { FunctionDefinition } from "../../src/formulas/define/definition";
import type { InvocationContext } from "../../src/formulas/define/invocation";
import { EntityCard, NumberWithProperties, numberProperties } from "../../src/formulas/table/data-types";
import type { Matrix } from "../../src/formulas/table/matrix";
import { removeExcelFunctions } from "../support/excel-functions";
import { tinyFunction } from "../support/tiny-functions";
import { type FunctionPage, openFunctions } from "./function-page";
import { errorCodes } from "./native-bridge";

let page: FunctionPage;
let contexts: InvocationContext[];

const open = async (...definitions: readonly FunctionDefinition[]): Promise<void> => {
  page = await openFunctions(definitions);
};

/** Answers what it was called with, as text. */
const echo = (name: string): FunctionDefinition =>
  tinyFunction(name, (values, context) => {
    contexts.push(context);
    return Promise.resolve([[JSON.stringify(values)]]);
  });

/** Answers or fails as told by its name. */
const giving = (name: string, give: () => Matrix | Promise<Matrix>): FunctionDefinition =>
  tinyFunction(name, () => Promise.resolve().then(give));

beforeEach(() => {
  contexts = [];
});
afterEach(() => {
  page.excel.close();
  removeExcelFunctions();
});

describe("ids", () => {
  test("with dots are found, and whatever the case Excel writes them in", async () => {
    await open(echo("ESG.EVENTS"), echo("ENTITY.SEARCH"));
    expect(await page.answer({ id: "ESG.EVENTS" })).toMatchObject({ ok: true, value: [["[]"]] });
    expect(await page.answer({ id: "entity.search" })).toMatchObject({ ok: true });
  });

  test("that are not associated fail without an answer of ours", async () => {
    await open(echo("ESG.EVENTS"));
    expect(await page.answer({ id: "ESG.NOPE" })).toMatchObject({ ok: false, value: "" });
    expect(contexts).toHaveLength(0);
  });
});

describe("arguments", () => {
  test.each([
    ["skipped ones are null", ["EU Banks", null, null]],
    ["empty cells of the desktop are 0", [0, [[0], ["a"]]]],
    ["empty cells of the web are null", [null, [[null], ["a"]]]],
    ["ranges are rows of cells", [[["a", 1, true]], [["b"], ["c"]]]],
    ["none at all", []],
  ])("%s", async (_, values) => {
    await open(echo("TEST.ECHO"));
    const { value } = await page.answer({ id: "TEST.ECHO", values });
    expect(value).toEqual([[JSON.stringify(values)]]);
  });

  test("the invocation is no argument and brings the address", async () => {
    await open(echo("TEST.ECHO"));
    await page.answer({ id: "TEST.ECHO", values: ["a"], address: "'EU Banks'!C7" });
    expect(contexts[0]).toMatchObject({ address: "'EU Banks'!C7", preview: false });
  });

  test("an error in a cell comes out again as it went in, alone or out of a range", async () => {
    const through = tinyFunction("TEST.THROUGH", ([value]) => {
      const cell: unknown = Array.isArray(value) ? (value as unknown[][])[1]?.[0] : value;
      return Promise.reject(cell instanceof Error ? cell : new AddinError("unexpected", "No error came."));
    });
    await open(through);
    const error = { type: "CustomFunctionError", code: "#DIV/0!" };
    for (const value of [error, [["fine"], [error]]])
      expect(await page.answer({ id: "TEST.THROUGH", values: [value], errors: true })).toMatchObject({
        ok: false,
        errorCode: errorCodes.divisionByZero,
      });
  });
});

describe("errors", () => {
  test.each([
    ["not-found", errorCodes.notAvailable],
    ["invalid-argument", errorCodes.invalidValue],
    ["too-large", errorCodes.invalidValue],
    ["signed-out", errorCodes.notAvailable],
  ] as const)("%s reaches the cell with its sentence", async (code, errorCode) => {
    await open(giving("TEST.FAIL", () => Promise.reject(new AddinError(code, "What to do."))));
    expect(await page.answer({ id: "TEST.FAIL" })).toMatchObject({ ok: false, value: "What to do.", errorCode });
  });

  test("a plain error becomes a sentence; Excel alone would show none", async () => {
    await open(giving("TEST.FAIL", () => Promise.reject(new TypeError("x is undefined"))));
    expect(await page.answer({ id: "TEST.FAIL" })).toMatchObject({
      ok: false,
      value: "Something went wrong in the add-in.",
      errorCode: errorCodes.notAvailable,
    });
  });

  test("in a row of a result stay in their cell with their sentence", async () => {
    await open(
      giving("TEST.ROWS", () => [
        ["Acme", 1],
        [new AddinError("ambiguous", "3 entities match."), ""],
      ]),
    );
    const { ok, value } = await page.answer({ id: "TEST.ROWS" });
    expect(ok).toBe(true);
    expect(value).toMatchObject([
      ["Acme", 1],
      [{ type: "Error", basicValue: "#N/A", message: "3 entities match." }, ""],
    ]);
  });
});

describe("data types", () => {
  test("formatted dates and cards pass as Excel knows them", async () => {
    await open(
      giving("TEST.TYPES", () => [
        [
          { kind: "formatted", value: 46_000.5, numberFormat: "yyyy-mm-dd hh:mm" },
          new EntityCard("Acme", { Identity: { Name: "Acme" } }),
        ],
      ]),
    );
    expect((await page.answer({ id: "TEST.TYPES" })).value).toMatchObject([
      [
        { type: "FormattedNumber", basicValue: 46_000.5 },
        { type: "Entity", text: "Acme", properties: { Name: { type: "String", basicValue: "Acme" } } },
      ],
    ]);
  });
});

test("a number with properties passes as Excel knows it", async () => {
  const properties = numberProperties({ source: "event e-1, live" }, { fetched_at: 46_000.5 });
  await open(giving("TEST.SOURCE", () => [[new NumberWithProperties(4, properties)]]));
  const { value } = await page.answer({ id: "TEST.SOURCE" });
  const number = {
    type: "Double",
    basicValue: 4,
    properties: {
      source: { type: "String", basicValue: "event e-1, live" },
      fetched_at: { type: "FormattedNumber", basicValue: 46_000.5, numberFormat: "yyyy-mm-dd hh:mm" },
    },
  };
  expect(value).toMatchObject([[number]]);
});

test("a thousand invocations of one message are answered each with its own, in one post", async () => {
  await open(tinyFunction("TEST.ECHO", ([value]) => Promise.resolve([[`<${String(value)}>`]])));
  const posts = page.excel.bridge.posts;
  const calls = page.excel.call(
    ...Array.from({ length: 1_000 }, (_, index) => ({ id: "TEST.ECHO", values: [index], address: `Sheet1!A${index}` })),
  );
  const answers = await page.clock.run(Promise.all(calls.map(({ delivered }) => delivered)));
  expect(answers.map(({ value }) => value)).toEqual(Array.from({ length: 1_000 }, (_, index) => [[`<${index}>`]]));
  expect(page.excel.bridge.posts - posts).toBe(1);
});
