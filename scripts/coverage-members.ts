import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

type Json = Readonly<Record<string, unknown>>;

/** One thing a route takes or gives: `query order`, `body entities.keywords`, `answer data.title`. */
export interface Member {
  readonly route: string;
  readonly place: "path" | "query" | "body" | "answer";
  /** Dotted; lists and pages are seen through. */
  readonly name: string;
}

const membersOf = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const document = membersOf(parse(readFileSync(path.join(__dirname, "..", "src/wire/openapi.yaml"), "utf8")));

const resolve = (value: unknown): Json => {
  const members = membersOf(value);
  const reference = members["$ref"];
  if (typeof reference !== "string") return members;
  return resolve(
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((at, key) => membersOf(at)[key], document),
  );
};

/** The members of a schema by dotted name; a member that holds others is named too. */
const namesIn = (given: unknown, before: string): readonly string[] => {
  const schema = resolve(given);
  const parts = [...listOf(schema["allOf"]), ...listOf(schema["anyOf"])].flatMap((part) => namesIn(part, before));
  const own = Object.entries(membersOf(schema["properties"])).flatMap(([name, member]) => {
    const full = before === "" ? name : `${before}.${name}`;
    return [full, ...namesIn(member, full)];
  });
  const metrics = listOf(schema["x-operands"]).flatMap((operand) =>
    listOf(schema["x-metrics"]).map((metric) => `${String(operand)}_${String(metric)}`),
  );
  return [...new Set([...parts, ...own, ...metrics, ...namesOfItems(schema, before)])];
};

/** A tree names its own nodes again below `values`: those of the first level stand for all. */
const namesOfItems = (schema: Json, before: string): readonly string[] => {
  if (schema["items"] === undefined || before.split(".").length > 4 || before.includes("values.values")) return [];
  return namesIn(schema["items"], before);
};

const schemaIn = (content: unknown): unknown => resolve(membersOf(membersOf(content)["application/json"]))["schema"];

const answerOf = (operation: Json): unknown => {
  const responses = membersOf(operation["responses"]);
  return schemaIn(resolve(responses["200"] ?? responses["201"])["content"]);
};

const membersOfRoute = (operation: Json, shared: readonly unknown[]): readonly Member[] => {
  const route = String(operation["operationId"]);
  const parameters = [...shared, ...listOf(operation["parameters"])].map(resolve);
  const body = schemaIn(resolve(operation["requestBody"])["content"]);
  return [
    ...parameters.map((parameter): Member => ({
      route,
      place: parameter["in"] === "path" ? "path" : "query",
      name: String(parameter["name"]),
    })),
    ...namesIn(body, "").map((name): Member => ({ route, place: "body", name })),
    ...namesIn(answerOf(operation), "").map((name): Member => ({ route, place: "answer", name })),
  ];
};

/** Every member of every route of openapi.yaml, in its order. */
export const contractMembers = (): readonly Member[] =>
  Object.values(membersOf(document["paths"])).flatMap((item) =>
    Object.entries(membersOf(item))
      .filter(([method]) => ["get", "post", "patch"].includes(method))
      .flatMap(([, operation]) => membersOfRoute(membersOf(operation), listOf(membersOf(item)["parameters"]))),
  );
