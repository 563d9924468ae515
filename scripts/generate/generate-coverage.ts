import { functions } from "../../src/formulas/functions";
import { readOpenapiDocument, type Operation, type Schema } from "./openapi-document";

/** A query parameter of a route, or a member of the records in its response. */
export interface Member {
  readonly route: string;
  readonly place: "query" | "response";
  readonly name: string;
}

const document = readOpenapiDocument();

/** Members of a page or a list of matches that hold the records. */
const wrappers = ["data", "matches"];

const memberNames = (given: Schema): readonly string[] => {
  const schema = document.follow(given);
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  const properties = Object.entries(schema.properties ?? {});
  const metrics = (schema["x-operands"] ?? []).flatMap((operand) =>
    (schema["x-metrics"] ?? []).map((metric) => `${operand}_${metric}`),
  );
  return [
    ...parts.flatMap(memberNames),
    ...properties.flatMap(([name, member]) => (wrappers.includes(name) ? memberNames(member) : [name])),
    ...metrics,
  ];
};

const membersOf = ({ operationId: route, parameters, response }: Operation): readonly Member[] => [
  ...parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }): Member => ({ route, place: "query", name })),
  ...[...new Set(response === undefined ? [] : memberNames(response))].map((name): Member => ({
    route,
    place: "response",
    name,
  })),
];

const functionsOf = (route: string) => functions.filter(({ routes }) => routes.some((each) => each === route));

/** Columns that a function has under the name of a member, but takes from elsewhere: the country of the company, not of the document. */
const otherColumns: Readonly<Record<string, readonly string[]>> = {
  "ESG.SUMMARY": ["country"],
  "SDG.SUMMARY": ["country"],
  "ENTITY.INDUSTRIES": ["description"],
};

/** A function that reads another route searches for entities only to find companies and their fields (`entity.name`). */
const searchesOnly = (route: string, others: readonly string[]): boolean =>
  route === "searchEntities" && others.some((other) => other !== route);

/** What each function that reads the route does with a member: `ESG.EVENTS category`, an option, argument or column of its name. */
const usesOf = ({ route, place, name }: Member): readonly string[] =>
  functionsOf(route)
    .filter(({ routes: others }) => !searchesOnly(route, others))
    .filter(({ name: user, parameters, options, columns }) =>
      place === "query"
        ? parameters.some((parameter) => parameter.name === name) || options.some(({ key }) => key === name)
        : columns.some((column) => column.name === name) && otherColumns[user]?.includes(name) !== true,
    )
    .map((definition) => definition.name);

/** Members of the routes that functions read, with the functions that use each under its own name. */
export const coverage = (): readonly (Member & { readonly functions: readonly string[] })[] =>
  document.operations
    .filter(({ operationId }) => functionsOf(operationId).length > 0)
    .flatMap(membersOf)
    .map((member) => ({ ...member, functions: usesOf(member) }));

const paging = "pages are read by the engine (src/engine/pagination)";
const unread = "not read: the engine counts the records that come";

/** Members that no function uses under their own name, with what uses them. A test requires every other member to have a function. */
export const otherwiseUsed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    document.operations
      .filter(({ parameters }) => parameters.some(({ name }) => name === "search_after"))
      .flatMap(({ operationId }): [string, string][] => [
        ...["size", "search_after"].map((name): [string, string] => [`${operationId} query ${name}`, paging]),
        ...["has_next", "search_after"].map((name): [string, string] => [`${operationId} response ${name}`, paging]),
        ...["size", "count"].map((name): [string, string] => [`${operationId} response ${name}`, unread]),
      ]),
  ),
  "downloadAnalysis query json_lines": "export of an analysis in the task pane",
  "downloadAnalysis response the service": "ANALYSIS.DOCUMENTS, as the column source",
  "getTimeSeries query output_format": "export of an analysis in the task pane",
  "listUniverseEntities response total": "UNIVERSE.COUNT",
  "searchEntities query max_candidates": "ENTITY.SEARCH, as the argument maxCandidates",
};

const opening = `# Coverage

Generated from openapi.yaml and the definitions of the worksheet functions by \`npm run generate\`.
Do not edit.

For each route that worksheet functions read, this page lists its query parameters and the members
of its records, each with the functions that have an argument, an option or a column of that name.
For each function of a row, test/unit/formulas/functions/coverage.test.ts makes a call: a parameter is in
the request, and a member is a column with values, or asked for. Nested members, request bodies and what the task
pane uses are not listed here.

## Not exposed

Every other feature of the specification is in a cell or in the task pane.

| feature | why it is in neither |
| --- | --- |
| download, \`limit\` as an object | the specification does not show its shape, so that any object would be a guess |
| download, \`limit\` from 501 to 2,000 | a call returns 500 documents, so that a higher limit returns no more; \`limit="all"\` reads all, day by day |
| download, \`limit\` above 2,000 | it returns no more documents, but drops id, title, sentences, url and the source; to leave fields out, name the others in \`fields\` |
| dataset, site type \`news\` | it is deprecated; \`standard_news\` means the same |
| universes of type \`PROVIDER\` | the service refuses to create them and to change a universe into one |
| coverage extension, other members of an entity than external_id, name, isin, lei, country, website | the specification names \`external_id\` only and does not show the others |
| CSV and JSON lines with other members of the request | the pane saves the mean by day and entity, and whole documents by day; \`ANALYSIS.SERIES\` and \`ANALYSIS.DOCUMENTS\` have the other members |
`;

const shown = 4;

const usedBy = (names: readonly string[]): string =>
  [...names.slice(0, shown), ...(names.length > shown ? [`${names.length - shown} more`] : [])].join(", ");

/** docs/coverage.md. */
export const renderCoverage = (): string => {
  const members = coverage();
  const sections = [...new Set(members.map(({ route }) => route))].map((route) => {
    const rows = members
      .filter((member) => member.route === route)
      .map(
        (member) =>
          `| ${member.place} | ${member.name} | ${
            member.functions.length > 0
              ? usedBy(member.functions)
              : (otherwiseUsed[`${route} ${member.place} ${member.name}`] ?? "")
          } |`,
      );
    return [`## ${route}`, "", "| place | member | used by |", "| --- | --- | --- |", ...rows].join("\n");
  });
  return `${[opening, ...sections].join("\n\n").replaceAll("\n\n\n", "\n\n")}\n`;
};
