import type { FunctionDefinition } from "../src/formula/definition";
import { type Metadata, toMetadata } from "../src/formula/metadata";
import { toReference } from "../src/formula/reference";
import { translateHelp } from "../src/formula/translate-help";
import { functions } from "../src/functions";
import type { HelpVoice } from "../src/text/help-voice";
import { fieldDescriptions } from "../src/wire/field-descriptions";
import { knownValues } from "../src/wire/known-values";
import { renderCoverage } from "./generate-coverage";
import { committedOrigin } from "./manifest";

/** functions.json, as the manifest points Excel to it; its help is the reference page of this origin. */
export const renderFunctionsJson = (origin = committedOrigin, voice: HelpVoice = (english) => english): Metadata =>
  toMetadata(
    functions.map((definition) => translateHelp(definition, voice)),
    `${origin}/docs/functions.html`,
  );

/** Options with the values that are known of open sets (categories, principles): offered, never enforced, and too long for the core script. */
const documented: readonly FunctionDefinition[] = functions.map((definition) => ({
  ...definition,
  options: definition.options.map((option) => {
    const values = option.values ?? definition.routes.map((route) => knownValues[route]?.[option.key]).find(Boolean);
    return values === undefined ? option : { ...option, values };
  }),
}));

/** What the core script leaves out, by function; the pane loads it when the builder or the help is opened. */
export const renderFunctionHelp = (): Readonly<
  Record<string, Pick<FunctionDefinition, "description" | "parameters" | "options" | "examples">>
> =>
  Object.fromEntries(
    documented.map(({ name, description, parameters, options, examples }) => [
      name,
      { description, parameters, options, examples },
    ]),
  );

/** The reference page. */
export const renderReference = (): string => toReference(documented, fieldDescriptions);

/** docs/functions.md, docs/coverage.md and the snapshot of functions.json: changing ids or the order of parameters is a decision. */
export const generateFunctions = async (): Promise<ReadonlyMap<string, string>> => {
  // Loaded when asked for: the build and the tests print without it.
  const { format } = await import("prettier");
  return new Map([
    ["docs/functions.md", renderReference()],
    ["docs/coverage.md", renderCoverage()],
    [
      "test/house/functions.snapshot.json",
      await format(JSON.stringify(renderFunctionsJson()), { parser: "json", printWidth: 120 }),
    ],
  ]);
};

/** What the first script must know of each function to register it (webpack's `__FUNCTIONS__`). */
export const listFunctions = (): readonly object[] =>
  functions.map(({ name, result, streaming }) => ({ name, result, streaming }));
