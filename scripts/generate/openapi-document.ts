import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

/** A schema of the contract, as far as the generators read it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly "x-kind"?: string;
  readonly "x-operators"?: readonly string[];
  readonly "x-minimum"?: number;
  readonly "x-maximum"?: number;
  readonly "x-operands"?: readonly string[];
  /** Marks the list of a body that one call takes many items of. */
  readonly "x-batch"?: boolean;
  readonly "x-metrics"?: readonly string[];
}

/** A parameter of a route. */
export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "query" | "path";
  readonly schema: Schema;
  readonly "x-order-fields"?: readonly string[];
  readonly "x-known-values"?: readonly string[];
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The body of the request; undefined where there is none. */
  readonly body: Schema | undefined;
  /** The body of a successful response; undefined where it is not JSON. */
  readonly response: Schema | undefined;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

type PathItem = Readonly<
  Record<
    string,
    {
      readonly operationId: string;
      readonly parameters?: readonly Parameter[];
      readonly requestBody?: Response;
      readonly responses: Readonly<Record<string, Response>>;
    }
  >
>;

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The contract read from src/contract/openapi.yaml, with its references followed. */
export interface OpenapiDocument {
  readonly text: string;
  readonly operations: readonly Operation[];
  readonly schema: (name: string) => Schema;
  readonly follow: <T extends { readonly $ref?: string }>(node: T) => T;
}

const methods = ["get", "post", "patch", "put", "delete"];

const operationsOf = (document: Document, follow: OpenapiDocument["follow"]): Operation[] =>
  Object.entries(document.paths).flatMap(([route, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path: route,
        parameters: (operation.parameters ?? []).map((parameter) => follow(parameter)),
        body: operation.requestBody?.content?.["application/json"]?.schema,
        response: responseOf(operation.responses, follow),
      })),
  );

const responseOf = (
  responses: Readonly<Record<string, Response>>,
  follow: OpenapiDocument["follow"],
): Schema | undefined => {
  const success = responses["200"] ?? responses["201"];
  return success && follow(success).content?.["application/json"]?.schema;
};

/** Reads src/contract/openapi.yaml. */
export const readOpenapiDocument = (): OpenapiDocument => {
  const text = readFileSync(path.join(__dirname, "../..", "src", "contract", "openapi.yaml"), "utf8");
  const document = parse(text) as Document;
  const follow: OpenapiDocument["follow"] = (node) => {
    if (node.$ref === undefined) return node;
    let target: unknown = document;
    for (const step of node.$ref.slice(2).split("/")) target = (target as Record<string, unknown>)[step];
    return follow(target as typeof node);
  };
  const schema = (name: string): Schema => {
    const found = document.components.schemas[name];
    if (found === undefined) throw new Error(`openapi.yaml has no schema ${name}`);
    return found;
  };
  return { text, operations: operationsOf(document, follow), schema, follow };
};
