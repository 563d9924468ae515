import type { VirtualClock } from "./virtual-clock";
import type { FunctionDefinition } from "../../src/formulas/define/definition";
import type { InvocationContext } from "../../src/formulas/define/invocation";
import type { FunctionHost } from "../../src/addin/excel/functions/register-functions";
import { createDeliveryLimit, webPipe } from "../../src/addin/excel/functions/delivery-limit";
import type { Matrix } from "../../src/formulas/table/matrix";
import { virtualOffice } from "./virtual-runtime";
import { tinyFunction } from "./tiny-functions";

export const capabilities = {
  formattedValues: true,
  entityCards: true,
  maxCharacters: 1_900_000,
  maxCells: 5_000_000,
};

/** A host in virtual time with the web's pipe and nobody signed in. */
export const functionHost = async (
  more: Partial<FunctionHost> = {},
): Promise<{ readonly host: FunctionHost; readonly clock: VirtualClock }> => {
  const { runtime, clock } = await virtualOffice({ signedIn: false });
  const host = {
    runtime,
    deliveryLimit: createDeliveryLimit(clock, webPipe),
    recalculation: { entered: () => undefined, left: () => undefined },
    noteResult: () => undefined,
    capabilities: () => capabilities,
    ...more,
  };
  return { host, clock };
};

/** What a tiny function was called with. */
export interface Seen {
  readonly values: readonly unknown[];
  readonly context: InvocationContext;
}

type Answer = (values: readonly unknown[], context: InvocationContext) => Matrix | Promise<Matrix>;

/** `TEST.ANSWER`, which notes what it is called with and answers as told. */
export const answering = (seen: Seen[], answer: Answer = () => [["ok"]]): FunctionDefinition =>
  tinyFunction("TEST.ANSWER", (values, context) => {
    seen.push({ values, context });
    return Promise.resolve(answer(values, context));
  });

/** The error a call ends with. */
export const failureOf = (call: Promise<unknown>): Promise<{ readonly code: string; readonly message: string }> =>
  call.then(
    () => Promise.reject(new Error("It should have failed.")),
    (error: unknown) => error as { readonly code: string; readonly message: string },
  );
