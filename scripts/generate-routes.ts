import type { OpenapiDocument, Operation, Parameter, Schema } from "./openapi-document";

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

/** Makes routes.ts: method and path of every route, which the first script needs. */
export const routesSource = (document: OpenapiDocument): string => `
/** A route of the contract. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
}

/** Every route by the name the contract gives it. */
export const routes = {
${document.operations.map(routeSource).join("\n")}
} as const satisfies Readonly<Record<string, Route>>;

/** The name of a route. */
export type RouteName = keyof typeof routes;
`;

const rulesSource = (document: OpenapiDocument, operation: Operation): string => {
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => `${parameter.name}: ${JSON.stringify(ruleOf(document, parameter))},`);
  return `${operation.operationId}: {${query.join("\n")}},`;
};

/** Makes query-rules.ts: what each query parameter of a route accepts, which arguments are checked with. */
export const queryRulesSource = (document: OpenapiDocument): string => `
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

/** Makes known-values.ts: values of open sets that are known, to offer, never to refuse. */
export const knownValuesSource = (document: OpenapiDocument): string => {
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
