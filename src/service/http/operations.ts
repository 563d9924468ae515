import document from "../../contract/openapi.json";
import type { RouteName } from "../../contract/routes";

/** The parts of a query or path parameter's schema that are validated. */
export interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly default?: unknown;
  readonly items?: ParameterSchema;
  readonly "x-kind"?: string;
  readonly "x-operators"?: readonly string[];
  readonly "x-minimum"?: number;
  readonly "x-maximum"?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly schema: ParameterSchema;
  readonly knownValues?: readonly string[];
}

export interface Operation {
  readonly name: RouteName;
  readonly method: string;
  /** The path in the router's syntax: `/v3/universes/:universe_id`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The name of the schema of the body. */
  readonly body: string | undefined;
  readonly secured: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const follow = (node: Node): Node => {
  const reference = node["$ref"];
  if (typeof reference !== "string") return node;
  let target: unknown = document;
  for (const step of reference.slice(2).split("/")) target = (target as Node)[step];
  return follow(target as Node);
};

const readParameterNode = (reference: Node): Parameter => {
  const node = follow(reference);
  const schema = follow(node["schema"] as Node) as ParameterSchema;
  const known = node["x-known-values"] as readonly string[] | undefined;
  return {
    name: String(node["name"]),
    in: node["in"] as Parameter["in"],
    schema,
    ...(known === undefined ? {} : { knownValues: known }),
  };
};

const bodySchemaName = (operation: Node): string | undefined => {
  const content = (
    operation["requestBody"] as { content: { "application/json": { schema: { $ref: string } } } } | undefined
  )?.content;
  return content?.["application/json"].schema.$ref.split("/").at(-1);
};

const methods = ["get", "post", "patch"];

const readOperations = (path: string, item: Node): Operation[] =>
  methods
    .filter((method) => method in item)
    .map((method) => {
      const operation = item[method] as Node;
      const parameters = [
        ...((item["parameters"] as Node[] | undefined) ?? []),
        ...((operation["parameters"] as Node[] | undefined) ?? []),
      ];
      return {
        name: operation["operationId"] as RouteName,
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, ":$1"),
        parameters: parameters.map(readParameterNode),
        body: bodySchemaName(operation),
        secured: operation["security"] === undefined,
      };
    });

/** Every operation of the contract. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  readOperations(path, item as Node),
);

/** The contract as the service publishes it. */
export const contract: object = document;
