import type { FunctionDefinition } from "../../src/formulas/define/definition";
import { associate } from "../../src/addin/excel/functions/register-functions";
import { createDeliveryLimit, freePipe } from "../../src/addin/excel/functions/delivery-limit";
import type { Clock } from "../../src/engine/clock";
import type { Runtime } from "../../src/engine/runtime";

/** A worksheet function as Excel calls it: arguments, the invocation last. */
export type HostFunction = (...received: readonly unknown[]) => Promise<unknown>;

const capabilities = { formattedValues: true, entityCards: true, maxCharacters: 256_000_000, maxCells: 5_000_000 };

/** Registers functions as the add-in does, and hands out what Excel would call. */
export const hostFunctions = (
  definitions: readonly FunctionDefinition[],
  { runtime, clock }: { readonly runtime: Runtime; readonly clock: Clock },
): ReadonlyMap<string, HostFunction> => {
  const functions = new Map<string, HostFunction>();
  const note = (id: string, run: HostFunction): void => void functions.set(id, run);
  Object.assign(globalThis, { CustomFunctions: { associate: note } });
  const host = {
    runtime,
    deliveryLimit: createDeliveryLimit(clock, freePipe),
    recalculation: { entered: () => undefined, left: () => undefined },
    noteResult: () => undefined,
    capabilities: () => capabilities,
  };
  associate(definitions, Promise.resolve(host));
  Reflect.deleteProperty(globalThis, "CustomFunctions");
  return functions;
};
