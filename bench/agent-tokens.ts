// What an assistant reads, in tokens (o200k): the tools, and a conversation from a name to a checked sentence, over MCP beside
// a server that has one tool for each route of the OpenAPI document. Then how many misquotes verify finds.
// Usage: npm run bench:agents
import "../test/support/english";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { callTool, connectClient, toolText } from "../test/support/mcp-client";
import { measureRecall } from "./verify-recall";
import { openTeamOffice, personOf, type TeamOffice } from "../test/unit/gateway/team/team-office";
import { type OpenapiDocument, readOpenapiDocument, type Schema } from "../scripts/generate/openapi-document";

const countTokens = (value: unknown): number =>
  encode(typeof value === "string" ? value : JSON.stringify(value)).length;

/** A schema with its references followed, as a tool has to give it. */
const expand = (schema: Schema, { follow }: OpenapiDocument, depth = 0): unknown => {
  const node = follow(schema);
  if (depth > 6) return { type: node.type };
  return {
    ...Object.fromEntries(Object.entries(node).filter(([key]) => !key.startsWith("x-"))),
    ...(node.items !== undefined && { items: expand(node.items, { follow } as OpenapiDocument, depth + 1) }),
    ...(node.properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(node.properties).map(([name, each]) => [
          name,
          expand(each, { follow } as OpenapiDocument, depth + 1),
        ]),
      ),
    }),
  };
};

/** One tool for each route, with its parameters and its body; answers have no schema. */
const routeTools = (): readonly object[] => {
  const document = readOpenapiDocument();
  return document.operations
    .filter(({ path }) => path !== "/oauth/token")
    .map(({ operationId, method, path, parameters, body }) => ({
      name: operationId,
      description: `${method} ${path}`,
      inputSchema: {
        type: "object",
        properties: {
          ...Object.fromEntries(parameters.map(({ name, schema }) => [name, expand(schema, document)])),
          ...(body !== undefined && { body: expand(body, document) }),
        },
      },
    }));
};

/** What goes to and fro. */
interface Exchange {
  readonly asked: unknown;
  readonly answered: unknown;
}

const sumOf = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, { asked, answered }) => sum + countTokens(asked) + countTokens(answered), 0);

const viaTools = async (address: string, name: string, universe: string): Promise<readonly Exchange[]> => {
  const client = await connectClient(address, "ann");
  const exchanges: Exchange[] = [];
  const ask = async (tool: string, given: Record<string, unknown>) => {
    const result = await callTool(client, tool, given);
    exchanges.push({
      asked: { tool, given },
      answered: { content: result.content, structured: result.structuredContent },
    });
    if (result.isError === true) throw new Error(`${tool}: ${toolText(result)}`);
    return result.structuredContent as { readonly rows: readonly (readonly unknown[])[]; readonly hash: string };
  };
  await ask("resolve", { names: [name] });
  const formula = `ESG.SUMMARY("${universe}",4,"-1y",,"${name}","entity","show=events,latest")`;
  const { rows, hash } = await ask("query", { formula });
  const [[, events] = []] = rows;
  await ask("verify", { text: `${name} had ${String(events)} severe events in the last year.`, hash });
  await client.close();
  return exchanges;
};

/** The same question by the routes: the listing cannot be filtered by company, so all its pages are read. Nothing checks the sentence. */
const viaRoutes = async (office: TeamOffice, name: string, universe: string): Promise<readonly Exchange[]> => {
  const exchanges: Exchange[] = [];
  const ask = async (method: "GET" | "POST", url: string, body?: unknown): Promise<unknown> => {
    const { json } = await office.direct("demo", { method, url, ...(body !== undefined && { body }) });
    exchanges.push({ asked: { method, url, body }, answered: json });
    return json;
  };
  await ask("POST", "/v3/entities/msearch", { search: [{ name }] });
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? "" : `&search_after=${encodeURIComponent(cursor)}`;
    const page = (await ask(
      "GET",
      `/v3/universes/${universe}/esg/events?score=gte:4&last_activity=gte:2025-01-05&size=1000&fields=entity_id,last_activity,score${after}`,
    )) as { readonly search_after?: string | null };
    cursor = page.search_after ?? undefined;
  } while (cursor !== undefined);
  return exchanges;
};

const main = async (): Promise<void> => {
  const office = await openTeamOffice({ people: [personOf("ann")], mcp: {} });
  const address = await office.fastify.listen({ port: 0, host: "127.0.0.1" });
  const universe = office.demo.universes.find(({ universe_name: name }) => name === "EU Banks")?.universe_id ?? "";
  const name = office.demo.entities[0]?.name ?? "";
  const client = await connectClient(address, "ann");
  const tools = countTokens(await client.listTools());
  await client.close();
  const [own, routes] = [await viaTools(address, name, universe), await viaRoutes(office, name, universe)];
  const listed = routeTools();
  console.log("| tokens (o200k) | Spillway over MCP | one tool a route |\n| --- | ---: | ---: |");
  console.log(`| tools/list | ${tools} (6 tools) | ${countTokens({ tools: listed })} (${listed.length} tools) |`);
  console.log(
    `| “severe events of ${name}”, to and fro | ${sumOf(own)} (${own.length} calls, checked) | ${sumOf(routes)} (${routes.length} calls, not checked) |`,
  );
  await office.close();
  await measureRecall();
};

if (require.main === module) void main();
