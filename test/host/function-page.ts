import type { VirtualClock } from "../support/virtual-clock";
import type { FunctionDefinition } from "../../src/formulas/define/definition";
import { associate, type FunctionHost } from "../../src/addin/excel/functions/register-functions";
import { functionHost } from "../support/function-host";
import type { Answer } from "./native-bridge";
import { type HostCall, type NativeHost, type NativeHostOptions, openHost } from "./native-host";

/** Functions of ours on Microsoft's runtime, in virtual time. */
export interface FunctionPage {
  readonly excel: NativeHost;
  readonly clock: VirtualClock;
  readonly answer: (call: HostCall) => Promise<Answer>;
}

/** Opens a page and associates the functions in it; `governed` makes the delivery limit on the page's clock. */
export const openFunctions = async (
  definitions: readonly FunctionDefinition[],
  governed?: (clock: VirtualClock) => FunctionHost["deliveryLimit"],
  options: NativeHostOptions = {},
): Promise<FunctionPage> => {
  const { host, clock } = await functionHost();
  const excel = await openHost({ ...options, clock });
  const { CustomFunctions: customFunctions } = excel.window as unknown as { CustomFunctions: unknown };
  Object.assign(globalThis, { CustomFunctions: customFunctions });
  associate(
    definitions,
    Promise.resolve({ ...host, ...(governed !== undefined && { deliveryLimit: governed(clock) }) }),
  );
  return { excel, clock, answer: (call) => clock.run(excel.answer(call)) };
};
