import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { openTeamOffice, personOf, type TeamOffice } from "../team/team-office";

let office: TeamOffice;
let address: string;
let ann: Client;
let eve: Client;
/** A universe of Ann's company that Eve's may not see. */
let universe: string;

/** Everything a tool answered, as one text. */
const wholeAnswer = async (client: Client, tool: string, given: Record<string, unknown>): Promise<string> =>
  JSON.stringify(await callTool(client, tool, given));

beforeAll(async () => {
  office = await openTeamOffice({
    people: [personOf("ann", "demo"), personOf("eve", "rival")],
    accounts: ["demo", "rival"],
    mcp: {},
  });
  address = await office.fastify.listen({ port: 0, host: "127.0.0.1" });
  [ann, eve] = await Promise.all([connectClient(address, "ann"), connectClient(address, "eve")]);
  const { universes } = (await office.service.fastify.inject("/_local/demo")).json<{
    universes: readonly { universe_id: string; entities: number; visible_to: readonly string[] }[];
  }>();
  universe =
    universes.find(
      ({ entities, visible_to: names }) => entities > 0 && names.includes("demo") && !names.includes("rival"),
    )?.universe_id ?? "";
}, 60_000);
afterAll(async () => {
  await Promise.all([ann.close(), eve.close()]);
  await office.close();
});

test("what one class has just been answered does not reach another through any tool", async () => {
  const formula = `UNIVERSE.ENTITIES("${universe}",,,"name,lei")`;
  const own = await queryRows(ann, formula);
  const names = own.rows.slice(1).map(([name]) => String(name));
  expect(names.length).toBeGreaterThan(2);
  const answers = await Promise.all([
    wholeAnswer(eve, "query", { formula }),
    wholeAnswer(eve, "changes", { formula }),
    wholeAnswer(eve, "verify", { formula, text: "It has 3 companies." }),
    wholeAnswer(eve, "verify", { hash: own.hash, text: "It has 3 companies." }),
  ]);
  for (const answer of answers) expect(names.filter((name) => answer.includes(name))).toEqual([]);
  // And the other way round: her refusal is not what he is answered afterwards.
  expect((await queryRows(ann, formula)).rows).toEqual(own.rows);
});

test.each([
  ["nobody's", "Bearer mallory"],
  ["of another scheme", "Basic YW5uOmFubg=="],
  ["with a second name", "Bearer ann, Bearer eve"],
  ["that continues a known one", "Bearer ann2"],
  ["that is empty", "Bearer "],
])("a token %s calls no tool, and nothing reaches the service", async (_, authorization) => {
  const before = office.upstream.length;
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query", arguments: { formula: "TASKS.LIST()" } },
    }),
  });
  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain("rows");
  expect(office.upstream.length).toBe(before);
});

test("a session id that a client invents gives it nothing of another one", async () => {
  const answer = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      authorization: "Bearer eve",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-session-id": "ann",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "query", arguments: { formula: `UNIVERSE.COUNT("${universe}")` } },
    }),
  });
  expect(await answer.text()).not.toMatch(/"total_rows":1/);
});

test("a refusal says in one sentence what is not visible", async () => {
  const refused = await callTool(eve, "query", { formula: `UNIVERSE.COUNT("${universe}")` });
  expect([refused.isError, toolText(refused)]).toEqual([
    true,
    expect.stringMatching(/not found|not visible|no universe/i),
  ]);
});

test("a person whose account becomes another one meets no answer of before", async () => {
  const people = [personOf("zoe", "demo")];
  const own = await openTeamOffice({ people, accounts: ["demo", "rival"], mcp: {} });
  const client = await connectClient(await own.fastify.listen({ port: 0, host: "127.0.0.1" }), "zoe");
  const { hash } = await queryRows(client, `UNIVERSE.COUNT("${universe}")`);
  const before = await callTool(client, "verify", { hash, text: "It has 3 companies." });
  expect(before.isError).not.toBe(true);
  people[0] = personOf("zoe", "rival");
  const after = await callTool(client, "verify", { hash, text: "It has 3 companies." });
  expect([after.isError, toolText(after)]).toEqual([true, expect.stringContaining("No answer of yours")]);
  await client.close();
  await own.close();
});

test("a spent budget is refused with the sentence of the cell, and what tools ask is in the usage of the person", async () => {
  const own = await openTeamOffice({ people: [personOf("zoe", "demo")], mcp: {}, budgets: { person: 1 } });
  const client = await connectClient(await own.fastify.listen({ port: 0, host: "127.0.0.1" }), "zoe");
  await queryRows(client, `UNIVERSE.COUNT("${universe}")`);
  const refused = await callTool(client, "resolve", { names: ["Wendilund Bank"] });
  expect([refused.isError, toolText(refused)]).toEqual([
    true,
    expect.stringContaining("Your team's budget for today is used up; it resets at 00:00 UTC."),
  ]);
  expect(own.upstream).toHaveLength(1);
  const usage = await own.team.usage.list("2000-01-01", "2999-12-31");
  expect(usage.map(({ person, upstream }) => [person, upstream]).filter(([, upstream]) => upstream !== 0)).toEqual([
    ["zoe", 1],
  ]);
  await client.close();
  await own.close();
});
