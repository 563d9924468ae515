import { until } from "../../../../support/until";
import { AddinError } from "../../../../../src/engine/http/addin-error";
import { associate, type FunctionHost } from "../../../../../src/addin/excel/functions/register-functions";
import { FormulaResult } from "../../../../../src/formulas/table/formula-result";
import type { Matrix } from "../../../../../src/formulas/table/matrix";
import { type ExcelFunctions, installExcelFunctions, removeExcelFunctions } from "../../../../support/excel-functions";
import { answering, failureOf, functionHost, type Seen } from "../../../../support/function-host";
import { tinyFunction } from "../../../../support/tiny-functions";

let excel: ExcelFunctions;
let seen: Seen[];
const started = async (more: Partial<FunctionHost> = {}): Promise<FunctionHost> => (await functionHost(more)).host;

beforeEach(() => {
  excel = installExcelFunctions();
  seen = [];
});
afterEach(removeExcelFunctions);

test("cancelling aborts the signal of exactly that call", async () => {
  const waiting = tinyFunction("TEST.ANSWER", (values, context) => {
    seen.push({ values, context });
    return new Promise<Matrix>((_, reject) =>
      context.signal.addEventListener("abort", () => reject(new AddinError("interrupted", "Cancelled."))),
    );
  });
  associate([waiting], started());
  const first: { onCanceled?: () => void } = { onCanceled: undefined } as never;
  const cancelled = failureOf(excel.call("TEST.ANSWER", "first", first));
  void excel.call("TEST.ANSWER", "second", { address: "Sheet1!A2" }).catch(() => undefined);
  await bothCalled();
  first.onCanceled?.();
  expect(await cancelled).toMatchObject({ message: "Cancelled." });
  expect(seen.map(({ context }) => context.signal.aborted)).toEqual([true, false]);
});

const bothCalled = (): Promise<void> => until("both are called", () => seen.length === 2);

test("a call that comes before Office is ready waits for it and is answered", async () => {
  let ready: (host: FunctionHost) => void = () => undefined;
  associate([answering(seen)], new Promise<FunctionHost>((resolve) => (ready = resolve)));
  const call = excel.call("TEST.ANSWER", "early", {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toHaveLength(0);
  ready(await started());
  expect(await call).toEqual([["ok"]]);
});

test("cancelled while waiting for Office, the function finds its signal aborted", async () => {
  let ready: (host: FunctionHost) => void = () => undefined;
  associate(
    [answering(seen, (_, { signal }) => [[signal.aborted]])],
    new Promise<FunctionHost>((resolve) => (ready = resolve)),
  );
  const invocation: { address: string; onCanceled?: () => void } = { address: "Sheet1!A1" };
  const call = excel.call("TEST.ANSWER", invocation);
  invocation.onCanceled?.();
  ready(await started());
  expect(await call).toEqual([[true]]);
});

test("an add-in that could not start says so in every cell that calls it", async () => {
  const why = new AddinError("unexpected", "The add-in could not start: deployment.json is missing (404).");
  const failed = Promise.reject(why);
  failed.catch(() => undefined);
  associate([answering(seen, () => [["never"]])], failed);
  expect(await failureOf(excel.call("TEST.ANSWER", {}))).toMatchObject({ code: "#N/A", message: why.message });
});

test("each invocation is told to the owner of recalculation as it begins and as it ends, also when it fails", async () => {
  const reported: string[] = [];
  const recalculation = {
    entered: (address: string | undefined) => (reported.push(`in ${address}`), 123),
    left: (address: string | undefined) => void reported.push(`out ${address}`),
  };
  const reload = answering(seen, (_, { reloadSince }) => [[reloadSince ?? "none"]]);
  const failing = tinyFunction("TEST.FAIL", () => Promise.reject(new Error("x")));
  associate([reload, failing], started({ recalculation }));
  expect(await excel.call("TEST.ANSWER", { address: "Sheet1!A1" })).toEqual([[123]]);
  await failureOf(excel.call("TEST.FAIL", { address: "Sheet1!A2" }));
  expect(reported).toEqual(["in Sheet1!A1", "out Sheet1!A1", "in Sheet1!A2", "out Sheet1!A2"]);
});

test("results go through the delivery limit, and one that cannot be made into cells still settles", async () => {
  const large = "x".repeat(1_950_000);
  const results: Matrix[] = [[[large]], [[large]], [[large]], [[null as never]]];
  const next = tinyFunction("TEST.ANSWER", () => Promise.resolve(results.shift() ?? [["more"]]));
  const { host, clock } = await functionHost();
  associate([next], Promise.resolve(host));
  const settled: string[] = [];
  const calls = ["first", "second", "third", "broken"].map((name) =>
    excel.call("TEST.ANSWER", {}).then(
      () => settled.push(name),
      () => settled.push(`${name} failed`),
    ),
  );
  await clock.rest();
  expect(settled).toEqual(["first", "second", "broken failed"]);
  await clock.advance(30_000);
  await Promise.all(calls);
  expect(settled).toEqual(["first", "second", "broken failed", "third"]);
});

test("a streaming function sends what it has, one value at a time, until Excel cancels", async () => {
  const sent: unknown[] = [];
  let send: (result: FormulaResult) => void = () => undefined;
  let stopped = false;
  const streaming = tinyFunction("TEST.STREAM", () => Promise.resolve([[0]]), {
    result: "value",
    streaming: true,
    stream: (_, { signal }, sending) => {
      send = sending;
      signal.addEventListener("abort", () => (stopped = true));
      sending(FormulaResult.ofValue(1));
    },
  });
  associate([streaming], started());
  const invocation: { setResult: (value: unknown) => void; onCanceled?: () => void } = {
    setResult: (value) => void sent.push(value),
  };
  expect(await excel.call("TEST.STREAM", invocation)).toBeUndefined();
  await until("the cell has a value", () => sent.length > 0);
  send(FormulaResult.ofValue(2));
  expect(sent).toEqual([1, 2]);
  invocation.onCanceled?.();
  expect(stopped).toBe(true);
});

test("a streaming function that fails shows its error in the cell", async () => {
  const sent: { code?: string }[] = [];
  const failing = tinyFunction("TEST.STREAM", () => Promise.resolve([[0]]), {
    streaming: true,
    stream: () => {
      throw new AddinError("invalid-argument", "scope must be …");
    },
  });
  associate([failing], started());
  await excel.call("TEST.STREAM", { setResult: (value: { code?: string }) => void sent.push(value) });
  await until("the cell has a value", () => sent.length > 0);
  expect(sent[0]).toMatchObject({ code: "#VALUE!", message: "scope must be …" });
});
