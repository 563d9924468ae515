import type { FunctionDefinition } from "../formulas/define/definition";

/** The build replaces it: what registering each worksheet function needs. */
declare const __FUNCTIONS__: readonly {
  readonly name: string;
  readonly result: FunctionDefinition["result"];
  readonly streaming: boolean;
}[];

/** The definitions are a separate chunk. Registering does not wait for it; the first result does. */
export const loadDefinitions = async (): Promise<readonly FunctionDefinition[]> =>
  (await import(/* webpackChunkName: "catalogue", webpackPrefetch: true */ "../formulas/functions")).functions;

/** Loads the translated texts of the cells. The list of languages is in the same chunk, because no cell answers before that chunk is there. */
export const loadCellTranslation = async (locale: string): Promise<void> =>
  (await import(/* webpackChunkName: "catalogue" */ "../i18n/translations")).loadTranslation(locale, "cells");

/** By name, once loaded, so that thousands of invocations do not each await the chunk again. */
let definitions: ReadonlyMap<string, FunctionDefinition> | undefined;

const definitionOf = async (name: string): Promise<FunctionDefinition> => {
  definitions ??= new Map((await loadDefinitions()).map((definition) => [definition.name, definition]));
  const found = definitions.get(name);
  if (found === undefined) throw new Error(`The scripts do not fit together: there is no ${name}.`);
  return found;
};

/** Every worksheet function, ready to be registered; its definition loads with the first invocation. */
export const listedFunctions = __FUNCTIONS__.map(({ name, result, streaming }) => {
  const invoke: FunctionDefinition["invoke"] = async (values, context) =>
    (definitions?.get(name) ?? (await definitionOf(name))).invoke(values, context);
  const stream: FunctionDefinition["stream"] = (values, context, send) =>
    void definitionOf(name).then((definition) => definition.stream?.(values, context, send));
  return { name, result, invoke, ...(streaming && { stream }) };
});
