import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { createGateway } from "../../../src/gateway/gateway";
import { startGateway, type Gateway } from "./served";
import { startUpstream } from "./upstream";

/** A service that answers each request by these bytes, and goes on as it likes. */
type Answers = (socket: Socket) => void;

let upstream: Server;
let gateway: Gateway;
let answer: Answers;

beforeAll(async () => {
  upstream = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", () => resolve()));
  const { port } = upstream.address() as AddressInfo;
  gateway = await startGateway({
    root: tmpdir(),
    upstream: `http://127.0.0.1:${port}`,
    limits: { firstByte: 1_000, pause: 1_000, total: 3_000, size: 2 ** 20 },
  });
});
afterAll(async () => {
  await gateway.close();
  upstream.close();
});

/** What a client sees: the status and whether the answer was complete. */
const outcome = async (answers: Answers): Promise<number | "broken"> => {
  answer = answers;
  try {
    return (await gateway.ask({ path: "/v3/tasks" })).status;
  } catch {
    return "broken";
  }
};

const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

test.each<[string, number | "broken", Answers]>([
  ["never answers", 504, () => undefined],
  ["closes without an answer", 502, (socket) => socket.destroy()],
  ["speaks no HTTP", 502, (socket) => socket.end("220 mail.example ESMTP\r\n")],
  [
    "changes the protocol unasked",
    502,
    (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n"),
  ],
  ["sends headers without end", 502, (socket) => socket.write(`${ok}X: ${"a".repeat(100_000)}`)],
  ["sends a length twice", 502, (socket) => socket.write(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`)],
  ["stops in the middle", "broken", (socket) => socket.write(`${ok}Content-Length: 10\r\n\r\n{`)],
  ["closes in the middle", "broken", (socket) => socket.end(`${ok}Content-Length: 10\r\n\r\n{`)],
  [
    "sends a broken chunk",
    "broken",
    (socket) => socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzzz\r\n`),
  ],
  ["announces too much", "broken", (socket) => socket.write(`${ok}Content-Length: 99999999\r\n\r\n`)],
])("a service that %s ends as %s", async (_, expected, answers) => {
  expect(await outcome(answers)).toBe(expected);
});

/** Writes a chunk each time the last one is written and some ms have passed. */
const drip =
  (chunk: string, pause: number): Answers =>
  (socket) => {
    socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n`);
    const next = (): void => {
      if (socket.destroyed) return;
      socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      setTimeout(next, pause);
    };
    next();
  };

test("an answer that goes on for ever, slowly or fast, is broken off", async () => {
  expect(await outcome(drip(" ", 100))).toBe("broken");
  expect(await outcome(drip(" ".repeat(65_536), 0))).toBe("broken");
});

test("after all that the gateway forwards as before", async () => {
  expect(await outcome((socket) => socket.end(`${ok}Content-Length: 2\r\n\r\n{}`))).toBe(200);
});

test("a client that leaves ends its call", async () => {
  const left = new Promise<void>((resolve) => {
    answer = (socket) => {
      socket.once("close", () => resolve());
      void client.then((socket) => socket.destroy());
    };
  });
  const { hostname, port } = new URL(gateway.address);
  const client = new Promise<Socket>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write("GET /v3/tasks HTTP/1.1\r\nHost: a\r\n\r\n");
      resolve(socket);
    });
  });
  await left;
});

test.each([
  ["text/html", "text/plain; charset=utf-8"],
  ["image/svg+xml", "text/plain; charset=utf-8"],
  ["text/html; a=application/json", "text/plain; charset=utf-8"],
  ["application/json; charset=utf-8", "application/json; charset=utf-8"],
  ["application/problem+json", "application/problem+json"],
])("an answer of type %s arrives as %s, not to be guessed at, run or stored", async (type, expected) => {
  answer = (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`);
  const { headers } = await gateway.ask({ path: "/v3/tasks" });
  expect(headers).toMatchObject({
    "content-type": expected,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  });
});

test.each(["", "/", "/base", "/base/", "/a/b"])("the base path of the service's address is kept: %j", async (base) => {
  const service = await startUpstream();
  const behind = await startGateway({ root: tmpdir(), upstream: service.address + base });
  expect((await behind.ask({ path: "/v3/tasks?size=1" })).status).toBe(200);
  expect(service.reached.map(({ url }) => url)).toEqual([`${base.replace(/\/$/, "")}/v3/tasks?size=1`]);
  await behind.close();
  await service.close();
});

test.each([
  "service.example",
  "ftp://service.example",
  "https://a:b@service.example",
  "https://service.example/?x=1",
  "https://service.example/#x",
])("%s is refused at the start as the address of a service", async (upstream) => {
  await expect(createGateway({ root: tmpdir(), upstream })).rejects.toThrow(
    `upstream must be an http or https address without user, query and fragment, got "${upstream}".`,
  );
});
