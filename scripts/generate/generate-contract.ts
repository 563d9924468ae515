import { format } from "prettier";
import { parse } from "yaml";
import { fieldDescriptionsSource, fieldsSource } from "./generate-fields";
import {
  readOpenapiDocument,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from "./openapi-document";

const banner = "// Generated from openapi.yaml by `npm run generate`. Do not edit.\n";

/** The files of src/contract that follow from openapi.yaml: path → content. */
export const generateContract = async (): Promise<ReadonlyMap<string, string>> => {
  const document = readOpenapiDocument();
  const sources: Record<string, string> = {
    "src/contract/fields.ts": fieldsSource(document),
    "src/contract/field-descriptions.ts": fieldDescriptionsSource(document),
    "src/contract/routes.ts": routesSource(document),
    "src/contract/query-rules.ts": queryRulesSource(document),
    "src/contract/known-values.ts": knownValuesSource(document),
  };
  const files = new Map<string, string>();
  for (const [file, source] of Object.entries(sources)) {
    files.set(file, await format(banner + source, { parser: "typescript", printWidth: 120 }));
  }
  // The service reads this one when it starts: parsing the YAML takes a quarter of a second.
  files.set(
    "src/contract/openapi.json",
    await format(JSON.stringify(parse(document.text)), { parser: "json", printWidth: 120 }),
  );
  return files;
};

const operatorRule = (schema: Schema, several: boolean): object => ({
  kind: schema["x-kind"],
  ...(schema["x-operators"] === undefined ? {} : { operators: schema["x-operators"] }),
  ...(schema["x-minimum"] === undefined ? {} : { minimum: schema["x-minimum"], maximum: schema["x-maximum"] }),
  ...(several ? { several: true } : {}),
});

const plainRule = (schema: Schema): object => ({
  kind: schema.type === "integer" ? "integer" : schema.type === "boolean" ? "boolean" : "text",
  ...(schema.enum === undefined ? {} : { values: schema.enum }),
  ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
  ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
  ...(schema.default === undefined ? {} : { default: schema.default }),
});

const ruleOf = (document: OpenapiDocument, parameter: Parameter): object => {
  const schema = document.follow(parameter.schema);
  if (parameter.name === "fields") return { kind: "fields" };
  if (parameter.name === "order") {
    return { kind: "order", fields: parameter["x-order-fields"], default: schema.default ?? [] };
  }
  if (schema["x-kind"] === undefined) return plainRule(schema);
  return operatorRule(schema, schema["x-kind"].endsWith("-operator") && schema.type === "array");
};

const routeSource = (operation: Operation): string =>
  `${operation.operationId}: { method: "${operation.method}", path: "${operation.path}" },`;

const routesSource = (document: OpenapiDocument): string => `
export interface Route {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
}

/** Every route by its operationId. */
export const routes = {
${document.operations.map(routeSource).join("\n")}
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof routes;

/** A route that answers in pages. */
export type ListingRoute = ${document.operations
  .filter(isListing)
  .map(({ operationId }) => `"${operationId}"`)
  .join(" | ")};

/** How many items one call takes, for the routes whose body is a list of items. */
export const itemsPerCall: Readonly<Partial<Record<RouteName, number>>> = {
${document.operations.flatMap((operation) => itemsPerCallSource(document, operation)).join("\n")}
};
`;

/** The greatest length of the list in the body of a route that the contract marks `x-batch`; nothing without one. */
const itemsPerCallSource = (document: OpenapiDocument, { operationId, body }: Operation): readonly string[] =>
  Object.values(body === undefined ? {} : (document.follow(body).properties ?? {})).flatMap((member) => {
    const { maxItems, "x-batch": batch } = document.follow(member);
    return maxItems === undefined || batch !== true ? [] : [`${operationId}: ${maxItems},`];
  });

const isListing = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === "search_after");

const rulesSource = (document: OpenapiDocument, operation: Operation): string => {
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => `${parameter.name}: ${JSON.stringify(ruleOf(document, parameter))},`);
  return `${operation.operationId}: {${query.join("\n")}},`;
};

const queryRulesSource = (document: OpenapiDocument): string => `
import type { RouteName } from "./routes";

/** What a query parameter accepts: its kind, operators, range, values and default; \`several\` may be given more than once. */
export interface QueryRule {
  readonly kind:
    | "integer" | "boolean" | "text" | "fields" | "order" | "uuids" | "texts"
    | "integer-operator" | "date-operator" | "text-operator" | "sector-operator";
  readonly operators?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly several?: boolean;
  readonly values?: readonly string[];
  readonly fields?: readonly string[];
  readonly default?: number | boolean | string | readonly string[];
}

/** The query parameters of every route. */
export const queryRules: Readonly<Record<RouteName, Readonly<Record<string, QueryRule>>>> = {
${document.operations.map((operation) => rulesSource(document, operation)).join("\n")}
};
`;

const knownValuesSource = (document: OpenapiDocument): string => {
  const entries = document.operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => (parameter["x-known-values"] ?? []).length > 0)
      .map((parameter) => [operation.operationId, parameter.name, parameter["x-known-values"]] as const),
  );
  const byRoute: Record<string, Record<string, unknown>> = {};
  for (const [route, name, values] of entries) byRoute[route] = { ...byRoute[route], [name]: values };
  return `
/** Known values of filters whose complete set the specification does not show, by route and parameter; to offer, never to refuse. */
export const knownValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = ${JSON.stringify(byRoute)};
`;
};
