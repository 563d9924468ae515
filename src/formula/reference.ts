import type { FunctionDefinition, ParameterDescription } from "./definition";

/** What fields mean, by resource and wire name (wire/field-descriptions). */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

const opening = `# Worksheet functions

Generated from the definitions in \`src/functions\` by \`npm run generate\`. Do not edit.

Every argument takes a cell, a range or an array; blank, \`""\`, omitted and 0 mean the default. Dates are Excel dates, ISO text, \`"today"\`,
\`"-30d"\`, \`"-3m"\`, \`"-1y"\` or \`"ytd"\`, days UTC. \`fields\` takes names, a header row, \`"default"\`, \`"*"\` or \`"+summary,-url"\`; paths such as
\`isin[1]\`, \`revenue.currency\` and \`entity.name\` reach into values. \`options\` is one text, \`"key=value; key=value"\`, or a range of keys and values.
`;

/** The reference page, docs/functions.md: every function, argument, option, column and example. */
export const toReference = (definitions: readonly FunctionDefinition[], fields: FieldDescriptions): string =>
  [
    opening,
    definitions
      .map((definition) => `- [\`${definition.name}\`](#${anchorOf(definition.name)}): ${definition.description}`)
      .join("\n"),
    ...definitions.map((definition) => toSection(definition, fields)),
  ].join("\n\n") + "\n";

/** The heading of a function in the reference, as readers of Markdown name it. */
export const anchorOf = (name: string): string => name.toLowerCase().replaceAll(".", "");

const toSection = (definition: FunctionDefinition, fields: FieldDescriptions): string => {
  const { name, description, parameters, options, examples, routes } = definition;
  const parts = [
    `## ${name}`,
    `\`=${name}(${parameters.map(signature).join(", ")})\``,
    description,
    table(
      ["argument", "takes"],
      parameters.map((parameter) => [parameter.name, takes(parameter)]),
    ),
    table(
      ["option", "means", "values"],
      options.map(({ key, description: text, values }) => [key, text, listed(values)]),
    ),
    table(["column", "shown", "holds"], columnRows(definition, fields)),
    examples.map(({ formula, shows }) => `    ${formula}\n\n${shows}`).join("\n\n"),
    routes.length > 0 ? `Reads: ${routes.map((route) => `\`${route}\``).join(", ")}.` : "Makes no call.",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
};

const signature = ({ name, optional }: ParameterDescription): string => (optional ? `[${name}]` : name);

const takes = ({ description, choices }: ParameterDescription): string =>
  choices === undefined ? description : `${description} One of ${listed(choices.map(({ value }) => String(value)))}.`;

const mostValues = 24;

const listed = (values: readonly string[] | undefined): string =>
  (values ?? [])
    .slice(0, mostValues)
    .map((value) => `\`${value}\``)
    .join(", ");

const columnRows = ({ columns, resource }: FunctionDefinition, fields: FieldDescriptions): string[][] =>
  columns.map(({ name, type, shown }) => [
    name,
    shown ? "yes" : "",
    name.startsWith("entity.")
      ? (fields["entity"]?.[name.slice("entity.".length)] ?? type)
      : (fields[resource ?? ""]?.[name] ?? type),
  ]);

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
};
