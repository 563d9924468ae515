import { FunctionError } from "../functions/function-error";
import type { FunctionHost } from "../functions/function-host";
import type { Implementation } from "../functions/calls";
import { strict } from "./strict-object";

/** The codes of `CustomFunctions.ErrorCode`. */
const customErrorCodes = {
  invalidValue: "#VALUE!",
  notAvailable: "#N/A",
  divisionByZero: "#DIV/0!",
  invalidNumber: "#NUM!",
  nullReference: "#NULL!",
  invalidName: "#NAME?",
  invalidReference: "#REF!",
};

/** The global `CustomFunctions` of the add-in's page. */
export const makeCustomFunctions = (functions: FunctionHost): object =>
  strict("CustomFunctions", {
    associate: (id: string | Record<string, Implementation>, implementation?: Implementation) => {
      const pairs = typeof id === "string" ? [[id, implementation] as const] : Object.entries(id);
      for (const [name, body] of pairs) if (body !== undefined) functions.associate(name, body);
    },
    Error: FunctionError,
    ErrorCode: customErrorCodes,
  });
