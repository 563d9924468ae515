import fc, { type Arbitrary } from "fast-check";
import { resolved, type Operation } from "./contract";
import { sensibleBodies } from "./fuzz-bodies";
import { id, json, operand, operatorText, valueOf, type Known } from "./fuzz-values";
import type { Ask } from "./request";

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly "x-kind"?: string;
  readonly "x-operators"?: readonly string[];
  readonly "x-minimum"?: number;
  readonly "x-maximum"?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: unknown;
  readonly "x-known-values"?: readonly string[];
  readonly "x-order-fields"?: readonly string[];
}

/** An operation of the contract and where it lies. */
export interface Target {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value)).replace(/[\ud800-\udfff]/g, "\ufffd"));

/** A condition with one value, two ascending ones for `between`, one or two for lists. */
const condition = (operators: readonly string[], values: readonly string[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...operators), fc.subarray([...values], { minLength: 2, maxLength: 2 }))
    .map(
      ([operator, pair]) =>
        `${operator}:${["between", "in", "nin"].includes(operator) ? pair.join(";") : (pair[0] ?? "")}`,
    );

const dates = ["2025-07-01", "2026-03-01T12:00:00Z", "2026-06-01", "2026-06-20T00:00:00+02:00"];
const texts = ["Bank", "a", "%an%", "DE0ZZ", "berlin", "Ren_a", "日本", "C0001234"];

type Values = (parameter: Parameter, schema: ParameterSchema, known: Known) => Arbitrary<unknown>;

/** Values that the contract allows, by the kind of the parameter. */
const valuesByKind: Readonly<Record<string, Values>> = {
  "integer-operator": (_, { "x-operators": operators = [], "x-minimum": least = 1, "x-maximum": most = 50_000 }) =>
    condition(operators, [least, Math.floor((least + most) / 2), most].map(String)),
  "date-operator": (_, { "x-operators": operators = [] }) => condition(operators, dates),
  "sector-operator": (_, { "x-operators": operators = [] }) => condition(operators, ["A", "C", "K", "U"]),
  "text-operator": (_, { "x-operators": operators = [] }) => condition(operators, texts),
  uuids: (_, __, known) => fc.oneof(fc.constantFrom(...known.cases), fc.uuid()),
  texts: ({ "x-known-values": values = ["bank", "court spill"] }) =>
    fc.subarray(values.length > 0 ? [...values] : ["france", "germany"], { minLength: 1 }),
};

const plainValue = ({ name }: Parameter, schema: ParameterSchema): Arbitrary<unknown> => {
  if (schema.items?.enum !== undefined) return fc.subarray([...schema.items.enum], { minLength: 1 });
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { minimum: min = 1, maximum: max = 10 } = schema;
  if (schema.type === "integer") return fc.integer({ min, max: Math.min(max, 50) });
  if (schema.type === "boolean") return fc.boolean();
  return name === "translate" ? fc.constantFrom("fr", "ger", "spanish", "ja", "pl", "") : fc.constant("");
};

/** A value that the contract allows for a query parameter. */
const validValue = (parameter: Parameter, known: Known): Arbitrary<unknown> => {
  const schema = resolved(parameter.schema ?? {}) as ParameterSchema;
  const orderFields = parameter["x-order-fields"];
  if (orderFields !== undefined)
    return fc
      .tuple(fc.shuffledSubarray([...orderFields], { minLength: 1 }), fc.constantFrom("asc", "desc"))
      .map(([fields, direction]) => fields.map((field) => `${field}:${direction}`));
  const ofKind = valuesByKind[schema["x-kind"] ?? ""];
  return ofKind === undefined ? plainValue(parameter, schema) : ofKind(parameter, schema, known);
};

/** A value that nobody asked for. */
const oddValue = ({ schema }: Parameter, known: Known): Arbitrary<unknown> =>
  fc.oneof(operatorText, operand, valueOf(schema ?? {}, known, 2));

type Query = readonly (readonly [name: string, value: unknown])[];

const validQuery = (parameters: readonly Parameter[], known: Known): Arbitrary<Query> =>
  fc
    .tuple(
      ...parameters.map((parameter) =>
        fc.oneof(
          { weight: 3, arbitrary: fc.constant<Query>([]) },
          { weight: 2, arbitrary: validValue(parameter, known).map((value): Query => [[parameter.name, value]]) },
        ),
      ),
    )
    .map((parts) => parts.flat());

const addressOf = (path: string, query: Query, stray = ""): string => {
  const parts = query.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => `${name}=${encoded(item)}`),
  );
  const all = [...parts, stray].filter((part) => part !== "").join("&");
  return all === "" ? path : `${path}?${all}`;
};

const filled = ({ template, operation }: Target, known: Known, odd = false): Arbitrary<string> => {
  const real = known.paths[operation.operationId] ?? known.ids;
  const one = odd ? id(known) : fc.constantFrom(...real);
  return one.map((value) => template.replace(/\{\w+\}/, encodeURIComponent(value)));
};

/** A body of which one member is anything that the schema, or nobody, asks for. */
const changed = (valid: Arbitrary<unknown>, schema: unknown, known: Known): Arbitrary<unknown> => {
  const members = Object.entries((resolved(schema) as { properties?: Record<string, unknown> }).properties ?? {});
  const text = fc.oneof(
    fc.constantFrom("", "{", "[]", "null", "0", '"a"', '{"a":1', "\ufeff{}", '{"__proto__":{"x":1}}'),
    fc.string(),
  );
  if (members.length === 0) return fc.oneof(valid, text);
  const one = fc.oneof(...members.map(([name, each]) => valueOf(each, known, 4).map((value) => ({ [name]: value }))));
  return fc.oneof(
    { weight: 8, arbitrary: fc.tuple(valid, one).map(([body, change]) => ({ ...(body as object), ...change })) },
    { weight: 1, arbitrary: json(3) },
    { weight: 1, arbitrary: text },
  );
};

const strays = ["=", "&&&", "a[b]=c", "size=1&size=2", "%zz=1", "fields[]=id", "unknown=1"];

/**
 * Requests to one operation that are valid but for at most one choice: half are valid, the others have one odd id,
 * parameter or member of the body.
 */
export const requestsTo = (target: Target, known: Known): Arbitrary<Ask> => {
  const { method, operation } = target;
  const parameters = (operation.parameters ?? [])
    .map((each) => resolved(each) as Parameter)
    .filter((each) => each.in === "query");
  const request = resolved(operation.requestBody) as { content?: Record<string, { schema?: unknown }> } | undefined;
  const schema = request?.content?.["application/json"]?.schema;
  const body =
    schema === undefined
      ? fc.constant(undefined)
      : (sensibleBodies(known)[operation.operationId] ?? valueOf(schema, known, 6));
  const ask = (path: string, sent: unknown): Ask => ({ method, path, ...(sent === undefined ? {} : { body: sent }) });
  const [path, query] = [filled(target, known), validQuery(parameters, known)];
  const valid = fc.tuple(path, query, body).map(([at, by, sent]) => ask(addressOf(at, by), sent));
  const odd = [
    fc
      .tuple(path, query, body, fc.constantFrom(...strays))
      .map(([at, by, sent, stray]) => ask(addressOf(at, by, stray), sent)),
    ...(target.template.includes("{")
      ? [fc.tuple(filled(target, known, true), query, body).map(([at, by, sent]) => ask(addressOf(at, by), sent))]
      : []),
    ...parameters.map((parameter) =>
      fc
        .tuple(path, query, body, oddValue(parameter, known))
        .map(([at, by, sent, value]) =>
          ask(addressOf(at, [...by.filter(([name]) => name !== parameter.name), [parameter.name, value]]), sent),
        ),
    ),
    ...(schema === undefined
      ? []
      : [fc.tuple(path, query, changed(body, schema, known)).map(([at, by, sent]) => ask(addressOf(at, by), sent))]),
  ];
  const nextPages = known.nextPages.filter((each) => each.includes(target.template.split("/").at(-1) ?? ""));
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 5, arbitrary: fc.oneof(...odd) },
    ...(method === "GET" && nextPages.length > 0
      ? [{ weight: 1, arbitrary: fc.constantFrom(...nextPages).map((each) => ask(each, undefined)) }]
      : []),
  );
};
