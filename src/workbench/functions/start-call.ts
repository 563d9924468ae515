import type { Invocation } from "./call";
import { FunctionError, isFunctionError } from "./function-error";
import type { AskedCall } from "./host-function";

/** The body the add-in gave a function. */
export type Implementation = (...received: unknown[]) => unknown;

/** What belongs to one call beyond its arguments. */
export interface CallOptions {
  readonly address: string;
  readonly preview: boolean;
  readonly setResult?: (result: unknown) => void;
}

/** Makes the object Excel pushes behind the arguments; it holds what the function's options ask for and no more. */
export const makeInvocation = ({ metadata, addresses }: AskedCall, options: CallOptions): Invocation => ({
  functionName: metadata.id,
  isInValuePreview: options.preview,
  ...(metadata.options?.requiresAddress === true && { address: options.address }),
  ...(metadata.options?.requiresParameterAddresses === true && { parameterAddresses: addresses }),
  ...(options.setResult !== undefined && { setResult: options.setResult }),
});

/** Calls the add-in; what it throws or rejects with is an answer too. */
export const startCall = (implementation: Implementation, asked: AskedCall, invocation: Invocation): unknown => {
  try {
    const answer = implementation(...asked.values, invocation);
    if (!isPromise(answer)) return answer;
    return Promise.resolve(answer).catch(asError);
  } catch (error) {
    return asError(error);
  }
};

/** Of an error that is not `CustomFunctions.Error` Excel shows `#VALUE!` without its text. */
const asError = (error: unknown): unknown => {
  // eslint-disable-next-line no-console -- the add-in's author finds the lost text here, as in Excel's developer tools
  if (!isFunctionError(error)) console.warn("A custom function failed:", error);
  return isFunctionError(error) ? error : new FunctionError();
};

/** True for promises of any realm. */
const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
