import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Issue } from "../../wire/problems";
import { wrongElement, wrongType } from "./api-error";
import { contract } from "./contract";

let ajv: Ajv2020 | undefined;
const checks = new Map<string, ValidateFunction>();

const checkOf = (schema: string): ValidateFunction => {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  if (ajv === undefined) {
    ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true, useDefaults: true });
    addFormats(ajv);
    ajv.addSchema({ ...contract, $id: "contract" });
  }
  const check = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
  checks.set(schema, check);
  return check;
};

const messageOf = (error: ErrorObject): string => {
  if (error.keyword === "required") return "Required";
  if (error.keyword === "enum") return `Expected one of ${(error.params["allowedValues"] as string[]).join(", ")}`;
  if (error.keyword === "additionalProperties") return "Unknown member";
  return error.message ?? "Invalid";
};

const memberOf = (error: ErrorObject): string => {
  const missing = error.params["missingProperty"] as string | undefined;
  const extra = error.params["additionalProperty"] as string | undefined;
  const path = error.instancePath.slice(1).replace(/\//g, ".").replace(/~1/g, "/").replace(/~0/g, "~");
  return [path, missing ?? extra ?? ""].filter((part) => part !== "").join(".");
};

const elementKeywords = new Set(["enum", "const", "additionalProperties"]);

const issueOf = (error: ErrorObject): Issue => {
  const member = memberOf(error);
  const field = member === "" ? "body" : `body.${member}`;
  return elementKeywords.has(error.keyword)
    ? wrongElement(field, messageOf(error))
    : wrongType(field, messageOf(error));
};

const mostIssues = 100;

/** Checks a body against its schema of the contract and fills in the defaults; gives at most a hundred issues. */
export const checkBody = (schema: string, body: unknown): Issue[] => {
  const check = checkOf(schema);
  if (check(body)) return [];
  const errors = (check.errors ?? []).filter((error) => error.keyword !== "anyOf" && error.keyword !== "if");
  const fields = new Map<string, Issue>();
  for (const issue of (errors.length > 0 ? errors : (check.errors ?? [])).slice(0, mostIssues).map(issueOf)) {
    if (!fields.has(issue.field)) fields.set(issue.field, issue);
  }
  return [...fields.values()];
};
