import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type RouteName, routes } from "../../../../src/contract/routes";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { createClient, type Send } from "../../../../src/engine/http/client";

const answering =
  (body: string | null, init: ResponseInit = {}): Send =>
  () =>
    Promise.resolve(new Response(body, init));

const call = {
  route: "listEsgEvents",
  path: { universe_id: "a b" },
  query: { fields: ["id", "title"], size: 5 },
} as const;

const failure = (status: number, body: string, headers = {}): Promise<unknown> =>
  createClient(
    "http://service.example/",
    answering(body, { status, headers }),
  )(call).then(
    () => "no failure",
    (error: unknown) => error,
  );

test("a call becomes the route's method and address, lists as repeated parameters", async () => {
  const seen: Request[] = [];
  const send: Send = (request) => {
    seen.push(request);
    return Promise.resolve(Response.json({ data: [] }));
  };
  await createClient("http://service.example/", send)(call);
  await createClient("http://service.example", send)({ route: "searchEntities", body: { entities: [{ name: "x" }] } });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET http://service.example/v3/universes/a%20b/esg/events?fields=id&fields=title&size=5",
    "POST http://service.example/v3/entities/msearch",
  ]);
  expect(await seen[1]!.text()).toBe('{"entities":[{"name":"x"}]}');
});

test.each([
  [
    "v3",
    400,
    '{"message":"Bad.","code":400,"reason":"invalid","errors":[{"field":"score","message":"1 to 5","reason":"invalid_element"}]}',
    "rejected",
    "score: 1 to 5",
  ],
  ["dataset", 400, '{"_schema":["start_date is missing"]}', "rejected", "start_date is missing"],
  ["field lists", 400, '{"limit":["at most 500"]}', "rejected", "limit: at most 500"],
  ["legacy value", 404, '{"value":"no such instance"}', "not-found", "Not found"],
  [
    "legacy 403",
    403,
    '{"error":{"message":"site type not allowed","statusCode":403}}',
    "no-access",
    "site type not allowed",
  ],
  ["spent budget", 403, '{"message":"x","code":403,"reason":"budget_spent"}', "budget-spent", "resets at 00:00 UTC"],
  ["forbidden", 403, '{"message":"not yours","code":403,"reason":"forbidden"}', "no-access", "not yours"],
  ["no licence", 402, '{"message":"x","code":402,"reason":"forbidden"}', "no-access", "no access to this company"],
  ["name taken", 409, '{"message":"name exists","code":409,"reason":"invalid"}', "rejected", "name exists"],
  ["HTML from a proxy", 502, "<html>", "unavailable", "502"],
  ["wrong method", 405, "", "unexpected", "Something went wrong"],
])("an error body of the kind %s is one sentence", async (...row) => {
  const [, status, body, code, sentence] = row;
  const error = await failure(status, body);
  expect(error).toMatchObject({ code, details: { status } });
  expect((error as Error).message).toContain(sentence);
});

test.each([
  ["2", {}, 2_000],
  ["Mon, 05 Jan 2026 09:00:30 GMT", { Date: "Mon, 05 Jan 2026 09:00:00 GMT" }, 30_000],
  ["soon", {}, undefined],
])("Retry-After %s is understood", async (retryAfter, headers, wait) => {
  const error = await failure(429, "{}", { "Retry-After": retryAfter, ...headers });
  expect(error).toMatchObject({ code: "throttled" });
  expect((error as { details: { retryAfter?: number } }).details.retryAfter).toBe(wait);
});

test.each([
  ["is HTML", "<html></html>"],
  ["breaks off", '{"data":[{"id":'],
  ["is empty", ""],
])("a body with 200 that %s is no answer", async (_, body) => {
  await expect(createClient("http://x.example", answering(body))(call)).rejects.toMatchObject({ code: "unavailable" });
});

test("202 and 204 have no value; CSV and JSON lines stay text", async () => {
  const client = (body: string | null, status: number): ReturnType<typeof createClient> =>
    createClient("http://x.example", answering(body, { status }));
  expect(await client("", 202)(call)).toEqual({ status: 202, value: undefined });
  expect(await client(null, 204)(call)).toEqual({ status: 204, value: undefined });
  const series = { route: "getTimeSeries", query: { output_format: "csv" }, body: {} } as const;
  expect(await client("a,b\n1,2", 200)(series)).toEqual({ status: 200, value: "a,b\n1,2" });
});

test("an aborted call rejects with the signal's reason", async () => {
  const controller = new AbortController();
  const reason = new Error("stopped");
  const send: Send = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new TypeError("fetch failed"))));
  const answer = createClient("http://x.example", send)(call, {
    signal: controller.signal,
    progressed: () => undefined,
  });
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

test("each part of an answer counts as progress, and characters that were cut in two are whole", async () => {
  const bytes = new TextEncoder().encode('{"data":[{"title":"Zürich – 東京"}]}');
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const byte of bytes) stream.enqueue(new Uint8Array([byte]));
      stream.close();
    },
  });
  let parts = 0;
  const attempt = { signal: new AbortController().signal, progressed: () => (parts += 1) };
  const { value } = await createClient("http://x.example", () => Promise.resolve(new Response(body)))(call, attempt);
  expect(value).toEqual({ data: [{ title: "Zürich – 東京" }] });
  expect(parts).toBe(bytes.length + 1);
});

const serving = async (answer: RequestListener): Promise<{ server: Server; address: string }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

test("a redirect is not followed, so the request's headers go to no other server", async () => {
  const reached: (string | undefined)[] = [];
  const elsewhere = await serving(({ url }, response) => {
    reached.push(url);
    response.end("{}");
  });
  const first = await serving((_, response) => {
    response.writeHead(307, { Location: `${elsewhere.address}/token` }).end();
  });
  const client = createClient(first.address, (request) => fetch(request));
  await expect(client({ route: "createToken", body: { password: "secret" } })).rejects.toThrow();
  expect(reached).toEqual([]);
  first.server.close();
  elsewhere.server.close();
});

const right: Readonly<Partial<Record<RouteName, unknown>>> = {
  createToken: { access_token: "t" },
  findKgCandidates: [],
  translateDocuments: [],
  getLegacyDocuments: [],
  startAnalysis: { instance: "i" },
  downloadAnalysis: [],
  getTimeSeries: [],
  getEsgDocument: { id: "d" },
  getSdgDocument: { id: "d" },
  createUniverse: { universe_id: "u" },
  extendCoverage: { task_id: "t" },
};

test.each(Object.keys(routes) as RouteName[])("JSON of another shape is no answer of %s", async (route) => {
  const read = (value: unknown): Promise<unknown> =>
    createClient("http://service.example/", () => Promise.resolve(Response.json(value)))({ route }).then(
      (reply) => reply.value,
      (error: unknown) => (error instanceof AddinError ? error.code : error),
    );
  const answer = right[route] ?? { data: [{ id: "x" }] };
  expect(await read(answer)).toEqual(answer);
  const foreign = [{ status: "login" }, {}, { data: {} }, { data: [null] }, null, "ok", 1, true];
  const others = Array.isArray(answer) ? [{ data: [] }] : [[], [{ id: "x" }]];
  for (const value of [...foreign, ...others]) expect([value, await read(value)]).toEqual([value, "unavailable"]);
});

test("markup in place of lines of JSON or CSV is no answer", async () => {
  const read = (query: Record<string, string>, text: string): Promise<unknown> =>
    createClient(
      "http://service.example/",
      answering(text),
    )({ route: "downloadAnalysis", query, body: {} }).then(
      (reply) => reply.value,
      (error: unknown) => (error instanceof AddinError ? error.code : error),
    );
  for (const query of [{ json_lines: "true" }, { output_format: "csv" }]) {
    expect(await read(query, "\n<!doctype html><p>Sign in</p>")).toBe("unavailable");
    expect(await read(query, "")).toBe("");
    expect(await read(query, '{"a":1}\n')).toBe('{"a":1}\n');
  }
});
