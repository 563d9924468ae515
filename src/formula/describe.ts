import type { Column } from "../table/column";
import { type ColumnSet, columnNamed } from "../table/fields";
import type { FunctionDefinition, ParameterDescription } from "./definition";
import type { Help } from "./help";
import { sharedHelp } from "./shared-help";
import { type AnySpecification, optionKindsOf } from "./specification";

/** Everything Excel, the reference and the builder are told of a function; texts are empty where the build left them out. */
export const describe = (specification: AnySpecification): Omit<FunctionDefinition, "check" | "invoke" | "stream"> => {
  const { name, help, columns } = specification;
  const kinds = optionKindsOf(specification);
  return {
    name,
    description: help?.description ?? "",
    parameters: describeParameters(specification),
    options: Object.entries(kinds ?? {}).map(([key, { values }]) => ({
      key,
      description: help?.options?.[key] ?? sharedHelp.options[key] ?? "",
      ...(values && { values }),
    })),
    columns: columns === undefined ? [] : describeColumns(columns),
    ...(columns?.resource !== undefined && { resource: columns.resource }),
    examples: help?.examples ?? [],
    result: specification.result ?? "matrix",
    streaming: specification.stream !== undefined,
    routes: specification.routes,
    needsParameterAddresses: specification.needsParameterAddresses === true,
  };
};

const describeParameters = (specification: AnySpecification): readonly ParameterDescription[] => {
  const { help, parameters } = specification;
  const described = Object.entries(parameters).map(([name, { type, matrix, optional, control, choices }]) => ({
    name,
    description: help?.parameters?.[name] ?? sharedHelp.parameters[name] ?? "",
    type,
    matrix,
    optional,
    control,
    ...(choices && { choices: choices.map((value) => ({ value, description: choiceHelp(help, name, value) })) }),
  }));
  if (optionKindsOf(specification) === undefined) return described;
  return [
    ...described,
    {
      name: "options",
      description: help?.parameters?.["options"] ?? sharedHelp.parameters["options"] ?? "",
      type: "any",
      matrix: true,
      optional: true,
      control: "options",
    },
  ];
};

const choiceHelp = (help: Help | undefined, parameter: string, value: string): string =>
  help?.choices?.[parameter]?.[value] ?? sharedHelp.choices[value] ?? "";

/** Every column by its name, those for readers first and in their order, then the other members. */
const describeColumns = (set: ColumnSet): FunctionDefinition["columns"] => {
  const shown = set.shown.map((name): Column => columnNamed(set, name));
  const others = set.members.filter((member) => !set.shown.includes(member.name));
  return [
    ...shown.map((column) => ({ name: column.name, type: column.type, shown: true })),
    ...others.map((member) => ({ name: member.name, type: member.nested?.whole.type ?? member.type, shown: false })),
  ];
};
