import { tmpdir } from "node:os";
import { routes } from "../../../src/contract/routes";
import { type Gateway, startGateway } from "./served";
import { startUpstream, type Upstream } from "./upstream";

let upstream: Upstream;
let gateway: Gateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ root: tmpdir(), upstream: upstream.address });
});
beforeEach(() => void upstream.reached.splice(0));
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const uuid = "6f485c9c-685f-45ef-8fa0-758a078e19bf";

const contract = Object.values(routes).map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, uuid)] as const);

test.each(contract)("%s %s is forwarded with its query and its body", async (method, path) => {
  const body = method === "GET" ? {} : { body: '{"a":1}', headers: { "content-type": "application/json" } };
  const { status, text } = await gateway.ask({ method, path: `${path}?size=10&search_after=a%2Fb`, ...body });
  expect({ status, text }).toEqual({ status: 200, text: `{"answered":"${path}?size=10&search_after=a%2Fb"}` });
  expect(upstream.reached).toHaveLength(1);
  expect(upstream.reached[0]).toMatchObject({ method, body: body.body ?? "" });
});

test.each([
  ["GET", "/oauth/token", "POST"],
  ["DELETE", `/v3/universes/${uuid}`, "PATCH"],
  ["PUT", "/v3/universes", "POST"],
  ["GET", "/v3/universes", "POST"],
  ["POST", "/v3/tasks", "GET"],
  ["HEAD", "/v3/tasks", "GET"],
  ["GET", "/v3/entities/msearch", "POST"],
  ["OPTIONS", "/v3/tasks", "GET"],
])(
  "%s %s is 405 with the methods that are allowed, as at the service, and never reaches it",
  async (method, path, allow) => {
    const { status, headers, text } = await gateway.ask({ method, path });
    expect({ status, allow: headers["allow"] }).toEqual({ status: 405, allow });
    if (method !== "HEAD") expect(JSON.parse(text)).toMatchObject({ code: 405, reason: "invalid" });
    expect(upstream.reached).toEqual([]);
  },
);

test.each([
  ["GET", "/v3"],
  ["GET", "/v3/tasks/"],
  ["GET", "/v3/tasks/1"],
  ["GET", "//v3/tasks"],
  ["GET", "/v3//tasks"],
  ["GET", "/V3/tasks"],
  ["GET", `/v3/universes/${uuid}/esg/events/more`],
  ["GET", `/v3/universes/${uuid}%2Fesg/esg/events`],
  ["GET", "/v3/universes/../tasks/esg/events"],
  ["GET", "/v3/universes/%2e%2e/esg/events"],
  ["GET", `/v3/universes/${"a".repeat(65)}/esg/events`],
  ["GET", "/_local/demo"],
  ["GET", "/_local/calls"],
  ["POST", "/_local/faults"],
  ["GET", "/openapi.json"],
  ["GET", "/constructor"],
  ["GET", "/api/2.0/documents/"],
  ["POST", "/api/2.0/documents/other"],
])("%s %s never reaches the service", async (method, path) => {
  const { status } = await gateway.ask({ method, path });
  expect(status).toBe(404);
  expect(upstream.reached).toEqual([]);
});

test.each(["http://HOST/v3/tasks", "//HOST/v3/tasks", "/\\\\HOST/v3/tasks", "/\\HOST/v3/tasks"])(
  "a token is not sent to a host that the request line names (%s)",
  async (template) => {
    const elsewhere = await startUpstream();
    const path = template.replace("HOST", new URL(elsewhere.address).host);
    await gateway.ask({ path, headers: { authorization: "Bearer a.b.c" } });
    await elsewhere.close();
    expect(elsewhere.reached).toEqual([]);
    expect(upstream.reached).toEqual([]);
  },
);

test("of the browser's headers only those of the specification travel", async () => {
  await gateway.ask({
    path: "/v3/tasks",
    headers: {
      authorization: "Bearer a.b.c",
      accept: "application/json",
      cookie: "session=secret",
      referer: "https://elsewhere.example/",
      origin: "https://elsewhere.example",
      "x-forwarded-for": "10.0.0.1",
      "user-agent": "Excel",
    },
  });
  const { host, connection, ...headers } = upstream.reached[0]?.headers ?? {};
  expect(headers).toEqual({ authorization: "Bearer a.b.c", accept: "application/json" });
  expect(host).toBe(new URL(upstream.address).host);
  expect(connection).toBeDefined();
});

const smuggled = "DELETE /v3/universes HTTP/1.1\r\nHost: a\r\n\r\n";
const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;

test.each([
  ["GET", "chunked", `Transfer-Encoding: chunked\r\n\r\n${chunked}`],
  ["GET", "of a given length", `Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
  ["HEAD", "chunked", `Transfer-Encoding: chunked\r\n\r\n${chunked}`],
])("a %s with a %s body reaches no service: one 400, and the connection ends", async (method, _, rest) => {
  const received = await gateway.send(`${method} /v3/tasks HTTP/1.1\r\nHost: a\r\n${rest}`);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  expect(upstream.reached).toEqual([]);
});

test("a chunked body of a POST reaches the service as the body of one request", async () => {
  const head = "POST /v3/documents HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
  expect(await gateway.send(head + chunked)).toContain("HTTP/1.1 200");
  expect(upstream.reached.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["POST", "/v3/documents", smuggled],
  ]);
});

test.each([
  ["two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  ["a length and chunks", `Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
  ["a transfer coding that ends with no chunks", "Transfer-Encoding: chunked, identity\r\n\r\nab"],
  ["chunks of a wrong size", "Transfer-Encoding: chunked\r\n\r\nxyz\r\nab\r\n0\r\n\r\n"],
])("a POST with %s reaches no service as a whole request", async (_, rest) => {
  const received = await gateway.send(`POST /v3/documents HTTP/1.1\r\nHost: a\r\n${rest}`);
  expect(received).not.toContain("HTTP/1.1 200");
  expect(upstream.reached).toEqual([]);
});

test("of the service's headers no cookie and no name of a server come back", async () => {
  const { headers } = await gateway.ask({ path: "/v3/tasks" });
  expect(headers).toMatchObject({ "content-type": "application/json", "retry-after": "3" });
  expect(headers).not.toHaveProperty("set-cookie");
  expect(headers).not.toHaveProperty("server");
});

test("a service that cannot be reached is a 502, and the gateway lives on", async () => {
  const down = await startUpstream();
  await down.close();
  const alone = await startGateway({ root: tmpdir(), upstream: down.address });
  expect(await alone.ask({ path: "/v3/tasks" })).toMatchObject({ status: 502, text: "The service cannot be reached." });
  expect(await alone.ask({ path: "/nothing" })).toMatchObject({ status: 404 });
  await alone.close();
});

test("without a service behind it nothing is forwarded", async () => {
  const alone = await startGateway({ root: tmpdir() });
  expect(await alone.ask({ path: "/v3/tasks" })).toMatchObject({ status: 404 });
  await alone.close();
});

test.each([
  [{ host: "attacker.example" }, 403],
  [{ host: "attacker.example:8443" }, 403],
  [{ host: "localhost.attacker.example" }, 403],
  [{ host: "127.0.0.1.attacker.example" }, 403],
  [{ host: "localhost", origin: "https://attacker.example" }, 403],
  [{ host: "localhost", origin: "null" }, 403],
  [{ host: "localhost", origin: "http://localhost" }, 200],
  [{ host: "[::1]" }, 200],
] as const)("the local service's own routes with the headers %j answer %d", async (headers, status) => {
  const open = await startGateway({ root: tmpdir(), upstream: upstream.address, alsoLocal: true });
  expect(await open.ask({ method: "POST", path: "/_local/faults", headers })).toMatchObject({ status });
  await open.close();
  expect(upstream.reached).toHaveLength(status === 200 ? 1 : 0);
});

test("the local service's own routes pass only where that was asked for", async () => {
  const open = await startGateway({ root: tmpdir(), upstream: upstream.address, alsoLocal: true });
  expect(await open.ask({ path: "/_local/demo" })).toMatchObject({ status: 200 });
  expect(await open.ask({ path: "/_local/../v3/nothing" })).toMatchObject({ status: 404 });
  await open.close();
  expect(upstream.reached).toHaveLength(1);
});
