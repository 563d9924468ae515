import { AddinError } from "../../../../src/engine/http/addin-error";
import { CellError } from "../../../../src/formulas/table/matrix";
import { functions } from "../../../../src/formulas/functions";
import type { InvocationContext } from "../../../../src/formulas/define/invocation";
import { calculate, readFormula } from "./formula-reader";
import { type Office, openOffice } from "./office";

let office: Office;

/** The formula in A1 was refreshed once. */
const refreshes: InvocationContext["changes"] = {
  get: () => [
    {
      at: Date.parse("2026-11-01T09:00:00Z"),
      isWhole: true,
      formulas: [],
      notCompared: [{ address: "Sheet1!A1", function: "ANALYSIS.DOCUMENTS", reason: "first" }],
    },
  ],
};

beforeAll(async () => {
  const opened = await openOffice();
  office = { ...opened, runWith: (changes, ...call) => opened.runWith({ changes: refreshes, ...changes }, ...call) };
  const [{ instance } = { instance: "" }] = office.demo.analyses;
  await office.runWith({ address: "Sheet1!A1" }, "ANALYSIS.DOCUMENTS", instance, "id", 1);
}, 60_000);
afterAll(() => office.close());

const examples = functions.flatMap(({ name, examples: own }) => own.map(({ formula }) => [name, formula] as const));

test.each(examples)("%s: %s works in the sample world", async (name, formula) => {
  expect(formula).toContain(`${name}(`);
  const matrix = (await calculate(office, readFormula(formula))) as unknown[][];
  expect(matrix.length).toBeGreaterThan(0);
  expect(matrix.flat().filter((cell) => cell instanceof AddinError || cell instanceof CellError)).toEqual([]);
  expect(matrix.flat().some((cell) => cell !== "")).toBe(true);
});
