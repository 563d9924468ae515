import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sleep, systemClock } from "../../../../src/engine/clock";
import { KnownPeople } from "../../../../src/gateway/team/known-people";
import { openStore } from "../../../../src/gateway/team/open-store";
import type { Store } from "../../../../src/gateway/team/store";
import { createService, type Service } from "../../../../src/service/service";
import { tokenBucket } from "../../../support/limiters";
import { describeWithRedis } from "../../../support/redis";
import { type RunningRedis, startRedis } from "../../../support/redis-process";
import { until } from "../../../support/until";
import type { Demo } from "./team-office";

/** The route that creates universes. */
const creation = "/v3/universes";

/** Requests that the service allows in a second, and at once. */
const limit = 40;
/** Milliseconds after which a replica knows that the others do not hear it (`SharedLimit`). */
const echoPatience = 250;

/** The service behind a limit; counts what it is asked, other than for tokens. */
const startLimited = async (upstream: string) => {
  const limiter = tokenBucket(limit, limit);
  /** What could be served at once at `countedAt`. */
  let [tokens, countedAt] = [limit, Date.now()];
  const allowedNow = (): number => Math.min(limit, tokens + ((Date.now() - countedAt) / 1_000) * limit);
  const counts = { calls: 0, refused: 0, refusedWrites: 0 };
  /** Good answers by what was asked. */
  const served = new Map<string, number>();
  const forward = async (
    { method = "GET", headers, url = "" }: IncomingMessage,
    body: Buffer<ArrayBuffer>,
  ): Promise<Response> => {
    const answer = await fetch(upstream + url, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
      ...(body.length > 0 && { body }),
    });
    if (answer.ok) served.set(url, (served.get(url) ?? 0) + 1);
    return answer;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const isToken = request.url === "/oauth/token";
      if (!isToken && !limiter.admit(Date.now()).served) {
        counts.refused += 1;
        if (request.url === creation) counts.refusedWrites += 1;
        response.writeHead(429, { "retry-after": "1", "content-type": "application/json" }).end("{}");
        return;
      }
      if (!isToken) {
        counts.calls += 1;
        [tokens, countedAt] = [allowedNow() - 1, Date.now()];
      }
      const answer = await forward(request, Buffer.concat(chunks));
      const type = answer.headers.get("content-type");
      response.writeHead(answer.status, type === null ? {} : { "content-type": type }).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return { server, counts, allowedNow, served, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describeWithRedis("two replicas in processes of their own, on one Redis", () => {
  let redis: RunningRedis;
  let service: Service;
  let limited: Awaited<ReturnType<typeof startLimited>>;
  let folder: string;
  let store: Store;
  let people: KnownPeople;
  let demo: Demo;
  let environment: NodeJS.ProcessEnv;
  const replicas: { child: ChildProcess; address: string }[] = [];
  const keys: Record<string, string> = {};

  const startReplica = async (): Promise<void> => {
    const files = ["--root", folder, "--team", path.join(folder, "team.json"), "--store", redis.address];
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "scripts/run/gateway.ts", "--port", "0", "--quiet", ...files],
      { env: environment, stdio: ["ignore", "pipe", "inherit"] },
    );
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    const addressIn = (): string | undefined => /ready (http:\/\/[^/\s]+)/.exec(printed)?.[1];
    await until("the gateway is ready", () => addressIn() !== undefined);
    replicas.push({ child, address: addressIn() ?? "" });
  };

  beforeAll(async () => {
    redis = await startRedis();
    service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05" });
    const upstream = await service.listen(0, "127.0.0.1");
    demo = (await (await fetch(`${upstream}/_local/demo`)).json()) as Demo;
    limited = await startLimited(upstream);
    folder = mkdtempSync(path.join(tmpdir(), "replicas-"));
    writeFileSync(path.join(folder, "functions.json"), "{}");
    const { audience, client_id: clientId } = demo;
    environment = { ...process.env, ADMINISTRATOR_KEY: "administrator-of-the-test-000000" };
    const accounts = ["demo", "rival"].map((name) => {
      const account = demo.accounts.find((each) => each.name === name);
      environment[`${name}_KEY`] = account?.api_key;
      environment[`${name}_SECRET`] = account?.api_secret;
      return {
        name,
        groups: [name],
        key: { env: `${name}_KEY` },
        secret: { env: `${name}_SECRET` },
        audience,
        clientId,
      };
    });
    const config = { service: limited.address, accounts, administratorKey: { env: "ADMINISTRATOR_KEY" } };
    writeFileSync(path.join(folder, "team.json"), JSON.stringify(config));
    store = await openStore(redis.address, systemClock);
    people = new KnownPeople({ store, clock: systemClock });
    for (const [person, group] of [
      ["ann", "demo"],
      ["cyd", "demo"],
      ["rob", "rival"],
    ] as const) {
      const expiresAt = systemClock.now() + 3_600_000;
      keys[person] = (await people.keys.make({ person, name: person, groups: [group], admin: false, expiresAt })).key;
    }
    await Promise.all([startReplica(), startReplica()]);
  });
  afterAll(async () => {
    for (const { child } of replicas) child.kill("SIGKILL");
    people.close();
    await store.close();
    limited.server.closeAllConnections();
    await new Promise((resolve) => limited.server.close(resolve));
    await service.close();
    await redis.stop();
    rmSync(folder, { recursive: true });
  });

  const universe = (): string =>
    demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id ?? "";

  interface RequestOfTest {
    readonly person: string;
    readonly url: string;
    readonly body?: unknown;
  }

  const ask = (replica: number, { person, url, body }: RequestOfTest): Promise<Response> =>
    fetch(replicas[replica % replicas.length]!.address + url, {
      headers: { authorization: `Bearer ${keys[person] ?? ""}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });

  /** As a client with retries: at the next replica after a failure, until there is an answer that is neither 429 nor 5xx. */
  const insist = async (asked: RequestOfTest, first: number) => {
    let answer: { readonly status: number; readonly text: string } | undefined;
    let replica = first;
    await until(`${asked.url} is answered`, async () => {
      answer = await ask(replica, asked).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => undefined,
      );
      replica += 1;
      return answer !== undefined && answer.status !== 429 && answer.status < 500;
    });
    return answer!;
  };

  let sizes = 0;
  /** So many requests that nobody has made before, of both classes, at both replicas; each gets what its class gets. */
  const load = async (count: number): Promise<void> => {
    const asked = Array.from({ length: count }, (_, index) => {
      sizes += 1;
      const isRival = index % 10 === 0;
      const url = `/v3/universes/${universe()}/esg/events?size=${1 + (sizes % 90)}&fields=id&score=gte:${1 + Math.floor(sizes / 90)}`;
      return { person: isRival ? "rob" : "ann", url, expected: isRival ? 404 : 200 };
    });
    const answers = await Promise.all(asked.map((each, index) => insist(each, index)));
    expect(answers.map(({ status }) => status)).toEqual(asked.map(({ expected }) => expected));
  };

  let names = 0;
  /** Creates private universes. One whose answer was lost would have been created twice, which the service refuses. */
  const create = async (count: number): Promise<readonly string[]> => {
    const asked = Array.from({ length: count }, () => {
      names += 1;
      return {
        person: "ann",
        url: creation,
        body: { name: `Mine ${names}`, type: "PRIVATE", description: "x" },
      };
    });
    const answers = await Promise.all(asked.map((each, index) => insist(each, index)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    return answers.map(({ text }) => (JSON.parse(text) as { readonly universe_id: string }).universe_id);
  };

  test("ask the service once for what people want at both", async () => {
    const urls = Array.from({ length: 25 }, (_, index) => `/v3/universes/${universe()}/entities?size=${index + 1}`);
    const answers = await Promise.all(
      urls.flatMap((url) => [0, 1].map(async (replica) => (await insist({ person: "ann", url }, replica)).text)),
    );
    for (const [index] of urls.entries()) expect(answers[2 * index]).toBe(answers[2 * index + 1]);
    expect(limited.counts.calls).toBe(urls.length);
  });

  test("send one request for each key and process while Redis hangs, however many people ask", async () => {
    const urls = Array.from({ length: 10 }, (_, index) => `/v3/universes/${universe()}/entities?size=${101 + index}`);
    const asked = urls.flatMap((url) =>
      [0, 1].flatMap((replica) => ["ann", "cyd", "ann", "cyd"].map((person) => ({ replica, person, url }))),
    );
    // Nobody is let in by a gateway that has never seen the person and cannot ask its store.
    for (const person of ["ann", "cyd"])
      for (const replica of [0, 1]) expect((await ask(replica, { person, url: "/team/me" })).status).toBe(200);
    redis.signal("SIGSTOP");
    const statuses = await Promise.all(
      asked.map(async ({ replica, ...each }) => (await ask(replica, each)).status),
    ).finally(() => redis.signal("SIGCONT"));
    expect(statuses).toEqual(asked.map(() => 200));
    expect(urls.map((url) => limited.served.get(url))).toEqual(urls.map(() => 2));
  });

  test("lose nothing and show nothing to others when Redis is killed, or hangs, in the middle of load", async () => {
    const created: string[] = [];
    let isLimitKnown = false;
    for (const [end, begin] of [
      [redis.kill, redis.start],
      [() => redis.signal("SIGSTOP"), () => redis.signal("SIGCONT")],
    ] as const) {
      const [all, made] = [load(160), create(4)];
      await sleep(systemClock, 300);
      await end();
      const [allowed, refused] = [limited.allowedNow(), limited.counts.refused];
      await sleep(systemClock, 1_500);
      // Until a replica knows that it is alone, it takes what the service allows both, and then its share. One request of
      // each may come too early.
      const most = allowed + limit * (echoPatience / 1_000) + 2;
      if (isLimitKnown) expect(limited.counts.refused - refused).toBeLessThanOrEqual(most);
      const late = create(2);
      await begin();
      await all;
      isLimitKnown = limited.counts.refused > 0;
      created.push(...(await made), ...(await late));
    }
    expect(limited.served.get(creation)).toBe(created.length);
    for (const [index, id] of created.entries()) {
      const colleague = await insist({ person: "cyd", url: `/v3/universes/${id}/entities` }, index);
      const owner = await insist({ person: "ann", url: `/v3/universes/${id}/entities` }, index);
      expect([colleague.status, owner.status]).toEqual([404, 200]);
    }
    expect(isLimitKnown).toBe(true);
    const counted = async (): Promise<number> =>
      (await store.list("budget/")).reduce((sum, [, count]) => sum + Number(count), 0);
    // A write that was refused is sent no second time, so that it counts; whoever asks again sends another.
    const sent = limited.counts.calls + limited.counts.refusedWrites;
    await until("every request is counted", async () => (await counted()) >= sent);
    expect(await counted()).toBe(sent);
  });

  test("refuse a revoked person at once, both of them", async () => {
    const url = `/v3/universes/${universe()}/entities?size=1`;
    expect((await insist({ person: "cyd", url }, 0)).status).toBe(200);
    await people.revoke("cyd", "test");
    for (const replica of [0, 1])
      await until("the person is refused", async () => (await ask(replica, { person: "cyd", url })).status === 403, 10);
  });

  test("lose no request when one of them is killed in the middle of load", async () => {
    const all = load(80);
    await sleep(systemClock, 300);
    const [first] = replicas;
    const ended = once(first!.child, "exit");
    first!.child.kill("SIGKILL");
    await ended;
    await all;
  });
});
