import type { FunctionDefinition, ParameterDescription } from "../../src/formulas/define/definition";
import type { Metadata } from "../../src/formulas/define/metadata";

const typeOf = (parameter: ParameterDescription, metadata: Metadata, definition: FunctionDefinition): string => {
  const made = metadata.functions.find(({ id }) => id === definition.name)?.parameters;
  const custom = made?.find((each) => each["name"] === parameter.name)?.["customEnumId"] as string | undefined;
  return `${custom ?? parameter.type}${parameter.matrix ? "[][]" : ""}`;
};

const tags = (definition: FunctionDefinition, made: Metadata["functions"][number] | undefined): string[] => [
  ` * @customfunction ${definition.name} ${definition.name}`,
  ` * @helpurl ${made?.helpUrl ?? ""}`,
  ...(made?.parameters ?? []).map(({ name, description }) => ` * @param ${String(name)} ${String(description)}`),
  ...(definition.streaming ? [" * @requiresStreamAddress"] : [" * @requiresAddress"]),
  ...(definition.needsParameterAddresses === true ? [" * @requiresParameterAddresses"] : []),
];

const stubOf = (definition: FunctionDefinition, metadata: Metadata, index: number): string => {
  const parameters = definition.parameters.map(
    (parameter) => `${parameter.name}${parameter.optional ? "?" : ""}: ${typeOf(parameter, metadata, definition)}`,
  );
  const invocation = definition.streaming
    ? "invocation: CustomFunctions.StreamingInvocation<number>"
    : "invocation: CustomFunctions.CancelableInvocation";
  const result = definition.streaming ? "void" : definition.result === "matrix" ? "any[][]" : "any";
  return [
    "/**",
    ` * ${definition.description}`,
    ...tags(definition, metadata.functions[index]),
    " */",
    `export function stub${index}(${[...parameters, invocation].join(", ")}): ${result} {}`,
  ].join("\n");
};

const enumOf = ({ id, values }: Metadata["enums"][number]): string =>
  [
    "/** @customenum {string} */",
    `enum ${id} {`,
    ...values.map(
      ({ name, stringValue, tooltip }) =>
        `${tooltip === "" ? "" : `/** ${tooltip} */\n`}${name} = ${JSON.stringify(stringValue)},`,
    ),
    "}",
  ].join("\n");

/** TypeScript that an add-in developer would have written for these functions: what Microsoft's generator reads. */
export const printStubs = (definitions: readonly FunctionDefinition[], metadata: Metadata): string =>
  [...metadata.enums.map(enumOf), ...definitions.map((definition, index) => stubOf(definition, metadata, index))].join(
    "\n\n",
  );
