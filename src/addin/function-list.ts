import type { FunctionDefinition } from "../formulas/define/definition";

/** The build replaces it: what registering each worksheet function needs. */
declare const __FUNCTIONS__: readonly {
  readonly name: string;
  readonly result: FunctionDefinition["result"];
  readonly streaming: boolean;
  /** Its definition is one of those that load first. */
  readonly first: boolean;
}[];

/** The definitions are in chunks of their own. Registering does not wait for them; the first result of a function does. */
export const loadDefinitions = async (): Promise<readonly FunctionDefinition[]> =>
  (await import(/* webpackChunkName: "later-functions" */ "../formulas/functions")).functions;

/** The definitions that load first. The chunk of all definitions needs this one too. */
export const loadFirstDefinitions = async (): Promise<readonly FunctionDefinition[]> =>
  (await import(/* webpackChunkName: "first-functions", webpackPrefetch: true */ "../formulas/functions/first"))
    .firstFunctions;

/** Loads the translated texts of the cells. The list of languages is in the same chunk, because no cell answers before that chunk is there. */
export const loadCellTranslation = async (locale: string): Promise<void> =>
  (await import(/* webpackChunkName: "first-functions" */ "../i18n/translations")).loadTranslation(locale, "cells");

/** By name, once loaded, so that thousands of invocations do not each await the chunk again. */
const definitions = new Map<string, FunctionDefinition>();

const loadDefinition = async (name: string, first: boolean): Promise<FunctionDefinition> => {
  const loaded = await (first ? loadFirstDefinitions : loadDefinitions)();
  if (!definitions.has(name)) for (const definition of loaded) definitions.set(definition.name, definition);
  const found = definitions.get(name);
  if (found === undefined) throw new Error(`The scripts do not fit together: there is no ${name}.`);
  return found;
};

/** Every worksheet function, ready to be registered; its definition loads with the first invocation. */
export const listedFunctions = __FUNCTIONS__.map(({ name, result, streaming, first }) => {
  const invoke: FunctionDefinition["invoke"] = async (values, context) =>
    (definitions.get(name) ?? (await loadDefinition(name, first))).invoke(values, context);
  const stream: FunctionDefinition["stream"] = (values, context, send) =>
    void loadDefinition(name, first).then((definition) => definition.stream?.(values, context, send));
  return { name, result, invoke, ...(streaming && { stream }) };
});
