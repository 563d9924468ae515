import document from "../../../src/contract/openapi.json";
import { validateBody } from "../../../src/service/http/request-body";
import { operations } from "../../../src/service/http/operations";

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

const follow = (node: Node): Node => {
  const reference = node["$ref"];
  if (typeof reference !== "string") return node;
  let target: unknown = document;
  for (const step of reference.slice(2).split("/")) target = (target as Node)[step];
  return follow(target as Node);
};

const isBoundedText = (node: Node): boolean =>
  ["maxLength", "enum", "const", "format"].some((keyword) => node[keyword] !== undefined);

/** The paths of lists, maps and texts of a schema that have no maximum. */
const unbounded = (given: unknown, path: string): string[] => {
  if (!isNode(given)) return [];
  const node = follow(given);
  const types = [node["type"]].flat();
  const { maxItems, maxProperties, additionalProperties: rest, properties = {} } = node;
  return [
    ...(types.includes("array") && maxItems === undefined ? [path] : []),
    ...(types.includes("string") && !isBoundedText(node) ? [path] : []),
    ...(isNode(rest) && maxProperties === undefined ? [path] : []),
    ...unbounded(node["items"], `${path}[]`),
    ...unbounded(rest, `${path}{}`),
    ...Object.entries(properties as Node).flatMap(([name, member]) => unbounded(member, `${path}.${name}`)),
    ...((node["anyOf"] as unknown[] | undefined) ?? []).flatMap((each) => unbounded(each, path)),
  ];
};

test("every list, map and text of every body has a maximum in the contract", () => {
  const bodies = operations.flatMap(({ body }) => (body === undefined ? [] : [body]));
  expect(bodies.length).toBeGreaterThan(10);
  const schemas = document.components.schemas as Readonly<Record<string, unknown>>;
  expect(bodies.flatMap((name) => unbounded(schemas[name], name))).toEqual([]);
});

test("members that the contract does not name are removed from a body, at every depth", () => {
  const body = { universe_ids: [], entities: [{ external_id: "a", extra: { deep: [1] } }], other: 1 };
  validateBody("CoverageExtensionRequest", body);
  expect(body).toEqual({ universe_ids: [], entities: [{ external_id: "a" }] });
});

test("members of a search that the contract does not name are refused, not removed", () => {
  const [issue] = validateBody("EntitySearchRequest", { entities: [{ name: "a", extra: 1 }] });
  expect(issue?.field).toBe("body.entities.0.extra");
});
