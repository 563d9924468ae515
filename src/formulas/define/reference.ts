import type { FunctionDefinition, ParameterDescription } from "./definition";

/** What fields mean, by resource and wire name (contract/field-descriptions). */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

const opening = `# Worksheet functions

Generated from the definitions in \`src/formulas/functions\` by \`npm run generate\`. Do not edit.

Every argument takes a cell, a range or an array; blank, \`""\`, omitted and 0 mean the default. A list given as two or more cells that are all
blank is an empty list and not the default: the answer is \`#N/A\` "entities (H2:H46) is empty." An empty result is the header
row alone; with \`headers=no\` it is \`#N/A\` "No rows." Dates are Excel dates, ISO text, \`"today"\`,
\`"-30d"\`, \`"-3m"\`, \`"-1y"\`, \`"wtd"\` (since Monday), \`"mtd"\`, \`"qtd"\` or \`"ytd"\`. \`fields\` takes names, a header row, \`"default"\`, \`"*"\` or \`"+id,-title"\`; paths such as
\`isin[1]\`, \`revenue.currency\` and \`entity.name\` reach into values. \`options\` is one text, \`"key=value; key=value"\`, or a range of keys and values.

A listing shows every row, up to the maximum rows of the workbook (10,000). Where that ends a result, a last row says "10,000 rows shown, more
exist: set limit or narrow the filters", with \`#N/A\` in the other columns; with one column, and with \`headers=no\`, it is \`#N/A\` throughout, so that a sum over a part fails. \`more=no\` leaves it out.
A number as \`limit\` counts rows after filters, \`sort\` and \`distinct\`, and before \`explode\`. What the service cannot sort is read to the end
first, up to 100,000 records; more is \`#VALUE!\`.

Excel's functions that skip errors skip that last row too: COUNT, COUNTIF, COUNTIFS, SUMIF, SUMIFS, AVERAGEIF, AVERAGEIFS, MINIFS, MAXIFS,
AGGREGATE and SUBTOTAL with their options for errors, FILTER and XLOOKUP. Over a capped table they give a number of a part, where SUM, AVERAGE,
MAX and SUMPRODUCT fail. Put \`=QUERY.INFO(A1,"truncated")\` beside them, or set \`limit\`.

Days are those of the workbook's time zone, which Settings show; without one they are UTC. \`today\`, \`from\` and \`to\`, weeks and months, \`asof\`
and the refusal of a \`from\` after today follow its clocks, summer time included. A \`to\` without a time includes its whole day. Moments in cells
stay UTC, and so does a time without an offset. The service cuts the days of analyses itself, in UTC, so dates of analyses are days of UTC. Of a number with a time of day, such as \`NOW()\`, only the day counts. A time counts only as
ISO text with \`T\`, such as \`"2026-01-31T10:30:00Z"\`: each other time is another question to the service, so a time that moves costs a request at
each calculation. Numbers that are no dates of these times (2026, 202611) and a \`from\` after today are refused. ESG.SUMMARY counts events by
\`start_date\`, when they began; ESG.EVENTS lists them by \`last_activity\`, which moves with each new document; \`date=\` asks for the other one.

A list that is continued after more than five minutes is read anew, so that all its rows are of one time. In the order \`last_activity:desc\` a list of
several pages is caught up with one call more, and says so where it still may lack a record. \`asof\` answers from at most seven days before.

Names of countries, regions, cities and languages and values such as a type are shown as people write them: "Germany", "coverage extension",
"SDG 7". \`texts=raw\` gives the spelling of the service: \`germany\`, \`coverage_extension\`, \`SDG:7\`. Filters take both, without case.

A missing value is a blank text, because Excel shows a true blank of a function as 0: \`SUM\`, \`AVERAGE\` and \`COUNT\` pass over it, but \`A2*2\`
is \`#VALUE!\`. Choose \`empty=na\` where a result without the number would mislead (a chart has no point there), \`empty=zero\` where none means 0,
or calculate with \`N(A2)*2\`. Both are for missing numbers only: texts and dates stay blank.
`;

/** The reference page, docs/functions.md: every function, argument, option, column and example. */
export const toReference = (definitions: readonly FunctionDefinition[], fields: FieldDescriptions): string =>
  [
    opening,
    definitions
      .map((definition) => `- [\`${definition.name}\`](#${helpAnchor(definition.name)}): ${definition.description}`)
      .join("\n"),
    ...definitions.map((definition) => toSection(definition, fields)),
  ].join("\n\n") + "\n";

/** The anchor of a function's heading in the reference. */
export const helpAnchor = (name: string): string => name.toLowerCase().replaceAll(".", "");

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
      options.map(({ key, description: text, values }) => [key, text, listValues(values)]),
    ),
    table(["column", "shown", "holds"], columnRows(definition, fields)),
    examples.map(({ formula, shows }) => `    ${formula}\n\n${shows}`).join("\n\n"),
    routes.length > 0 ? `Reads: ${routes.map((route) => `\`${route}\``).join(", ")}.` : "Makes no call.",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
};

const signature = ({ name, optional }: ParameterDescription): string => (optional ? `[${name}]` : name);

const takes = ({ description, choices }: ParameterDescription): string =>
  choices === undefined
    ? description
    : `${description} One of ${listValues(choices.map(({ value }) => String(value)))}.`;

const mostListedValues = 24;

const listValues = (values: readonly string[] | undefined): string =>
  (values ?? [])
    .slice(0, mostListedValues)
    .map((value) => `\`${value}\``)
    .join(", ");

const columnRows = ({ columns, resource }: FunctionDefinition, fields: FieldDescriptions): string[][] =>
  columns.map(({ name, type, shown: isDefault }) => [
    name,
    isDefault ? "yes" : "",
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
