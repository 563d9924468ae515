import document from "../../src/contract/openapi.json";
import type { ServiceClient } from "../service/service-client";
import { type Attack, between } from "./attack-log";

type Node = Readonly<Record<string, unknown>>;

const resolved = (node: unknown): Node => {
  const reference = (node as Node | undefined)?.["$ref"];
  if (typeof reference !== "string") return (node ?? {}) as Node;
  return resolved(
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((target, step) => (target as Node)[step], document),
  );
};

/** A route with a body, and the schema of each member of the body. */
interface BodyRoute {
  readonly method: string;
  readonly path: string;
  readonly members: Readonly<Record<string, Node>>;
}

const anyUuid = "00000000-0000-4000-8000-000000000000";

/** Every route of the contract that takes a body. */
const bodyRoutes = (): readonly BodyRoute[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]: [string, unknown]) => {
      const request = resolved((operation as Node)["requestBody"]);
      const content = (request["content"] as Record<string, { schema?: unknown }> | undefined)?.["application/json"];
      if (content === undefined) return [];
      const properties = (resolved(content.schema)["properties"] ?? {}) as Readonly<Record<string, unknown>>;
      const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, resolved(schema)]));
      return [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/, anyUuid), members }];
    }),
  );

interface HostileBody {
  readonly what: string;
  readonly text: string;
  readonly allowed: readonly number[];
  /** A list that is too long is refused by its length alone. */
  readonly oneIssue?: boolean;
}

const megabyte = 2 ** 20;
const nested = (levels: number, [open, close]: readonly [string, string]): string =>
  open.repeat(levels) + close.repeat(levels);

const typesOf = (schema: Node): readonly unknown[] => [schema["type"]].flat();

/** Bodies of hostile size and depth. Nothing of them is accepted: 400, or 413 for what is over the limit. */
const hostileBodies = ({ path, members }: BodyRoute, random: () => number): readonly HostileBody[] => {
  const isOpen = path === "/oauth/token";
  // Nobody has signed in for a token, so its bodies are limited to 16 KiB.
  const refused = isOpen ? [413] : [400];
  const levels = between(random, 50_000, 60_000);
  const items = between(random, 40_000, 50_000);
  const names = Object.keys(members);
  const some = names[between(random, 0, names.length - 1)] ?? "a";
  const lists = names.filter((name) => typesOf(members[name] ?? {}).includes("array"));
  const texts = names.filter((name) => typesOf(members[name] ?? {}).includes("string"));
  return [
    {
      what: "over the limit",
      text: `{"a":"${"x".repeat(megabyte + between(random, 0, 7 * megabyte))}"}`,
      allowed: [413],
    },
    { what: "many levels of lists", text: `{"unknown":${nested(levels, ["[", "]"])}}`, allowed: refused },
    { what: "many levels of objects", text: `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`, allowed: refused },
    { what: `many levels in ${some}`, text: `{"${some}":${nested(levels, ["[", "]"])}}`, allowed: refused },
    {
      what: "many members",
      text: `{${Array.from({ length: items }, (_, index) => `"m${index}":1`).join()}}`,
      allowed: refused,
    },
    { what: "a body that ends early", text: `{"${some}":[${"1,".repeat(1_000)}`, allowed: [400] },
    ...lists.flatMap((name) =>
      ['{"a":1}', '"a"', "null"].map((item) => ({
        what: `${items} × ${item} in ${name}`,
        text: `{"${name}":[${`${item},`.repeat(items - 1)}${item}]}`,
        allowed: refused,
        oneIssue: true,
      })),
    ),
    ...texts.map((name) => ({
      what: `a long ${name}`,
      text: JSON.stringify({ [name]: "x".repeat(between(random, 20_000, 900_000)) }),
      allowed: refused,
    })),
  ];
};

/** How long a refusal may take on a slow machine. */
const patience = 20_000;

interface V3Refusal {
  readonly errors?: readonly { readonly field?: string }[];
}

const kind = "hostile body";

const sendOne = async (
  { log }: Attack,
  client: ServiceClient,
  { route: { method, path }, body }: { readonly route: BodyRoute; readonly body: HostileBody },
): Promise<void> => {
  const name = `${method} ${path}, ${body.what}`;
  const begin = performance.now();
  const response = await client.send(method, path, body.text).catch(() => undefined);
  if (response === undefined) {
    log.fail(kind, `${name}: no answer`);
    return;
  }
  const text = await response.text();
  log.expect(kind, name, { status: response.status, allowed: body.allowed });
  const ms = Math.round(performance.now() - begin);
  if (ms > patience) log.fail(kind, `${name}: ${ms} ms`);
  if (text.length > 100_000) log.fail(kind, `${name}: a refusal of ${text.length} characters`);
  if (body.oneIssue !== true || response.status !== 400 || !path.startsWith("/v3/")) return;
  const ofTheList = ((JSON.parse(text) as V3Refusal).errors ?? []).filter(({ field = "" }) =>
    /\.\d+(\.|$)/.test(field),
  );
  if (ofTheList.length > 0) log.fail(kind, `${name}: items of a list that is too long were read`);
};

/** Sends bodies of hostile size and depth to every route that takes a body. */
export const sendHostileBodies = async (attack: Attack, client: ServiceClient): Promise<void> => {
  for (let round = 0; round < attack.rounds; round += 1)
    for (const route of bodyRoutes())
      for (const body of hostileBodies(route, attack.random)) await sendOne(attack, client, { route, body });
};
