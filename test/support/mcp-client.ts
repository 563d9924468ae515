import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Answer } from "../../src/gateway/mcp/answer";

/** A client of the SDK at the `/mcp` of a gateway; `token` is what stands behind `Bearer`. */
export const connectClient = async (address: string, token: string): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", address), { requestInit: { headers } });
  await client.connect(transport);
  return client;
};

/** Calls a tool; its failure is an answer too. */
export const callTool = async (client: Client, name: string, given: Record<string, unknown>): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: given })) as CallToolResult;

/** The short text of an answer. */
export const toolText = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

/** The rows of a formula. Rejects where the tool answers with a failure. */
export const queryRows = async (
  client: Client,
  formula: string,
  more: Record<string, unknown> = {},
): Promise<Answer> => {
  const result = await callTool(client, "query", { formula, ...more });
  if (result.isError === true) throw new Error(`${formula}: ${toolText(result)}`);
  return result.structuredContent as unknown as Answer;
};
