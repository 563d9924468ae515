import type { FunctionDefinition } from "../../src/formulas/define/definition";
import type { QuestionGroup } from "../../src/formulas/define/question";
import { fieldExamples } from "../../src/formulas/define/field-examples";
import { type Metadata, toMetadata } from "../../src/formulas/define/metadata";
import { toReference } from "../../src/formulas/define/reference";
import { functions } from "../../src/formulas/functions";
import { firstFunctions } from "../../src/formulas/functions/first";
import { fieldDescriptions } from "../../src/contract/field-descriptions";
import { knownValues } from "../../src/contract/known-values";
import { helpIn, translateDefinition, translateFields, translateQuestions } from "./generate-help";
import { committedOrigin } from "../manifest/add-in";

/** functions.json, as the manifest points Excel to it; its help is the reference page of this origin. */
export const renderFunctionsJson = (origin = committedOrigin, language = "en"): Metadata => {
  const translate = helpIn(language);
  return toMetadata(
    functions.map((definition) => translateDefinition(definition, translate)),
    `${origin}/docs/functions.html`,
  );
};

/** Options with the values that are known of open sets (categories, principles): offered, never enforced, and too long for the core script. */
const documented: readonly FunctionDefinition[] = functions.map((definition) => ({
  ...definition,
  options: definition.options.map((option) => {
    const values = option.values ?? definition.routes.map((route) => knownValues[route]?.[option.key]).find(Boolean);
    return values === undefined ? option : { ...option, values };
  }),
}));

/** The help texts that no script contains. The pane fetches them when the formula builder opens. */
export interface FunctionHelp {
  /** By name of the function. */
  readonly functions: Readonly<
    Record<string, Pick<FunctionDefinition, "description" | "synonyms" | "parameters" | "options" | "examples">>
  >;
  /** By resource and field. */
  readonly fields: typeof fieldDescriptions;
  /** An example of each field, by resource and field. */
  readonly fieldExamples: ReturnType<typeof fieldExamples>;
  readonly questions: readonly QuestionGroup[];
}

/** function-help.json of a language. */
export const renderFunctionHelp = (language = "en"): FunctionHelp => {
  const translate = helpIn(language);
  const translated = documented.map((definition) => translateDefinition(definition, translate));
  return {
    functions: Object.fromEntries(
      translated.map(({ name, description, synonyms, parameters, options, examples }) => [
        name,
        { description, synonyms, parameters, options, examples },
      ]),
    ),
    fields: translateFields(translate),
    fieldExamples: fieldExamples(language),
    questions: translateQuestions(translate),
  };
};

/** The reference page. */
export const renderReference = (): string => toReference(documented, fieldDescriptions);

/** docs/functions.md and the snapshot of functions.json: changing ids or the order of parameters is a decision. */
export const generateFunctions = async (): Promise<ReadonlyMap<string, string>> => {
  // Loaded when asked for: the build and the tests print without it.
  const { format } = await import("prettier");
  return new Map([
    ["docs/functions.md", renderReference()],
    [
      "test/repo/functions.snapshot.json",
      await format(JSON.stringify(renderFunctionsJson()), { parser: "json", printWidth: 120 }),
    ],
  ]);
};

/** What the first script must know of the functions to register them (webpack's `__FUNCTIONS__`). */
export const listFunctions = (): object => {
  const names = (isListed: (definition: FunctionDefinition) => boolean): readonly string[] =>
    functions.filter(isListed).map(({ name }) => name);
  return {
    first: names((definition) => firstFunctions.includes(definition)),
    later: names((definition) => !firstFunctions.includes(definition)),
    values: names(({ result }) => result === "value"),
    streaming: names((definition) => definition.streaming),
  };
};
