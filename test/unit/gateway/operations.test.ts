import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { readConfig } from "../../../src/gateway/config";
import { createGateway } from "../../../src/gateway/gateway";
import type { GatewayTeam } from "../../../src/gateway/router";
import { GatewayMetrics } from "../../../src/gateway/observe";
import { until } from "../../support/until";
import { type Gateway, startGateway } from "./served";

const universe = "0b2f3a52-6f0f-4d7c-9a52-5d0f6f0c1a11";
let place: string;
let service: Server;
let upstream: string;
/** Ends the answer that the service holds back. */
let answerNow: () => void;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), "gateway-operations-"));
  writeFileSync(path.join(place, "functions.json"), "{}");
  service = createServer((request, response) => {
    if (!request.url!.includes("slow")) response.writeHead(200, { "content-type": "application/json" }).end("{}");
    else answerNow = () => void response.writeHead(200, { "content-type": "application/json" }).end('{"slow":true}');
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(place, { recursive: true });
});

describe("what is logged and counted", () => {
  const lines: string[] = [];
  const entries = (): readonly Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const metrics = new GatewayMetrics();
  let gateway: Gateway;
  beforeAll(async () => {
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    gateway = await startGateway({ root: place, upstream, logger, metrics });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => gateway.close());

  test("a request is one line: the route as a pattern, status and time, and neither id, query, body nor token", async () => {
    await gateway.ask({
      path: `/v3/universes/${universe}/esg/events?search=AcmeSecretProject`,
      headers: { authorization: "Bearer eyJ-token" },
    });
    await until("the request is logged", () => lines.length === 1);
    expect(entries()[0]).toMatchObject({
      level: 30,
      method: "GET",
      route: expect.stringMatching(/^\/v3\/universes\/\{\w+\}\/esg\/events$/) as string,
      status: 200,
      ms: expect.any(Number) as number,
    });
    for (const secret of [universe, "AcmeSecretProject", "eyJ-token"]) expect(lines.join("")).not.toContain(secret);
  });

  test("an answer carries the id of its line: the load balancer's, or a new one", async () => {
    const given = await gateway.ask({ path: "/functions.json", headers: { "x-request-id": "lb-00000042" } });
    const forged = await gateway.ask({ path: "/functions.json", headers: { "x-request-id": "a b\t{}" } });
    await until("both are logged", () => lines.length === 2);
    expect([given, forged].map(({ headers }) => headers["x-request-id"])).toEqual(
      entries().map(({ request_id }) => request_id),
    );
    expect(given.headers["x-request-id"]).toBe("lb-00000042");
    expect(forged.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a trace that a caller began is named", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    await gateway.ask({ path: "/functions.json", headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    await gateway.ask({ path: "/functions.json", headers: { traceparent: "00-not-a-trace-01" } });
    await until("both are logged", () => lines.length === 2);
    expect(entries().map(({ trace_id }) => trace_id)).toEqual([trace, undefined]);
  });

  test("paths that nobody knows are counted together, so that a scanner makes no new series", async () => {
    for (const name of ["a", "b", "c"]) await gateway.ask({ path: `/${name}.php` });
    await until("they are logged", () => lines.length === 3);
    const text = await metrics.registry.metrics();
    expect(text).toContain('spillway_gateway_requests_total{route="none",method="GET",status="404"} 3');
    expect(text).toMatch(/spillway_gateway_requests_under_way 0/);
    expect(text).toMatch(/spillway_gateway_request_seconds_count\{route="file"\} \d/);
    expect(text).not.toContain(".php");
  });
});

describe("health", () => {
  test("a gateway with the add-in's files is ready, whether or not the service can be reached", async () => {
    const gateway = await startGateway({ root: place, upstream: "http://127.0.0.1:9" });
    expect(await gateway.ask({ path: "/healthz" })).toMatchObject({ status: 200, text: '{"status":"running"}' });
    expect(await gateway.ask({ path: "/readyz" })).toMatchObject({ status: 200, text: '{"status":"ready"}' });
    await gateway.close();
  });

  test("a gateway without the add-in's files runs and is not ready", async () => {
    const empty = mkdtempSync(path.join(tmpdir(), "gateway-empty-"));
    const gateway = await startGateway({ root: empty });
    expect((await gateway.ask({ path: "/healthz" })).status).toBe(200);
    expect(await gateway.ask({ path: "/readyz" })).toMatchObject({
      status: 503,
      text: '{"status":"The add-in\'s files are missing."}',
    });
    await gateway.close();
    rmSync(empty, { recursive: true });
  });
});

describe("the end", () => {
  const begin = async () => {
    const gateway = await createGateway({ root: place, upstream });
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const held = fetch(`${address}/v3/tasks?slow`);
    const answer = held.then(
      (response) => response.text(),
      () => "broken",
    );
    answerNow = () => undefined;
    const untouched = answerNow;
    await until("the service has the request", () => answerNow !== untouched);
    return { gateway, answer };
  };

  test("a request under way ends with its whole answer before the gateway does", async () => {
    const { gateway, answer } = await begin();
    let ended = false;
    const drained = gateway.drain({ longest: 30_000 }).then(() => (ended = true));
    await until("it listens no more", () => !gateway.listening);
    expect(ended).toBe(false);
    answerNow();
    expect(await answer).toBe('{"slow":true}');
    await drained;
  });

  test("a request that takes longer than the time given is cut off", async () => {
    const { gateway, answer } = await begin();
    await gateway.drain({ longest: 50 });
    expect(await answer).toBe("broken");
  });

  describe("for a client whose connection is open and idle", () => {
    const open = async () => {
      const gateway = await createGateway({ root: place, upstream });
      await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
      const { port } = gateway.address() as AddressInfo;
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }> =>
        new Promise((resolve, reject) => {
          const sent = get({ port, host: "127.0.0.1", path: "/readyz", agent }, (response) => {
            const { statusCode: status = 0, headers } = response;
            response.resume().once("end", () => resolve({ status, headers }));
          });
          sent.once("error", reject);
        });
      return { gateway, ask, first: await ask() };
    };

    test("the connection stays open for longer than that of a load balancer", async () => {
      const { gateway, first } = await open();
      expect(first).toMatchObject({ status: 200, headers: { "keep-alive": "timeout=75" } });
      await gateway.drain({ longest: 0 });
    });

    test("while it is being noticed, its requests are answered as ever, other than those of the load balancer", async () => {
      const { gateway, ask } = await open();
      const drained = gateway.drain({ notice: 60_000, longest: 0 });
      expect(await ask()).toMatchObject({ status: 503, headers: { connection: "keep-alive" } });
      expect(gateway.listening).toBe(true);
      gateway.closeAllConnections();
      await drained;
    });

    test("its next request is answered, and told that the connection ends; then nothing holds the end up", async () => {
      const { gateway, ask } = await open();
      const drained = gateway.drain({ parting: 60_000, longest: 60_000 });
      await until("it listens no more", () => !gateway.listening);
      expect(await ask()).toMatchObject({ status: 503, headers: { connection: "close" } });
      await drained;
    });

    test("the end does not wait for it", async () => {
      const { gateway } = await open();
      await gateway.drain({ notice: 60, parting: 60, longest: 30_000 });
      expect(gateway.listening).toBe(false);
    });
  });

  test("connections that the system has accepted, and the gateway has not yet, get their answers", async () => {
    const gateway = await createGateway({ root: place, upstream });
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    const { port } = gateway.address() as AddressInfo;
    const sockets = await connectAll(port, 50);
    const answers = sockets.map(async (socket) => {
      const [answer] = (await once(socket, "data")) as [Buffer];
      return answer.toString().split("\r\n", 1)[0];
    });
    const drained = gateway.drain({ parting: 60_000, longest: 60_000 });
    for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n");
    expect(await Promise.all(answers)).toEqual(sockets.map(() => "HTTP/1.1 200 OK"));
    for (const socket of sockets) socket.destroy();
    await drained;
  });

  test("an answer that was written, and that its client has not read yet, arrives whole", async () => {
    const length = 30_000_000;
    const team: GatewayTeam = { addRoutes: (fastify) => void fastify.get("/v3/tasks", () => Buffer.alloc(length)) };
    const gateway = await createGateway({ root: place, team });
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
    const { port } = gateway.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port, host: "127.0.0.1", path: "/v3/tasks", agent: new Agent({ keepAlive: true }) }, resolve),
    );
    const drained = gateway.drain({ longest: 60_000 });
    await until("it listens no more", () => !gateway.listening);
    let read = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) read += chunk.length;
    expect(read).toBe(length);
    await drained;
  });
});

/** Makes connections in one turn of the event loop, so that a server of this process has accepted none of them. */
const connectAll = async (port: number, count: number): Promise<readonly Socket[]> => {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  return sockets;
};

describe("the configuration file", () => {
  const write = (content: string): string => {
    const file = path.join(place, "gateway.json");
    writeFileSync(file, content);
    return file;
  };

  test("paths are relative to the file; what it does not name has a default", () => {
    const file = write('{"upstream":"https://api.example","archive":"archive","port":443}');
    expect(readConfig(file, "/opt/spillway/addin")).toEqual({
      ...{ port: 443, host: "127.0.0.1", log: true, root: "/opt/spillway/addin" },
      ...{ upstream: "https://api.example", archive: path.join(place, "archive") },
    });
  });

  test.each([
    ['{"port":"443"}', 'port must be a whole number from 0 to 65535, got "443".'],
    ['{"upstream":""}', 'upstream must be the address of the service, got "".'],
    ['{"upstraem":"x"}', 'there is no member "upstraem"; there are port, host'],
    ['{"constructor":1}', 'there is no member "constructor"'],
    ['{"key":"a.pem"}', "key and cert go together: give both or neither."],
    ["[]", "must hold one JSON object."],
    ["{", "cannot be read as JSON"],
  ])("%s is refused in a sentence that names the file and the member", (content, sentence) => {
    const file = write(content);
    expect(() => readConfig(file, place)).toThrow(sentence);
    expect(() => readConfig(file, place)).toThrow(file);
  });
});
