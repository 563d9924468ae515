import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { callTool, toolText } from "../../../support/mcp-client";

const root = path.join(__dirname, "../../../..");

test("the command mcp answers on stdin and stdout with the account of the team's file", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-mcp-"));
  const account = { name: "firm", key: { env: "KEY" }, secret: { env: "SECRET" }, audience: "a", clientId: "c" };
  const team = { service: "http://127.0.0.1:9", accounts: [account], administratorKey: { env: "ADMIN" } };
  writeFileSync(path.join(folder, "team.json"), JSON.stringify(team));
  writeFileSync(path.join(folder, "gateway.json"), JSON.stringify({ team: "team.json" }));
  const client = new Client({ name: "test", version: "1" });
  const config = path.join(folder, "gateway.json");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--import", "tsx", "src/gateway/main.ts", "mcp", "--config", config],
      cwd: root,
      env: { KEY: "key", SECRET: "secret", ADMIN: "a".repeat(40), PATH: process.env["PATH"] ?? "" },
    }),
  );
  expect((await client.listTools()).tools).toHaveLength(6);
  expect(toolText(await callTool(client, "describe", { topic: "UNIVERSE.COUNT" }))).toContain("=UNIVERSE.COUNT(");
  await client.close();
});
