import fc, { type Arbitrary } from "fast-check";
import { resolved } from "./contract";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly oneOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly allOf?: readonly unknown[];
  readonly format?: string;
}

const words = [
  "gte",
  "lte",
  "in",
  "nin",
  "eq",
  "neq",
  "between",
  "ilike",
  "id",
  "score",
  "asc",
  "desc",
  "fr",
  "french",
  "E",
  "SDG:7",
  "K",
  "france",
  "title",
];
const numbers = ["0", "1", "3", "5", "10", "1000", "1001", "-1", "2.5", "1e9", "9007199254740993", "NaN", "Infinity"];
const dates = [
  "2026-01-31",
  "2026-01-31T12:00:00Z",
  "2026-02-30",
  "2026-01-31T12:00:00.123456789+14:00",
  "0000-00-00",
  "275761-01-01",
];
const awkward = [
  "",
  " ",
  "\n",
  "\0",
  "%",
  "%%",
  "_",
  "'",
  '"',
  "';--",
  "*",
  "NOT",
  "NEAR(",
  "a".repeat(3000),
  "日本",
  "é",
  "\u202e",
  "🙂",
  "[]",
  "{}",
  "null",
  "..",
  "__proto__",
  "constructor",
];

/** What exists, handed in by the test. */
export interface Known {
  readonly ids: readonly string[];
  readonly universe: string;
  readonly instance: string;
  /** Real ids for the parameters of a path, by operation. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
  /** Content ids and dates of documents. */
  readonly contents: readonly { readonly id: string; readonly date: string }[];
  /** Addresses of second pages. */
  readonly nextPages: readonly string[];
  readonly cases: readonly string[];
  readonly grant: object;
}

/** An id that exists, or one that does not, or nonsense. */
export const id = ({ ids }: Pick<Known, "ids">): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    fc.uuid(),
    fc.constantFrom("42", "null", "00000000-0000-0000-0000-000000000000", "%00", "a b"),
  );

/** One operand of an operator: a word, a number, a date, an awkward text. */
export const operand = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(...numbers),
  fc.constantFrom(...dates),
  fc.constantFrom(...awkward),
  fc.string(),
  fc.uuid(),
);
/** An operator and its operands, which may be none the service knows. */
export const operatorText = fc
  .tuple(operand, fc.array(operand, { maxLength: 3 }))
  .map(([operator, values]) => `${operator}:${values.join(";")}`);

/** Any JSON value. */
export const json = (depth: number): Arbitrary<unknown> => fc.jsonValue({ maxDepth: depth });

const objectOf = (schema: Schema, known: Known, depth: number): Arbitrary<unknown> => {
  const members = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, valueOf(each, known, depth - 1)]),
  );
  const more = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  if (Object.keys(members).length === 0 && more)
    return fc.dictionary(fc.string(), valueOf(more, known, depth - 1), { maxKeys: 3 });
  return fc.record(members, { requiredKeys: [...(schema.required ?? [])].filter((name) => name in members) });
};

const textOf = (schema: Schema, known: Known): Arbitrary<unknown> => {
  if (schema.format === "uuid") return id(known);
  if (schema.format?.startsWith("date") === true) return fc.constantFrom(...dates);
  return fc.oneof(operatorText, operand, id(known));
};

const typed = (schema: Schema, known: Known, depth: number): Arbitrary<unknown> => {
  const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
  if (type === "object" || schema.properties) return objectOf(schema, known, depth);
  if (type === "array") return fc.array(valueOf(schema.items ?? {}, known, depth - 1), { maxLength: 4 });
  if (type === "integer") return fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constantFrom(500, 1000, 1001, 2 ** 53));
  if (type === "number") return fc.oneof(fc.double({ min: -2, max: 102, noNaN: true }), fc.integer());
  if (type === "boolean") return fc.boolean();
  if (type === "string") return textOf(schema, known);
  return json(2);
};

/** Mostly what a schema asks for, now and then anything else. */
export const valueOf = (node: unknown, known: Known, depth: number): Arbitrary<unknown> => {
  const schema = resolved(node) as Schema;
  if (depth <= 0) return json(1);
  const options = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  const fitting = schema.enum
    ? fc.constantFrom(...schema.enum)
    : options
      ? fc.oneof(...options.map((each) => valueOf(each, known, depth - 1)))
      : typed(schema, known, depth);
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: json(1) });
};
