import { AddinError } from "../../src/error/addin-error";
import { CellError } from "../../src/error/cell-error";
import { functions } from "../../src/functions";
import { type Expression, readFormula } from "./formula-reader";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  const [{ instance } = { instance: "" }] = office.demo.analyses;
  await office.runWith({ address: "Sheet1!A1" }, "ANALYSIS.DOCUMENTS", instance, "id", 1);
}, 60_000);
afterAll(() => office.close());

/** Calculates as Excel would: arguments first, INDEX on what they gave. */
const calculate = async (expression: Expression): Promise<unknown> => {
  if (expression.kind === "value") return expression.value;
  if (expression.kind === "reference") return null;
  const values = await Promise.all(expression.given.map(calculate));
  if (expression.name !== "INDEX") {
    const parameterAddresses = expression.given.map((each) =>
      each.kind === "reference" ? `Sheet1!${each.address}` : "",
    );
    return office.runWith({ parameterAddresses }, expression.name, ...values);
  }
  const [matrix, row, column] = values as [unknown[][], number | null, number | null];
  return matrix[(row ?? 1) - 1]?.[(column ?? 1) - 1];
};

const examples = functions.flatMap(({ name, examples: own }) => own.map(({ formula }) => [name, formula] as const));

test.each(examples)("%s: %s works in the sample world", async (name, formula) => {
  expect(formula).toContain(`${name}(`);
  const matrix = (await calculate(readFormula(formula))) as unknown[][];
  expect(matrix.length).toBeGreaterThan(0);
  expect(matrix.flat().filter((cell) => cell instanceof AddinError || cell instanceof CellError)).toEqual([]);
  expect(matrix.flat().some((cell) => cell !== "")).toBe(true);
});
