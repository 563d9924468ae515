import type { FunctionDefinition } from "../formulas/define/definition";

/** The build replaces it: what registering the worksheet functions needs, as names of functions. */
declare const __FUNCTIONS__: {
  /** Their definitions load first. */
  readonly first: readonly string[];
  readonly later: readonly string[];
  /** Their result is one value, that of all others a matrix. */
  readonly values: readonly string[];
  readonly streaming: readonly string[];
};

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

const loadDefinition = async (name: string, isFirst: boolean): Promise<FunctionDefinition> => {
  const loaded = await (isFirst ? loadFirstDefinitions : loadDefinitions)();
  if (!definitions.has(name)) for (const definition of loaded) definitions.set(definition.name, definition);
  const found = definitions.get(name);
  if (found === undefined) throw new Error(`The scripts do not fit: no ${name}.`);
  return found;
};

const { first, later, values: singleValues, streaming } = __FUNCTIONS__;

/** Every worksheet function, ready to be registered; its definition loads with the first invocation. */
export const listedFunctions = [...first, ...later].map((name) => {
  const load = (): Promise<FunctionDefinition> => loadDefinition(name, first.includes(name));
  const invoke: FunctionDefinition["invoke"] = async (values, context) =>
    (definitions.get(name) ?? (await load())).invoke(values, context);
  const stream: FunctionDefinition["stream"] = (values, context, send) =>
    void load().then((definition) => definition.stream?.(values, context, send));
  const result: FunctionDefinition["result"] = singleValues.includes(name) ? "value" : "matrix";
  return { name, result, invoke, ...(streaming.includes(name) && { stream }) };
});
