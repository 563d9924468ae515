import { AddinError } from "../../src/engine/http/addin-error";
import type { FunctionDefinition } from "../../src/formulas/define/definition";
import type { InvocationContext } from "../../src/formulas/define/invocation";
import { FormulaResult } from "../../src/formulas/table/formula-result";
import { removeExcelFunctions } from "../support/excel-functions";
import { tinyFunction } from "../support/tiny-functions";
import { type FunctionPage, openFunctions } from "./function-page";

let page: FunctionPage;
let contexts: InvocationContext[];

const open = async (definition: FunctionDefinition): Promise<void> => {
  page = await openFunctions([definition]);
};

beforeEach(() => {
  contexts = [];
});
afterEach(() => {
  page.excel.close();
  removeExcelFunctions();
});

describe("cancellation", () => {
  const untilCancelled = tinyFunction("TEST.WAIT", (_, context) => {
    contexts.push(context);
    return new Promise((_resolve, reject) =>
      context.signal.addEventListener("abort", () => reject(new AddinError("interrupted", "Cancelled."))),
    );
  });

  test("aborts the signal of that invocation, and it still settles", async () => {
    await open(untilCancelled);
    const [first, second] = page.excel.call(
      { id: "TEST.WAIT", cancelable: true },
      { id: "TEST.WAIT", cancelable: true },
    );
    if (first === undefined || second === undefined) throw new Error("Two were called.");
    await page.clock.advance(1_000);
    page.excel.cancel(first);
    expect(await page.clock.run(first.delivered)).toMatchObject({ ok: false });
    expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    page.excel.cancel(second);
    await page.clock.run(second.delivered);
  });

  test("after the answer changes nothing", async () => {
    await open(tinyFunction("TEST.ECHO", () => Promise.resolve([["ok"]])));
    const [invocation] = page.excel.call({ id: "TEST.ECHO", cancelable: true });
    if (invocation === undefined) throw new Error("One was called.");
    await page.clock.run(invocation.delivered);
    page.excel.cancel(invocation);
    await page.clock.advance(5_000);
    expect(page.excel.bridge.answersTo(invocation.number)).toHaveLength(1);
  });
});

test("what a streaming function sends arrives until Excel cancels, and nothing after", async () => {
  let send: (result: FormulaResult) => void = () => undefined;
  await open(
    tinyFunction("TEST.STREAM", () => Promise.resolve([[0]]), {
      result: "value",
      streaming: true,
      stream: (_, __, sending) => {
        send = sending;
        sending(FormulaResult.ofValue(1));
      },
    }),
  );
  const [stream] = page.excel.call({ id: "TEST.STREAM", streaming: true });
  if (stream === undefined) throw new Error("One was called.");
  await page.clock.run(stream.delivered);
  send(FormulaResult.ofValue(2));
  await page.clock.advance(5_000);
  page.excel.cancel(stream);
  send(FormulaResult.ofValue(3));
  await page.clock.advance(5_000);
  expect(page.excel.bridge.answersTo(stream.number).map(({ value }) => value)).toEqual([1, 2]);
});
