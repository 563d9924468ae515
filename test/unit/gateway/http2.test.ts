import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type ClientHttp2Session, constants } from "node:http2";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { brotliCompressSync } from "node:zlib";
import { createGateway, type Gateway, type GatewayOptions } from "../../../src/gateway/gateway";
import { mostStreams } from "../../../src/gateway/http2";
import { until } from "../../support/until";
import { answerOf, askOver, makeCertificate, openSession, type TestCertificate } from "./http2-client";
import { startLimitedGateway } from "./served";

jest.setTimeout(120_000);

const mega = 2 ** 20;
const script = "const rows = [];\n".repeat(200);
let place: string;
let certificate: TestCertificate;
let service: Server;
/** What reached the service: method, path and body. */
const reached: string[] = [];
/** Answers that the service holds back. */
const held: ServerResponse[] = [];
let gateway: Gateway;
let port: number;
let session: ClientHttp2Session;

/** Starts a gateway of its own for a test. */
const start = async (options: Partial<GatewayOptions> = {}) => {
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const started = await createGateway({ root: place, upstream, tls: certificate, ...options });
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return { gateway: started, port: (started.address() as AddressInfo).port };
};
const end = async (started: Gateway): Promise<void> => {
  started.closeAllConnections();
  await new Promise((resolve) => started.close(resolve));
};

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), "gateway-http2-"));
  certificate = await makeCertificate(mkdtempSync(path.join(place, ".certificate-")));
  writeFileSync(path.join(place, "functions.json"), "{}");
  writeFileSync(path.join(place, "functions.js"), script);
  writeFileSync(path.join(place, "functions.js.br"), brotliCompressSync(script));
  writeFileSync(path.join(place, "large.bin"), "");
  truncateSync(path.join(place, "large.bin"), 64 * mega);
  service = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => chunks.push(chunk));
    asked.on("end", () => {
      reached.push(`${asked.method} ${asked.url} ${Buffer.concat(chunks).toString()}`);
      response.setHeader("content-type", "application/json");
      if (asked.url!.includes("slow")) held.push(response);
      else if (asked.url!.includes("half")) response.writeHead(200).write("{", () => response.destroy());
      else response.end('{"answered":true}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  ({ gateway, port } = await start());
  session = await openSession(port, certificate);
});
beforeEach(() => {
  reached.length = 0;
  held.length = 0;
});
afterAll(async () => {
  session.destroy();
  await end(gateway);
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(place, { recursive: true });
});

describe("one port for both versions of HTTP", () => {
  test.each([
    [["h2", "http/1.1"], "h2"],
    [["http/1.1"], "http/1.1"],
  ])("a client that speaks %j speaks %s with the gateway", async (ALPNProtocols, chosen) => {
    const negotiated = await new Promise((resolve) => {
      const { ca } = certificate;
      const socket = connectTls({ host: "127.0.0.1", port, ca, servername: "localhost", ALPNProtocols }, () => {
        resolve(socket.alpnProtocol);
        socket.destroy();
      });
    });
    expect(negotiated).toBe(chosen);
  });

  test("a client without HTTP/2 gets files and the service's answers", async () => {
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const { ca } = certificate;
        request({ host: "localhost", family: 4, port, path, ca }, (response) => {
          response.on("data", (chunk: Buffer) => resolve(`HTTP/${response.httpVersion} ${chunk.toString()}`));
        })
          .on("error", reject)
          .end();
      });
    expect(await ask("/functions.json")).toBe("HTTP/1.1 {}");
    expect(await ask("/v3/tasks")).toBe('HTTP/1.1 {"answered":true}');
  });
});

describe("over HTTP/2", () => {
  test("a file is compressed, typed, and 304 when the browser has it", async () => {
    const headers = { ":path": "/functions.js", "accept-encoding": "gzip, br" };
    const stream = session.request(headers);
    const bytes: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => bytes.push(chunk));
    const { status, headers: got } = await answerOf(stream);
    expect(Buffer.concat(bytes)).toEqual(readFileSync(path.join(place, "functions.js.br")));
    expect({ status, got }).toMatchObject({
      status: 200,
      got: {
        "content-type": expect.stringMatching(/javascript; charset=utf-8$/) as string,
        "content-encoding": "br",
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      },
    });
    const again = await askOver(session, { ...headers, "if-none-match": String(got["etag"]) });
    expect(again).toMatchObject({ status: 304, text: "", whole: true });
  });

  test("the head of a file and a part of it", async () => {
    const head = await askOver(session, { ":path": "/functions.js", ":method": "HEAD" });
    expect(head).toMatchObject({ status: 200, text: "", headers: { "content-length": String(script.length) } });
    const part = await askOver(session, { ":path": "/functions.js", range: "bytes=6-9" });
    expect(part).toMatchObject({ status: 206, text: "rows", whole: true });
  });

  test("a body without a stated length reaches the service; a GET with a body does not", async () => {
    const posted = await askOver(session, { ":path": "/v3/documents", ":method": "POST" }, '{"a":1}');
    expect(posted).toMatchObject({ status: 200, text: '{"answered":true}' });
    expect(await askOver(session, { ":path": "/v3/tasks" }, "DELETE /v3/universes")).toMatchObject({ status: 400 });
    expect(reached).toEqual(['POST /v3/documents {"a":1}']);
  });

  test("an answer of the service that breaks off is broken off, not ended", async () => {
    const { status, whole } = await askOver(session, { ":path": "/v3/tasks?half" });
    expect({ status, whole }).toEqual({ status: 200, whole: false });
  });

  test("a file that becomes shorter while it is sent is broken off, not ended", async () => {
    const file = path.join(place, "shrinking.bin");
    writeFileSync(file, "");
    truncateSync(file, 64 * mega);
    const stream = session.request({ ":path": "/shrinking.bin" });
    stream.once("response", () => truncateSync(file, 0));
    const { status, whole } = await answerOf(stream);
    expect({ status, whole }).toEqual({ status: 200, whole: false });
  });

  test("a client that leaves ends its call, and the next request on the connection is answered", async () => {
    const stream = session.request({ ":path": "/v3/tasks?slow" });
    await until("the service has the request", () => held.length === 1);
    const left = new Promise((resolve) => held[0]!.once("close", resolve));
    stream.close(constants.NGHTTP2_CANCEL);
    await left;
    expect(held[0]!.writableFinished).toBe(false);
    expect(await askOver(session, { ":path": "/v3/tasks" })).toMatchObject({ status: 200 });
  });

  test("a connection takes a hundred requests at a time; the next ones wait for their turn", async () => {
    const answers = Array.from({ length: mostStreams + 50 }, () => askOver(session, { ":path": "/v3/tasks?slow" }));
    await until("the service has the first requests", () => held.length >= mostStreams);
    expect(session.remoteSettings.maxConcurrentStreams).toBe(mostStreams);
    expect(held).toHaveLength(mostStreams);
    for (const response of held.splice(0)) response.end("{}");
    await until("the service has the others", () => held.length === 50);
    for (const response of held.splice(0)) response.end("{}");
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true);
  });
});

describe("a hostile client over HTTP/2", () => {
  test("who stops reading loses that file only; another on the same connection goes on", async () => {
    const own = await start({ limits: { firstByte: 300, pause: 300, connecting: 200 } });
    const client = await openSession(own.port, certificate);
    const stopped = client.request({ ":path": "/large.bin" });
    const ended = new Promise((resolve) => stopped.once("close", resolve));
    stopped.on("error", () => undefined);
    await new Promise((resolve) => stopped.once("response", resolve));
    let over = false;
    void ended.then(() => (over = true));
    let asked = 0;
    await until("the gateway has ended it", async () => {
      asked += 1;
      expect((await askOver(client, { ":path": "/functions.json" })).status).toBe(200);
      return over;
    });
    expect(asked).toBeGreaterThan(1);
    expect(stopped.rstCode).toBe(constants.NGHTTP2_CANCEL);
    client.destroy();
    await end(own.gateway);
  });

  test.each([
    ["one header of 100 kB", { "x-long": "a".repeat(100_000) }],
    ["2,000 headers", Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, "a"]))],
  ])("%s reach no service, and the gateway serves on", async (_, headers) => {
    const client = await openSession(port, certificate);
    const answer = await askOver(client, { ":path": "/v3/tasks", ...headers });
    expect([0, 431]).toContain(answer.status);
    expect(reached).toEqual([]);
    client.destroy();
    expect(await askOver(session, { ":path": "/v3/tasks" })).toMatchObject({ status: 200 });
  });

  test("2,000 downloads that are broken off leave no open file: a process with 128 of them serves on", async () => {
    const { key, cert } = certificate.files;
    const limited = await startLimitedGateway(place, 128, ["--key", key, "--cert", cert]);
    const limitedPort = Number(new URL(limited.address).port);
    const statuses = new Set<number>();
    for (let done = 0; done < 2_000; done += 200) {
      const client = await openSession(limitedPort, certificate);
      for (let round = 0; round < 200; round += 50)
        await Promise.all(
          Array.from({ length: 50 }, async () => {
            const stream = client.request({ ":path": "/large.bin" });
            stream.once("response", () => stream.close(constants.NGHTTP2_CANCEL));
            statuses.add((await answerOf(stream)).status);
          }),
        );
      client.destroy();
    }
    const client = await openSession(limitedPort, certificate);
    await until("a file is served", async () => (await askOver(client, { ":path": "/functions.json" })).status === 200);
    expect(limited.ended()).toBe(false);
    expect([...statuses]).toContain(200);
    client.destroy();
    await limited.close();
  });

  test("who opens and resets requests without end is thrown out, and others are served meanwhile", async () => {
    const own = await start();
    const hostile = await openSession(own.port, certificate);
    const friendly = await openSession(own.port, certificate);
    const isThrownOut = (): boolean => hostile.destroyed || hostile.closed;
    let sent = 0;
    while (!isThrownOut() && sent < 20_000) {
      for (let burst = 0; burst < 100 && !isThrownOut(); burst += 1) {
        const stream = hostile.request({ ":path": "/v3/tasks?slow" });
        stream.on("error", () => undefined);
        stream.close(constants.NGHTTP2_CANCEL);
        sent += 1;
      }
      expect((await askOver(friendly, { ":path": "/functions.json" })).status).toBe(200);
    }
    console.log(`Thrown out after ${sent} resets; ${reached.length} requests reached the service.`);
    expect(sent).toBeLessThan(5_000);
    await until("the service holds no call", () => held.every(({ destroyed, closed }) => destroyed || closed));
    friendly.destroy();
    await end(own.gateway);
  });
});

/** How a session refuses another stream: Node 22 throws, Node 24 gives a stream that fails. */
const refusalOf = (client: ClientHttp2Session): Promise<unknown> =>
  new Promise((resolve) => {
    try {
      client.request({ ":path": "/functions.json" }).on("error", resolve).on("response", resolve);
    } catch (error) {
      resolve(error);
    }
  });

describe("the end over HTTP/2", () => {
  const begin = async () => {
    const own = await start();
    const client = await openSession(own.port, certificate);
    const answer = askOver(client, { ":path": "/v3/tasks?slow" });
    await until("the service has the request", () => held.length === 1);
    const goneAway = new Promise((resolve) => client.once("goaway", resolve));
    return { ...own, client, answer, goneAway };
  };

  test("the client is told to open no more streams, and gets the answer that is under way whole", async () => {
    const { gateway: ending, client, answer, goneAway } = await begin();
    let ended = false;
    const drained = ending.drain({ longest: 30_000 }).then(() => (ended = true));
    expect(await goneAway).toBe(constants.NGHTTP2_NO_ERROR);
    expect(ending.listening).toBe(false);
    expect(ended).toBe(false);
    expect(await refusalOf(client)).toMatchObject({ code: "ERR_HTTP2_GOAWAY_SESSION" });
    held[0]!.end('{"slow":true}');
    expect(await answer).toMatchObject({ status: 200, text: '{"slow":true}', whole: true });
    await drained;
  });

  test("a large file that is under way arrives whole", async () => {
    const own = await start();
    const client = await openSession(own.port, certificate);
    const stream = client.request({ ":path": "/large.bin" });
    await new Promise((resolve) => stream.once("response", resolve));
    let bytes = 0;
    stream.on("data", (chunk: Buffer) => (bytes += chunk.length));
    const closed = new Promise((resolve) => stream.once("close", resolve));
    await own.gateway.drain({ longest: 30_000 });
    await closed;
    expect({ bytes, code: stream.rstCode }).toEqual({ bytes: 64 * mega, code: constants.NGHTTP2_NO_ERROR });
  });

  test("a connection that is idle, or just being made, does not hold the end up", async () => {
    const own = await start();
    const idle = await openSession(own.port, certificate);
    await askOver(idle, { ":path": "/functions.json" });
    const fresh = await openSession(own.port, certificate);
    const closed = Promise.all([idle, fresh].map((client) => new Promise((resolve) => client.once("close", resolve))));
    const began = performance.now();
    await own.gateway.drain({ longest: 30_000 });
    await closed;
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("a request that takes longer than the time given is cut off", async () => {
    const { gateway: ending, answer } = await begin();
    await ending.drain({ longest: 50 });
    expect((await answer).whole).toBe(false);
  });
});
