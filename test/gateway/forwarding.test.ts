import { tmpdir } from "node:os";
import { routes } from "../../src/wire/routes";
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

/** The specification's routes, word for word. */
const specified = [
  ["POST", "/oauth/token"],
  ["POST", "/api/2.0/kg/candidates"],
  ["POST", "/api/2.0/documents"],
  ["POST", "/api/2.0/documents/translate"],
  ["POST", "/api/2.0/analyze/dataset"],
  ["POST", "/api/2.0/analyze/download"],
  ["POST", "/api/2.0/analyze/timeserie"],
  ["POST", "/v3/documents"],
  ["GET", `/v3/esg/documents/${uuid}`],
  ["GET", `/v3/sdg/documents/${uuid}`],
  ["GET", `/v3/universes/${uuid}/esg/documents`],
  ["GET", `/v3/universes/${uuid}/esg/events`],
  ["GET", `/v3/universes/${uuid}/entities`],
  ["GET", `/v3/entities/${uuid}/sdg/documents`],
  ["GET", `/v3/entities/${uuid}/universes`],
  ["POST", "/v3/entities/msearch"],
  ["POST", "/v3/universes"],
  ["PATCH", `/v3/universes/${uuid}`],
  ["GET", "/v3/tasks"],
  ["POST", "/v3/coverage-extension"],
] as const;

test("the list above is the whole contract", () => {
  const contract = Object.values(routes).map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, uuid)}`);
  expect(specified.map(([method, path]) => `${method} ${path}`).toSorted()).toEqual(contract.toSorted());
});

test.each(specified)("%s %s travels on, with its query and its body", async (method, path) => {
  const body = method === "GET" ? {} : { body: '{"a":1}', headers: { "content-type": "application/json" } };
  const { status, text } = await gateway.ask({ method, path: `${path}?size=10&search_after=a%2Fb`, ...body });
  expect({ status, text }).toEqual({ status: 200, text: `{"answered":"${path}?size=10&search_after=a%2Fb"}` });
  expect(upstream.reached).toHaveLength(1);
  expect(upstream.reached[0]).toMatchObject({ method, body: body.body ?? "" });
});

test.each([
  ["GET", "/oauth/token"],
  ["DELETE", `/v3/universes/${uuid}`],
  ["PUT", "/v3/universes"],
  ["GET", "/v3/universes"],
  ["POST", "/v3/tasks"],
  ["GET", "/v3/entities/msearch"],
  ["OPTIONS", "/v3/tasks"],
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
  ["GET", "/api/2.0/documents"],
  ["POST", "/api/2.0/documents/other"],
])("%s %s never reaches the service", async (method, path) => {
  const { status } = await gateway.ask({ method, path });
  expect(status).toBe(404);
  expect(upstream.reached).toEqual([]);
});

test.each(["http://HOST/v3/tasks", "//HOST/v3/tasks", "/\\\\HOST/v3/tasks", "/\\HOST/v3/tasks"])(
  "a token is not sent to a host that the request line names (%s)",
  async (asked) => {
    const elsewhere = await startUpstream();
    const path = asked.replace("HOST", new URL(elsewhere.address).host);
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

test("the local service's own routes pass only where that was asked for", async () => {
  const open = await startGateway({ root: tmpdir(), upstream: upstream.address, alsoLocal: true });
  expect(await open.ask({ path: "/_local/demo" })).toMatchObject({ status: 200 });
  expect(await open.ask({ path: "/_local/../v3/nothing" })).toMatchObject({ status: 404 });
  await open.close();
  expect(upstream.reached).toHaveLength(1);
});
