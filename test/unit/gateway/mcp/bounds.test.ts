import { setMaxListeners } from "node:events";
import { tmpdir } from "node:os";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { FastifyInstance } from "fastify";
import { createRouter } from "../../../../src/gateway/router";
import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { until } from "../../../support/until";
import { openTeamOffice, personOf, type TeamOffice } from "../team/team-office";

let office: TeamOffice;
/** A second process of the same gateway: it shares the team and the store, and nothing else. */
let replica: FastifyInstance;
let [address, otherAddress] = ["", ""];
let client: Client;
let universe: string;
/** Requests for events wait for it. */
let gate: Promise<void> = Promise.resolve();
let waiting = 0;

beforeAll(async () => {
  office = await openTeamOffice({
    people: [personOf("ann")],
    mcp: {},
    between: (send) => async (request) => {
      if (request.url.includes("/esg/events")) {
        waiting += 1;
        await gate;
        waiting -= 1;
      }
      return send(request);
    },
  });
  replica = await createRouter({ root: tmpdir(), team: office.routes });
  [address, otherAddress] = (await Promise.all(
    [office.fastify, replica].map((each) => each.listen({ port: 0, host: "127.0.0.1" })),
  )) as [string, string];
  client = await connectClient(address, "ann");
  universe = office.demo.universes.find(({ universe_name: name }) => name === "EU Banks")?.universe_id ?? "";
}, 60_000);
afterAll(async () => {
  await client.close();
  await replica.close();
  await office.close();
});

/** Holds all requests for events until the result is called. */
const holdEvents = (): (() => void) => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => (open = resolve));
  return () => {
    open();
    gate = Promise.resolve();
  };
};

const failure = async (formula: string, more: Record<string, unknown> = {}): Promise<string> => {
  const result = await callTool(client, "query", { formula, ...more });
  return result.isError === true ? toolText(result) : `no failure: ${toolText(result)}`;
};

test("a call tells its progress function by function", async () => {
  const messages: string[] = [];
  const formula = `UNIVERSE.COUNT("${universe}")+SUM(ENTITY.GET("${office.demo.entities[0]?.isin ?? ""}","employee_count"))`;
  await client.callTool({ name: "query", arguments: { formula } }, undefined, {
    onprogress: ({ progress, message = "" }) => messages.push(`${progress} ${message}`),
  });
  expect(messages.map((message) => message.slice(0, 2))).toEqual(["1 ", "2 "]);
  expect(messages.map((message) => message.slice(2)).toSorted()).toEqual([
    "ENTITY.GET is calculated.",
    "UNIVERSE.COUNT is calculated.",
  ]);
});

let days = 0;

/** As many calls of one person as run at once, each for other days than any before. All of them wait for the service. */
const fillPlaces = async (signal?: AbortSignal): Promise<readonly Promise<unknown>[]> => {
  const before = waiting;
  days += 100;
  const calls = Array.from({ length: 16 }, (_, place) =>
    client
      .callTool(
        { name: "query", arguments: { formula: `ESG.EVENTS("${universe}",${(place % 5) + 1},"-${days + place}d")` } },
        undefined,
        signal === undefined ? {} : { signal },
      )
      .catch((error: unknown) => error),
  );
  await until("a call waits for the service", () => waiting > before);
  await until("no place is free", async () => (await failure(`UNIVERSE.COUNT("${universe}")`)).includes("Too many"));
  return calls;
};

test("a call that its client cancels is no longer calculated", async () => {
  const release = holdEvents();
  const cancel = new AbortController();
  setMaxListeners(0, cancel.signal);
  const calls = await fillPlaces(cancel.signal);
  cancel.abort();
  await until("the places are free", async () =>
    (await failure(`UNIVERSE.COUNT("${universe}")`)).startsWith("no failure"),
  );
  release();
  await Promise.all(calls);
});

test("a cancellation that reaches another process ends the call, and nobody else's", async () => {
  const release = holdEvents();
  const { sessionId = "" } = client.transport ?? {};
  const ids: unknown[] = [];
  const send = client.transport?.send.bind(client.transport);
  if (client.transport !== undefined && send !== undefined)
    client.transport.send = (message, options) => {
      if ("id" in message && "method" in message) ids.push(message.id);
      return send(message, options);
    };
  const calls = await fillPlaces();
  const cancelAll = (session: string) =>
    Promise.all(
      ids.map((requestId) =>
        fetch(`${otherAddress}/mcp`, {
          method: "POST",
          headers: {
            authorization: "Bearer ann",
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-session-id": session,
          },
          body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }),
        }),
      ),
    );
  await cancelAll("another session");
  expect(await failure(`UNIVERSE.COUNT("${universe}")`)).toContain("Too many");
  await cancelAll(sessionId);
  await until("the places are free", async () =>
    (await failure(`UNIVERSE.COUNT("${universe}")`)).startsWith("no failure"),
  );
  release();
  // Their client has cancelled none, and waits for answers that do not come.
  void Promise.all(calls);
});

test("what one process answered, another one verifies and compares", async () => {
  const other = await connectClient(otherAddress, "ann");
  const formula = `UNIVERSE.COUNT("${universe}")`;
  const { hash, rows } = await queryRows(client, formula);
  const verified = await callTool(other, "verify", { hash, text: `It has ${String(rows[0]?.[0])} companies.` });
  expect(verified.structuredContent).toMatchObject({ right: 1, wrong: 0, no_source: 0 });
  expect((await callTool(other, "changes", { formula })).structuredContent).toMatchObject({ compared: true });
  await other.close();
});

const longList = (separator: string): string => `{${Array.from({ length: 1_500 }, () => "1").join(separator)}}`;

test.each([
  [
    "a product of a long column and a long row",
    () => `SUM(${longList(";")}*${longList(",")})+TASKS.LIST()`,
    /makes a list of 1500 rows and 1500 columns/,
  ],
  [
    "lists that double side by side",
    () =>
      `LET(a,${longList(";")},${Array.from({ length: 20 }, (_, place) => `${"bcdefghijklmnopqrstu"[place] ?? ""},HSTACK(${"abcdefghijklmnopqrst"[place] ?? ""},${"abcdefghijklmnopqrst"[place] ?? ""})`).join(",")},SUM(u)+TASKS.LIST())`,
    /more than 3000000 cells/,
  ],
  [
    "texts that double",
    () =>
      `LET(a,"${"x".repeat(1_000)}",${Array.from({ length: 20 }, (_, place) => `${"bcdefghijklmnopqrstu"[place] ?? ""},${"abcdefghijklmnopqrst"[place] ?? ""}&${"abcdefghijklmnopqrst"[place] ?? ""}`).join(",")},ENTITY.ID(u))`,
    /A cell holds 32767 characters/,
  ],
  [
    "steps over long lists, each of which is allowed",
    () =>
      `LET(a,${longList(";")},b,HSTACK(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a),c,HSTACK(b,b,b,b,b,b,b,b,b,b),SUM(c${"*c".repeat(40)})+TASKS.LIST())`,
    /read and make more than 3000000 cells/,
  ],
  ["thousands of operators", () => `UNIVERSE.COUNT("${universe}")${"+1".repeat(4_000)}`, /256 operators at most/],
  ["brackets in brackets", () => `${"(".repeat(2_000)}TASKS.LIST()${")".repeat(2_000)}`, /16 deep at most/],
])("%s is refused with one sentence", async (_, formula, sentence) => {
  expect(await failure(formula())).toMatch(sentence);
});

test("a long text is verified while others are answered, and too many numbers are refused", async () => {
  const formula = `UNIVERSE.ENTITIES("${universe}",,,"name,country,city,employee_count")`;
  const { rows } = await queryRows(client, formula);
  const name = String(rows[0]?.[0]);
  const text = `${name} and `.repeat(Math.floor(19_000 / (name.length + 5)));
  const verified = await callTool(client, "verify", { formula, text: `${text} 5 employees` });
  expect(verified.isError).not.toBe(true);
  const refused = await callTool(client, "verify", { formula, text: "1 ".repeat(5_000) });
  expect(toolText(refused)).toContain("500 numbers at most, got 5000");
});

test.each([
  ["put together", (fields: string) => `ESG.EVENTS("${universe}",,,,,"${fields}",3,"trans"&"late=fr")`],
  ["in a list", (fields: string) => `ESG.EVENTS("${universe}",,,,,"${fields}",3,{"translate","fr"})`],
  ["with a name of LET", (fields: string) => `LET(o,"translate=fr",ESG.EVENTS("${universe}",,,,,"${fields}",3,o))`],
])("options that translate are refused without an explicit number where they are %s", async (_, formula) => {
  const before = office.upstream.length;
  expect(await failure(formula("title"))).toContain('give query "translations"');
  for (const tool of ["changes", "verify"])
    expect(
      toolText(await callTool(client, tool, { formula: formula("title"), ...(tool === "verify" && { text: "5" }) })),
    ).toContain('give query "translations"');
  expect(office.upstream.slice(before).filter((path) => path.includes("translate"))).toEqual([]);
});

test("each translated text counts, also of rows that the formula does not show", async () => {
  const listing = `ESG.EVENTS("${universe}",,,,,"title,summary",3,"translate=fr")`;
  expect(await failure(listing, { translations: 5 })).toContain("would translate 6 texts, and 5 are left");
  expect(await failure(`INDEX(${listing},2,1)`, { translations: 1 })).toContain("would translate 6 texts");
  expect((await queryRows(client, listing, { translations: 6 })).rows).toHaveLength(3);
});
