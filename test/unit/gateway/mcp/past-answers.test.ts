import { type Clock, systemClock } from "../../../../src/engine/clock";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { openStore } from "../../../../src/gateway/team/open-store";
import type { Store } from "../../../../src/gateway/team/store";
import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { describeWithRedis } from "../../../support/redis";
import { startRedis } from "../../../support/redis-process";
import { MovableClock } from "../../../support/team-gateway";
import { until } from "../../../support/until";
import { openTeamOffice, personOf } from "../team/team-office";

/** A gateway of a team with a store, its client and what holds its requests for events. */
const openGateway = async (store: Store, clock: Clock = systemClock) => {
  const held = { gate: Promise.resolve(), count: 0 };
  const office = await openTeamOffice({
    people: [personOf("ann"), personOf("bob")],
    ...{ store, clock },
    mcp: {},
    between: (send) => async (request) => {
      if (request.url.includes("/esg/events")) {
        held.count += 1;
        await held.gate;
      }
      return send(request);
    },
  });
  const address = await office.fastify.listen({ port: 0, host: "127.0.0.1" });
  const universe = office.demo.universes.find(({ universe_name: name }) => name === "EU Banks")?.universe_id ?? "";
  return { office, address, held, universe, client: await connectClient(address, "ann") };
};

const countries = ["Germany", "France", "Italy", "Spain", "Sweden", "Poland"];

test("answers to several formulas at once are all found by their hashes", async () => {
  const gateway = await openGateway(new MemoryStore(systemClock));
  const { client, universe } = gateway;
  const answers = await Promise.all(
    countries.map((country) => queryRows(client, `UNIVERSE.COUNT("${universe}",,"${country}")+0*SUM(1)`)),
  );
  for (const { formula } of answers)
    expect((await callTool(client, "changes", { formula })).structuredContent).toMatchObject({ compared: true });
  await client.close();
  await gateway.office.close();
});

test("an earlier answer is known for 30 days, and afterwards calculated again with a word of it", async () => {
  const started = Date.now();
  const clock = new MovableClock(() => Date.parse("2026-01-05T09:00:00Z") + Date.now() - started);
  const { office, client, universe } = await openGateway(new MemoryStore(clock), clock);
  const formula = `UNIVERSE.COUNT("${universe}")`;
  const { hash, rows } = await queryRows(client, formula);
  const text = `It has ${String(rows[0]?.[0])} companies.`;
  const day = 86_400_000;
  clock.move(29 * day);
  expect((await callTool(client, "verify", { hash, text })).structuredContent).toMatchObject({ right: 1 });
  // That was an answer too, and is kept for another 30 days.
  clock.move(31 * day);
  const late = await callTool(client, "verify", { hash, text });
  expect([late.isError, toolText(late)]).toEqual([true, expect.stringContaining("Give the formula")]);
  expect((await callTool(client, "changes", { formula })).structuredContent).toMatchObject({
    compared: false,
    completeness: expect.stringContaining("calculated again") as string,
  });
  await client.close();
  await office.close();
});

describeWithRedis("with two gateways that share Redis", () => {
  test("what one answered, the other verifies and compares; a colleague finds nothing of it", async () => {
    const redis = await startRedis();
    const stores = await Promise.all([redis, redis].map(({ address }) => openStore(address, systemClock)));
    const [one, other] = await Promise.all(stores.map((store) => openGateway(store)));
    if (one === undefined || other === undefined) throw new Error("Two gateways were opened.");
    const formula = `UNIVERSE.COUNT("${one.universe}")`;
    const { hash, rows } = await queryRows(one.client, formula);
    const text = `It has ${String(rows[0]?.[0])} companies.`;
    const verified = await callTool(other.client, "verify", { hash, text });
    expect(verified.structuredContent).toMatchObject({ right: 1, wrong: 0, no_source: 0 });
    expect((await callTool(other.client, "changes", { formula })).structuredContent).toMatchObject({
      compared: true,
      total_changes: 0,
    });
    const bob = await connectClient(other.address, "bob");
    expect(toolText(await callTool(bob, "verify", { hash, text }))).toContain("No answer of yours");
    const [here, there] = await Promise.all(
      [one, other].map(({ client }) =>
        Promise.all(countries.map((country) => queryRows(client, `UNIVERSE.COUNT("${one.universe}",,"${country}")`))),
      ),
    );
    expect(there).toHaveLength(countries.length);
    for (const answer of here ?? [])
      expect((await callTool(other.client, "changes", { formula: answer.formula })).structuredContent).toMatchObject({
        compared: true,
      });
    await Promise.all([bob, one.client, other.client].map((client) => client.close()));
    await Promise.all([one, other].map(({ office }) => office.close()));
    await Promise.all(stores.map((store) => store.close()));
    await redis.stop();
  });

  test("a cancellation that reaches the other gateway ends the call", async () => {
    const redis = await startRedis();
    const stores = await Promise.all([redis, redis].map(({ address }) => openStore(address, systemClock)));
    const [one, other] = await Promise.all(stores.map((store) => openGateway(store)));
    if (one === undefined || other === undefined) throw new Error("Two gateways were opened.");
    let open = (): void => undefined;
    one.held.gate = new Promise((resolve) => (open = resolve));
    const headers = {
      authorization: "Bearer ann",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-session-id": "of-a-client",
    };
    const post = (address: string, message: object) =>
      fetch(`${address}/mcp`, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
    const formula = `ESG.EVENTS("${one.universe}",4,"-1y")`;
    const params = { name: "query", arguments: { formula } };
    const body = post(one.address, { id: 5, method: "tools/call", params }).then((answer) => answer.text());
    await until("the call waits for the service", () => one.held.count > 0);
    const cancelled = await post(other.address, { method: "notifications/cancelled", params: { requestId: 5 } });
    expect(cancelled.status).toBe(202);
    // The stream ends without an answer, though the service has given none.
    expect(await body).not.toContain("jsonrpc");
    open();
    await Promise.all([one.client, other.client].map((client) => client.close()));
    await Promise.all([one, other].map(({ office }) => office.close()));
    await Promise.all(stores.map((store) => store.close()));
    await redis.stop();
  });
});
