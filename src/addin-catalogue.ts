import type { FunctionDefinition } from "./formula/definition";

/** What the build puts into the first script of each worksheet function: enough to register it. */
declare const __FUNCTIONS__: readonly {
  readonly name: string;
  readonly result: FunctionDefinition["result"];
  readonly streaming: boolean;
}[];

/** The definitions themselves, a script of their own, fetched beside the first one: registering must not wait for them, the first answer does. */
export const loadDefinitions = async (): Promise<readonly FunctionDefinition[]> =>
  (await import(/* webpackChunkName: "catalogue", webpackPrefetch: true */ "./functions")).functions;

/** Speaks the language of a locale from now on; which languages there are is told by the same script, for no answer comes before it. */
export const speak = async (locale: string): Promise<void> =>
  (await import(/* webpackChunkName: "catalogue" */ "./text/speak")).speak(locale);

/** By name, once they are there: thousands of cells ask, each without waiting for the script again. */
let definitions: ReadonlyMap<string, FunctionDefinition> | undefined;

const definitionOf = async (name: string): Promise<FunctionDefinition> => {
  definitions ??= new Map((await loadDefinitions()).map((definition) => [definition.name, definition]));
  const found = definitions.get(name);
  if (found === undefined) throw new Error(`The scripts do not fit together: there is no ${name}.`);
  return found;
};

/** Every worksheet function, ready to be registered; its definition comes with the first call. */
export const listedFunctions = __FUNCTIONS__.map(({ name, result, streaming }) => {
  const invoke: FunctionDefinition["invoke"] = async (values, context) =>
    (definitions?.get(name) ?? (await definitionOf(name))).invoke(values, context);
  const stream: FunctionDefinition["stream"] = (values, context, send) =>
    void definitionOf(name).then((definition) => definition.stream?.(values, context, send));
  return { name, result, invoke, ...(streaming && { stream }) };
});
