import { until } from "../support/until";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Matrix } from "../../src/formulas/table/matrix";
import { openAddin, type Origin, rememberingDevice, startOrigin } from "./addin-page";
import { type Answer, errorCodes } from "./native-bridge";
import type { HostCall, NativeHost } from "./native-host";

jest.setTimeout(90_000);

let origin: Origin;
let excel: NativeHost;
let banks: string;

const answer = (id: string, ...values: readonly unknown[]): Promise<Answer> => excel.answer({ id, values });
const rowsOf = ({ value }: Answer): Matrix => value as Matrix;

beforeAll(async () => {
  origin = await startOrigin();
  banks = origin.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id ?? "";
});
afterAll(() => origin.close());

describe("nobody signed in", () => {
  beforeAll(async () => {
    excel = await openAddin(origin);
    await origin.calls();
  });
  afterAll(() => excel.close());

  test("every function of functions.json is registered", () => {
    const file = readFileSync(path.join(origin.root, "functions.json"), "utf8");
    const { functions } = JSON.parse(file) as { readonly functions: readonly { readonly id: string }[] };
    const { CustomFunctions: customFunctions } = excel.window as unknown as {
      readonly CustomFunctions: { readonly _association: { readonly mappings: Readonly<Record<string, unknown>> } };
    };
    expect(functions.length).toBeGreaterThan(4);
    expect(Object.keys(customFunctions._association.mappings).toSorted()).toEqual(
      functions.map(({ id }) => id).toSorted(),
    );
  });

  test("every command the manifest names is registered", () => {
    const manifest = readFileSync(path.join(origin.root, "manifest.xml"), "utf8");
    const named = [...manifest.matchAll(/<FunctionName>(\w+)<\/FunctionName>/g)].map(([, id = ""]) => id.toUpperCase());
    const { Office: office } = excel.window as unknown as {
      readonly Office: { readonly actions: { readonly _association: { readonly mappings: object } } };
    };
    expect(Object.keys(office.actions._association.mappings)).toEqual(expect.arrayContaining(named));
  });

  test("a formula says what to do, and nothing is called", async () => {
    const failed = { ok: false, value: "Please sign in (Spillway pane).", errorCode: errorCodes.notAvailable };
    expect(await answer("ESG.EVENTS", banks, 3)).toMatchObject(failed);
    expect(await origin.calls()).toEqual({});
  });

  test("a wrong argument is told before anything else", async () => {
    const { value, errorCode } = await answer("ESG.EVENTS", banks, 9);
    expect(value).toMatch(/^minScore must be a whole number from 1 to 5.*got 9\.$/);
    expect(errorCode).toBe(errorCodes.invalidValue);
  });
});

describe("an account remembered on this device", () => {
  beforeAll(async () => {
    excel = await openAddin(origin, await rememberingDevice(origin));
  });
  beforeEach(() => origin.calls());
  afterAll(() => excel.close());

  test("a formula that comes while the page starts waits for the sign-in and is answered", async () => {
    const [header, first] = rowsOf(await answer("ESG.EVENTS", banks, 3, null, null, null, null, 20));
    expect(header).toEqual(expect.arrayContaining(["Last activity", "Entity name", "Score", "Title"]));
    expect(first?.[0]).toMatchObject({ type: "FormattedNumber", numberFormat: "yyyy-mm-dd hh:mm" });
    expect(await origin.calls()).toMatchObject({ createToken: 1, listEsgEvents: 1 });
  });

  test.each([
    ["as the desktop sends empty cells", [0, 0, [[0]], 0, 20]],
    ["as the web sends them", [null, null, [[null]], null, 20]],
    ["as empty texts", ["", "", [[""]], "", 20]],
  ])("skipped arguments %s mean the default, and the answer is cached", async (_, rest) => {
    expect(rowsOf(await answer("ESG.EVENTS", banks, 3, ...rest))).toHaveLength(21);
    expect(await origin.calls()).toEqual({});
  });

  test("identifiers find their entities, row by row", async () => {
    const some = origin.demo.entities.slice(0, 5);
    const answered = await answer(
      "ENTITY.RESOLVE",
      some.map(({ isin }) => [isin]),
    );
    expect(rowsOf(answered).map((row) => some.some(({ name }) => row.includes(name)))).toEqual(some.map(() => true));
    expect(await origin.calls()).toEqual({ searchEntities: 1 });
  });

  test("a hundred cells that Excel calculates together share one call, and each gets its own answer", async () => {
    const some = origin.demo.entities.slice(10, 50);
    const cells = Array.from({ length: 100 }, (_, index) => some[index % some.length]?.name ?? "");
    const calls = cells.map((name, index): HostCall => ({
      id: "ENTITY.SEARCH",
      address: `Sheet1!B${index + 1}`,
      values: [name, null, null, "name", 1, "headers=no"],
    }));
    const answers = await Promise.all(excel.call(...calls).map(({ delivered }) => delivered));
    expect(answers.map((each) => rowsOf(each)[0]?.[0])).toEqual(cells);
    expect(await origin.calls()).toEqual({ searchEntities: 1 });
  });

  test("an error in a cell comes out as it went in", async () => {
    const values = [{ type: "CustomFunctionError", code: "#DIV/0!" }];
    expect(await excel.answer({ id: "ENTITY.ID", values, errors: true })).toMatchObject({
      ok: false,
      errorCode: errorCodes.divisionByZero,
    });
  });

  test("a function that asks about a cell is told which", async () => {
    await excel.answer({ id: "ESG.EVENTS", address: "Sheet1!F1", values: [banks, 3, null, null, null, null, 20] });
    const about = { parameterAddresses: ["Sheet1!F1", ""], values: ["last_activity", "rows"] };
    expect(rowsOf(await excel.answer({ id: "QUERY.INFO", address: "Sheet1!B1", ...about }))).toEqual([[20]]);
  });

  test("the count of calls under way streams", async () => {
    const [stream] = excel.call({ id: "QUERY.PENDING", values: [null], streaming: true });
    if (stream === undefined) throw new Error("One was called.");
    expect((await stream.delivered).value).toEqual(expect.any(Number));
    excel.cancel(stream);
  });

  test("a cancelled call settles though the service never answers", async () => {
    await origin.faults({ hang: true });
    const before = origin.requests();
    const [call] = excel.call({ id: "TASKS.LIST", address: "Sheet1!H1", values: ["PENDING"], cancelable: true });
    if (call === undefined) throw new Error("One was called.");
    await until("the call is under way", () => origin.requests() > before);
    expect(excel.bridge.answersTo(call.number)).toEqual([]);
    excel.cancel(call);
    expect(await call.delivered).toMatchObject({ ok: false });
    await origin.faults({});
  });
});
