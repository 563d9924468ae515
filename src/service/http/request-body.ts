import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import { _ } from "ajv";
import names from "ajv/dist/compile/names";
import addFormats from "ajv-formats";
import { isObject, type JsonObject } from "../../facts/json";
import type { Issue } from "../../contract/problems";
import { mostIssues, wrongElement, wrongType } from "./problems";
import { contract } from "./operations";

/** Thrown by the keyword `x-most-items`. */
class ListTooLong extends Error {
  readonly instancePath: string;
  readonly limit: number;

  constructor(instancePath: string, limit: number) {
    super("The list is too long");
    this.instancePath = instancePath;
    this.limit = limit;
  }
}

/**
 * Adds the keywords that bound the cost of a validation: `x-most-items` refuses a list by its length before its items
 * are read, `x-stop` ends the validation at a hundred issues, `x-drop-unknown` removes members that the contract does
 * not name, so that they are not stored.
 */
const bounded = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bounded);
  if (!isObject(schema)) return schema;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, bounded(value)]),
  );
  const { maxItems, items, properties } = schema;
  if (typeof maxItems === "number") copy["x-most-items"] = maxItems;
  if (isObject(items)) copy["items"] = { ...(copy["items"] as JsonObject), "x-stop": true };
  if (isObject(properties) && schema["type"] === "object" && schema["additionalProperties"] === undefined)
    copy["x-drop-unknown"] = Object.keys(properties);
  return copy;
};

const createAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true, useDefaults: true });
  addFormats(ajv);
  ajv.addKeyword({
    keyword: "x-most-items",
    type: "array",
    before: "items",
    errors: false,
    validate: (
      limit: number,
      list: readonly unknown[],
      _schema: unknown,
      context?: { readonly instancePath: string },
    ) => {
      if (list.length > limit) throw new ListTooLong(context?.instancePath ?? "", limit);
      return true;
    },
  });
  ajv.addKeyword({
    keyword: "x-stop",
    code: ({ gen }) => gen.if(_`${names.errors} >= ${mostIssues}`, () => gen.throw(names.vErrors)),
  });
  ajv.addKeyword({
    keyword: "x-drop-unknown",
    type: "object",
    modifying: true,
    errors: false,
    validate: (known: readonly string[], record: Record<string, unknown>) => {
      for (const name of Object.keys(record)) if (!known.includes(name)) Reflect.deleteProperty(record, name);
      return true;
    },
  });
  ajv.addSchema({ ...(bounded(contract) as object), $id: "contract" });
  return ajv;
};

let ajv: Ajv2020 | undefined;
const checks = new Map<string, ValidateFunction>();

const schemaCheck = (schema: string): ValidateFunction => {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  ajv ??= createAjv();
  const check = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
  checks.set(schema, check);
  return check;
};

const issueMessage = (error: ErrorObject): string => {
  if (error.keyword === "required") return "Required";
  if (error.keyword === "enum") return `Expected one of ${(error.params["allowedValues"] as string[]).join(", ")}`;
  if (error.keyword === "additionalProperties") return "Unknown member";
  return error.message ?? "Invalid";
};

const longestName = 200;

const issuePath = (instancePath: string): string =>
  instancePath.slice(1).replace(/\//g, ".").replace(/~1/g, "/").replace(/~0/g, "~");

const issueMember = (error: ErrorObject): string => {
  const missing = error.params["missingProperty"] as string | undefined;
  const extra = error.params["additionalProperty"] as string | undefined;
  return [issuePath(error.instancePath), missing ?? extra ?? ""]
    .filter((part) => part !== "")
    .join(".")
    .slice(0, longestName);
};

const elementKeywords = new Set(["enum", "const", "additionalProperties"]);

const bodyField = (member: string): string => (member === "" ? "body" : `body.${member}`);

const toBodyIssue = (error: ErrorObject): Issue => {
  const field = bodyField(issueMember(error));
  return elementKeywords.has(error.keyword)
    ? wrongElement(field, issueMessage(error))
    : wrongType(field, issueMessage(error));
};

/** The errors of a body; undefined if it is valid. @throws ListTooLong. */
const bodyErrors = (check: ValidateFunction, body: unknown): readonly ErrorObject[] | undefined => {
  try {
    return check(body) ? undefined : (check.errors ?? []);
  } catch (error) {
    if (Array.isArray(error)) return error as readonly ErrorObject[];
    throw error;
  }
};

/** Maximum depth of a body. The contract has no body deeper than six. */
const deepest = 32;
/** Maximum number of members of one object. */
const mostMembers = 2_000;

/** Refuses bodies that are nested too deep or have an object with too many members, without recursion. */
const checkShape = (body: unknown): Issue | undefined => {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return wrongType("body", `The body is nested more than ${deepest} levels deep`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      if (!Array.isArray(value) && inner.length > mostMembers)
        return wrongType("body", `An object has more than ${mostMembers} members`);
      for (const each of inner) if (typeof each === "object" && each !== null) next.push(each);
    }
    level = next;
  }
  return undefined;
};

/**
 * Validates a body against its schema in the contract, fills in the defaults and removes unknown members. Returns at
 * most a hundred issues; a list that is too long is the only one.
 */
export const validateBody = (schema: string, body: unknown): Issue[] => {
  const shape = checkShape(body);
  if (shape !== undefined) return [shape];
  let all: readonly ErrorObject[] | undefined;
  try {
    all = bodyErrors(schemaCheck(schema), body);
  } catch (error) {
    if (!(error instanceof ListTooLong)) throw error;
    return [wrongType(bodyField(issuePath(error.instancePath)), `Expected at most ${error.limit} items`)];
  }
  if (all === undefined) return [];
  const errors = all.filter((error) => error.keyword !== "anyOf" && error.keyword !== "if");
  const fields = new Map<string, Issue>();
  for (const issue of (errors.length > 0 ? errors : all).slice(0, mostIssues).map(toBodyIssue)) {
    if (!fields.has(issue.field)) fields.set(issue.field, issue);
  }
  return [...fields.values()];
};
