import { findValueProblem } from "../../../../../src/addin/excel/sheet/value-problems";
import { AddinError, type ErrorCode } from "../../../../../src/engine/http/addin-error";
import type { OpenRequest } from "../../../../../src/engine/requests/request-log";
import { virtualOffice } from "../../../../support/virtual-runtime";

const formula = '=ESG.EVENTS("EU Banks",3)';

/** What is said of a formula whose request ran like this. */
const saidOf = async (run: (entry: OpenRequest) => void, errors: readonly string[] = []): Promise<unknown> => {
  const { open } = await virtualOffice();
  const request = open({ what: "ESG.EVENTS", address: "Sheet1!A1" });
  run(request);
  return findValueProblem(formula, request.entry, errors);
};
const failing =
  (code: ErrorCode) =>
  (entry: OpenRequest): void =>
    entry.failed(new AddinError(code, "The sentence of the cell."));

test("nothing is said of a whole, new result", async () => {
  expect(await saidOf((entry) => entry.done(3))).toBeUndefined();
});

test.each<[string, (entry: OpenRequest) => void, string]>([
  ["still runs", () => undefined, "Still loading."],
  ["was stopped", (entry) => entry.cancelled(), "Stopped before the data came."],
  [
    "was not refreshed",
    (entry) => {
      entry.log.setSource("stale", 1, "The service did not answer.");
      entry.done(3);
    },
    "Older values. The service did not answer.",
  ],
  [
    "shows a part that nobody asked for",
    (entry) => {
      entry.log.setPartial("The first 1,000 rows of more.");
      entry.done(1_000);
    },
    "The first 1,000 rows of more.",
  ],
])("a formula that %s is named with the reason", async (_, run, reason) => {
  expect(await saidOf(run)).toBe(reason);
});

test("values of an account that was signed in before are named", async () => {
  const { open, runtime } = await virtualOffice();
  const request = open({ what: "ESG.EVENTS", address: "Sheet1!A1" });
  request.log.setSource("live", 1);
  request.done(3);
  expect(findValueProblem(formula, request.entry)).toBeUndefined();
  runtime.requestLog.accountChanged();
  expect(findValueProblem(formula, request.entry)).toMatch(/account/);
});

test("values that were saved with the workbook are named, and those of functions about the add-in are not", () => {
  expect(findValueProblem(formula, undefined)).toBe("Saved values: not refreshed since the workbook was opened.");
  expect(findValueProblem("=QUERY.PENDING()", undefined)).toBeUndefined();
});

test.each<ErrorCode>(["signed-out", "unavailable", "throttled", "interrupted"])(
  "the error %s could pass for the service's answer, so it is named",
  async (code) => {
    expect(await saidOf(failing(code))).toBe("Shows an error that a refresh may repair: The sentence of the cell.");
  },
);

test.each<ErrorCode>(["not-found", "no-rows", "invalid-argument"])(
  "the error %s is the answer, and nothing is said of it",
  async (code) => {
    expect(await saidOf(failing(code))).toBeUndefined();
  },
);

test.each([
  ["#BUSY!", "Still loading."],
  ["#GETTING_DATA", "Still loading."],
  ["#NAME?", "Excel has not calculated it."],
])("a cell that shows %s is named, although its request has ended", async (error, reason) => {
  expect(await saidOf((entry) => entry.done(3), ["#N/A", error])).toBe(reason);
});
