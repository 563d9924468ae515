import { type Column, columnNamed, type ColumnSet, type ColumnMember } from "../table/columns";
import type { ColumnDescription, FunctionDefinition, ParameterDescription } from "./definition";
import { type Help, sharedHelp } from "./help";
import { optionKinds } from "./parse-arguments";
import type { AnySpecification } from "./specification";

/** In scripts the texts are empty (scripts/build/without-help.cjs). */
export const describe = (
  specification: AnySpecification,
): Omit<FunctionDefinition, "check" | "shape" | "invoke" | "stream"> => {
  const { name, help, columns } = specification;
  const kinds = optionKinds(specification);
  return {
    name,
    description: help.description,
    synonyms: help.synonyms ?? "",
    parameters: describeParameters(specification),
    options: Object.entries(kinds ?? {}).map(([key, { values }]) => ({
      key,
      description: help.options?.[key] ?? sharedHelp.options[key] ?? "",
      ...(values && { values }),
    })),
    ...(columns === undefined ? { columns: [], companyColumns: [] } : describeSet(columns)),
    examples: help.examples,
    result: specification.result ?? "matrix",
    streaming: specification.stream !== undefined,
    routes: specification.routes,
    readsAll: specification.readsAll === true,
    needsParameterAddresses: needsAddresses(specification),
  };
};

/** The message of an empty list names its range. Excel passes addresses only to functions whose result is a matrix. */
const needsAddresses = ({ needsParameterAddresses, parameters, result, stream }: AnySpecification): boolean =>
  needsParameterAddresses === true ||
  (result !== "value" && stream === undefined && Object.values(parameters).some(({ list }) => list));

const describeParameters = (specification: AnySpecification): readonly ParameterDescription[] => {
  const { help, parameters } = specification;
  const described = Object.entries(parameters).map(([name, { type, matrix, optional, control, choices }]) => ({
    name,
    label: labelFor(help, name),
    description: help.parameters?.[name] ?? sharedHelp.parameters[name] ?? "",
    type,
    matrix,
    optional,
    control,
    ...(choices && { choices: choices.map((value) => ({ value, description: choiceHelp(help, name, value) })) }),
  }));
  if (optionKinds(specification) === undefined) return described;
  return [
    ...described,
    {
      name: "options",
      label: labelFor(help, "options"),
      description: help.parameters?.["options"] ?? sharedHelp.parameters["options"] ?? "",
      type: "any",
      matrix: true,
      optional: true,
      control: "options",
    },
  ];
};

const labelFor = (help: Help, parameter: string): string =>
  help.labels?.[parameter] ?? sharedHelp.labels[parameter] ?? "";

const choiceHelp = (help: Help, parameter: string, value: string): string =>
  help.choices?.[parameter]?.[value] ?? sharedHelp.choices[value] ?? "";

const describeSet = (set: ColumnSet) => ({
  columns: describeColumns(set),
  companyColumns: (set.entity ?? []).map((member) => describeMember(member, "entity.")),
  ...(set.resource !== undefined && { resource: set.resource }),
  ...(set.identity !== undefined && { identity: set.identity }),
});

/** The columns that are shown by default in their order, then the other members. */
const describeColumns = (set: ColumnSet): FunctionDefinition["columns"] => {
  const defaultColumns = set.shown.map((name): Column => columnNamed(set, name));
  const others = set.members.filter((member) => !set.shown.includes(member.name));
  return [
    ...defaultColumns.map((column) => ({ name: column.name, type: column.type, shown: true })),
    ...others.map((member) => describeMember(member)),
  ];
};

const describeMember = ({ name, type, nested }: ColumnMember, before = ""): ColumnDescription => ({
  name: `${before}${name}`,
  type: nested?.whole.type ?? type,
  shown: false,
});
