import type { FunctionDefinition } from "../../src/formulas/define/definition";
import type { InvocationContext } from "../../src/formulas/define/invocation";
import { FormulaResult } from "../../src/formulas/table/formula-result";
import type { Matrix } from "../../src/formulas/table/matrix";

/** A worksheet function with nothing but the behaviour a test is about. */
export const tinyFunction = (
  name: string,
  calculate: (values: readonly unknown[], context: InvocationContext) => Promise<Matrix>,
  more: Partial<FunctionDefinition> = {},
): FunctionDefinition => ({
  name,
  description: "A function of a test.",
  synonyms: "",
  parameters: [],
  options: [],
  columns: [],
  companyColumns: [],
  examples: [],
  result: "matrix",
  streaming: false,
  routes: [],
  check: () => undefined,
  shape: () => ({ headers: "first row", aligned: false }),
  invoke: async (values, context) => FormulaResult.ofCells(await calculate(values, context)),
  ...more,
});
