import type { Runtime } from "../../../engine/runtime";
import type { FunctionDefinition } from "../../../formulas/define/definition";
import type { InvocationContext } from "../../../formulas/define/invocation";

/** The pane takes plain values, and results that are larger than those of a cell. */
const host = { formattedValues: false, entityCards: false, maxCharacters: 64_000_000, maxCells: 5_000_000 } as const;

/** How the pane calls a worksheet function. */
export const paneInvocation = (runtime: Runtime, signal: AbortSignal): InvocationContext => ({
  runtime,
  host,
  address: undefined,
  signal,
  preview: false,
  reloadSince: undefined,
});

export const findFunction = (definitions: readonly FunctionDefinition[], name: string): FunctionDefinition => {
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no ${name}.`);
  return definition;
};
