import type { FunctionDefinition, ParameterDescription } from "./definition";
import { helpAnchor } from "./reference";

/** A value of a custom enum, as Excel offers it while typing. */
export interface EnumValue {
  readonly name: string;
  readonly stringValue: string;
  readonly tooltip: string;
}

/** A closed set in functions.json. */
export interface CustomEnum {
  readonly id: string;
  readonly type: "string";
  readonly values: readonly EnumValue[];
}

/** The functions.json that the manifest points Excel to ("Manually create JSON metadata for custom functions"). */
export interface Metadata {
  readonly allowCustomDataForDataTypeAny: true;
  /** Excel passes cell errors to the functions, which return them. The official generator cannot write this member. */
  readonly allowErrorForDataTypeAny: true;
  readonly enums: readonly CustomEnum[];
  readonly functions: readonly FunctionMetadata[];
}

/** One function of functions.json. */
export interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The address of its reference; Excel accepts only absolute addresses. */
  readonly helpUrl: string;
  readonly options: Readonly<Record<string, true>>;
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
  readonly result: Readonly<Record<string, unknown>>;
}

/** functions.json of the definitions; ids are names. `reference`: the address of the reference page. */
export const toMetadata = (definitions: readonly FunctionDefinition[], reference: string): Metadata => {
  const enums = toEnums(definitions);
  return {
    allowCustomDataForDataTypeAny: true,
    allowErrorForDataTypeAny: true,
    enums: [...enums.values()],
    functions: definitions.map((definition) => toFunction(definition, { enums, reference })),
  };
};

type Enums = ReadonlyMap<string, CustomEnum>;

const choicesKey = (parameter: ParameterDescription): string => JSON.stringify(parameter.choices);

/** Equal sets share one enum, named after its first parameter. */
const toEnums = (definitions: readonly FunctionDefinition[]): Enums => {
  const enums = new Map<string, CustomEnum>();
  for (const definition of definitions)
    for (const parameter of definition.parameters) {
      const { choices, name } = parameter;
      if (choices === undefined || enums.has(choicesKey(parameter))) continue;
      const id = `${definition.name.replaceAll(".", "_")}_${name.toUpperCase()}`;
      const values = choices.map(({ value, description }) => ({
        name: memberName(String(value)),
        stringValue: String(value),
        tooltip: description,
      }));
      enums.set(choicesKey(parameter), { id, type: "string", values });
    }
  return enums;
};

const memberName = (value: string): string => value.replaceAll(/[^A-Za-z0-9]/g, "_");

interface MetadataParts {
  readonly enums: Enums;
  readonly reference: string;
}

const toFunction = (definition: FunctionDefinition, { enums, reference }: MetadataParts): FunctionMetadata => ({
  description: definition.description,
  helpUrl: `${reference}#${helpAnchor(definition.name)}`,
  id: definition.name,
  name: definition.name,
  options: toOptions(definition),
  parameters: definition.parameters.map((parameter) => toParameter(definition, parameter, enums)),
  result: toResult(definition),
});

/** Every function can be cancelled and knows its address, under which the request log keeps its entry. */
const toOptions = (definition: FunctionDefinition): FunctionMetadata["options"] => {
  if (definition.streaming) return { stream: true, requiresStreamAddress: true };
  const addresses = definition.needsParameterAddresses === true ? { requiresParameterAddresses: true as const } : {};
  return { cancelable: true, requiresAddress: true, ...addresses };
};

const toResult = (definition: FunctionDefinition): FunctionMetadata["result"] => {
  if (definition.streaming) return { type: "number" };
  return definition.result === "matrix" ? { dimensionality: "matrix" } : {};
};

/** The options that people use most; those that many functions have and few people need. A function's own stand between them. */
const usedMost = ["sort", "distinct", "headers"];
const usedLeast = ["texts", "empty", "join", "dates", "asof", "asof_within", "source", "transpose", "explode", "more"];

/** Values and options that a description names: as many as Excel shows in a few lines. */
const mostNamed = 12;

/** What an argument takes, for Excel to show while somebody types: the values of a closed set, or the options of the function. */
const namedValues = (
  { options }: FunctionDefinition,
  { control, choices }: ParameterDescription,
): readonly string[] => {
  if (control !== "options") return choices?.map(({ value }) => String(value)) ?? [];
  const rank = (key: string): number => (usedMost.includes(key) ? 0 : usedLeast.includes(key) ? 2 : 1);
  return options.map(({ key }) => key).toSorted((one, other) => rank(one) - rank(other));
};

const describeValues = (definition: FunctionDefinition, parameter: ParameterDescription): string => {
  const values = namedValues(definition, parameter);
  const isNamed = (value: string): boolean => parameter.description.toLowerCase().includes(value.toLowerCase());
  if (values.length === 0 || values.every(isNamed)) return parameter.description;
  const named = [...values.slice(0, mostNamed), ...(values.length > mostNamed ? ["…"] : [])].join(", ");
  return `${parameter.description.replace(/\.$/, "")} (${named}).`;
};

const toParameter = (
  definition: FunctionDefinition,
  parameter: ParameterDescription,
  enums: Enums,
): Readonly<Record<string, unknown>> => {
  const custom = enums.get(choicesKey(parameter));
  const description = describeValues(definition, parameter);
  return {
    ...(description !== "" && { description }),
    ...(parameter.matrix && { dimensionality: "matrix" }),
    name: parameter.name,
    ...(parameter.optional && { optional: true }),
    type: parameter.type,
    ...(parameter.choices && custom && { customEnumId: custom.id }),
  };
};
