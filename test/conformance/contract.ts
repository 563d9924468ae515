import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";

interface MediaType {
  readonly schema?: unknown;
}
interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}
/** One operation of the contract, as far as the checks read it. */
export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref?: string; readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Where the contract lies; it is read as data, never imported. */
export const contractFile = path.join(__dirname, "../../src/contract/openapi.yaml");

// The same contract as JSON, which `npm run generate` writes: parsing YAML takes a quarter of a second in every file of tests.
const contract = JSON.parse(readFileSync(contractFile.replace(/yaml$/, "json"), "utf8")) as Contract;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats(ajv);
ajv.addSchema(contract, "contract");

const validators = new Map<string, ValidateFunction>();
const validator = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `contract#${pointer}` });
  validators.set(pointer, made);
  return made;
};

const escaped = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

const at = (pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (node, part) =>
        (node as Record<string, unknown>)[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")],
      contract,
    );

/** The literal path of a request as the contract's path template, or undefined where no template fits. */
export const templateOf = (pathname: string): string | undefined => {
  const parts = pathname.split("/");
  return Object.keys(contract.paths).find((template) => {
    const segments = template.split("/");
    return segments.length === parts.length && segments.every((part, i) => part.startsWith("{") || part === parts[i]);
  });
};

/** What was answered, as far as the contract speaks of it. */
export interface Answered {
  readonly method: string;
  readonly pathname: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const bodyViolations = (answered: Answered, pointer: string): string[] => {
  const response = at(pointer) as ResponseObject;
  const target = response.$ref === undefined ? pointer : response.$ref.slice(1);
  const content = (at(target) as ResponseObject).content;
  if (!content) return answered.text === "" ? [] : [`a body where none is documented: ${answered.text.slice(0, 80)}`];
  const type = answered.type.split(";")[0] ?? "";
  if (!content[type]) return [`content type ${answered.type} is not among ${Object.keys(content).join(", ")}`];
  if (type !== "application/json") return [];
  const validate = validator(`${target}/content/${escaped(type)}/schema`);
  if (validate(JSON.parse(answered.text))) return [];
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.message ?? ""} ${JSON.stringify(error.params)}`,
  );
};

/** Everything in which an answer departs from openapi.yaml: status, content type, body. */
export const violations = (answered: Answered): string[] => {
  const template = templateOf(answered.pathname);
  if (template === undefined) return [];
  const method = answered.method.toLowerCase();
  const operation = contract.paths[template]?.[method];
  if (!operation)
    return answered.status === 405 || method === "options" ? [] : [`${method} ${template} is not documented`];
  if (!operation.responses[answered.status])
    return [`status ${answered.status} is not documented: ${answered.text.slice(0, 300)}`];
  return bodyViolations(answered, `/paths/${escaped(template)}/${method}/responses/${answered.status}`);
};

/** Every operation of the contract, for runs that go over all of them. */
export const operations = (): { readonly method: string; readonly template: string; readonly operation: Operation }[] =>
  Object.entries(contract.paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => ["get", "post", "patch", "put", "delete"].includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), template, operation })),
  );

/** The node of the contract behind a reference or the node itself. */
export const resolved = (node: unknown): unknown => {
  const reference = (node as { $ref?: string } | undefined)?.$ref;
  return reference === undefined ? node : at(reference.slice(1));
};
