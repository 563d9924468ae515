import fc, { type Arbitrary } from "fast-check";
import { resolved, type Operation } from "./contract";
import { sensibleBodies } from "./fuzz-bodies";
import { id, json, operand, operatorText, valueOf, type Known } from "./fuzz-values";
import type { Ask } from "./request";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: unknown;
}

/** An operation of the contract and where it lies. */
export interface Target {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value)).replace(/[\ud800-\udfff]/g, "\ufffd"));

const queryOf = (parameters: readonly Parameter[], known: Known): Arbitrary<string> => {
  const one = parameters.map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 2, arbitrary: operatorText },
      { weight: 2, arbitrary: operand },
      { weight: 3, arbitrary: valueOf(schema ?? {}, known, 2) },
    );
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant("") },
      value.map((each) => (Array.isArray(each) ? each : [each]).map((item) => `${name}=${encoded(item)}`).join("&")),
    );
  });
  const stray = fc.oneof(
    { weight: 9, arbitrary: fc.constant("") },
    fc.tuple(operand, operand).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    fc.constantFrom("=", "&&&", "a[b]=c", "size=1&size=2", "%zz=1", "fields[]=id"),
  );
  return fc.tuple(...one, stray).map((parts) => parts.filter((part) => part !== "").join("&"));
};

const filled = (template: string, known: Known): Arbitrary<string> => {
  const holes = template.match(/\{\w+\}/g) ?? [];
  return fc
    .tuple(...holes.map(() => id(known)))
    .map((values) =>
      values.reduce((path, value, i) => path.replace(holes[i] ?? "", encodeURIComponent(value)), template),
    );
};

/** A sensible body of which one member is anything that the schema, or nobody, asks for. */
const changed = (sensible: Arbitrary<unknown>, schema: unknown, known: Known): Arbitrary<unknown> => {
  const members = Object.entries((resolved(schema) as { properties?: Record<string, unknown> }).properties ?? {});
  if (members.length === 0) return sensible;
  const one = fc.oneof(...members.map(([name, each]) => valueOf(each, known, 4).map((value) => ({ [name]: value }))));
  return fc.tuple(sensible, one).map(([body, change]) => ({ ...(body as object), ...change }));
};

const bodyOf = (operation: Operation, known: Known): Arbitrary<unknown> => {
  const request = resolved(operation.requestBody) as { content?: Record<string, { schema?: unknown }> } | undefined;
  if (!request) return fc.constant(undefined);
  const schema = request.content?.["application/json"]?.schema ?? {};
  const text = fc.oneof(
    fc.constantFrom("", "{", "[]", "null", "0", '"a"', '{"a":1', "\ufeff{}", '{"__proto__":{"x":1}}'),
    fc.string(),
  );
  const sensible = sensibleBodies(known)[operation.operationId] ?? valueOf(schema, known, 6);
  return fc.oneof(
    { weight: 8, arbitrary: sensible },
    { weight: 6, arbitrary: changed(sensible, schema, known) },
    { weight: 6, arbitrary: valueOf(schema, known, 6) },
    { weight: 1, arbitrary: json(3) },
    { weight: 1, arbitrary: text },
  );
};

/** Requests to one operation of the contract: sensible, nearly sensible and senseless ones. */
export const requestsTo = ({ method, template, operation }: Target, known: Known): Arbitrary<Ask> => {
  const parameters = (operation.parameters ?? [])
    .map((each) => resolved(each) as Parameter)
    .filter((each) => each.in === "query");
  return fc
    .record({ path: filled(template, known), query: queryOf(parameters, known), body: bodyOf(operation, known) })
    .map(({ path, query, body }) => ({
      method,
      path: query === "" ? path : `${path}?${query}`,
      ...(body === undefined ? {} : { body }),
    }));
};
