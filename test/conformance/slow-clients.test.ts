import { connect, type Socket } from "node:net";
import { endProcesses, startProcess, type ServiceProcess } from "./service-process";
import { remote } from "./remote";

let running: ServiceProcess;
beforeAll(async () => {
  running = await startProcess([]);
});
afterAll(async () => {
  await endProcesses();
});

const open = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(running.origin);
    const socket: Socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on("error", reject);
  });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const answerTo = async (parts: readonly string[], between = 30): Promise<string> => {
  const socket = await open();
  let response = "";
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("data", (chunk: Buffer) => {
    response += chunk.toString();
    if (response.includes("}")) socket.end();
  });
  for (const part of parts) {
    socket.write(part);
    await pause(between);
  }
  socket.setTimeout(4000, () => socket.destroy());
  await closed;
  return response;
};

it("a request that arrives byte by byte is answered", async () => {
  const text = "GET /_local/demo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
  expect(await answerTo(text.split(/(?=[^])/), 2)).toMatch(/^HTTP\/1.1 200/);
});

it("many clients that send half a body and stay silent keep nobody else from an answer", async () => {
  const silent = await Promise.all(Array.from({ length: 50 }, open));
  for (const socket of silent)
    socket.write(
      "POST /v3/entities/msearch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{",
    );
  const caller = await remote(running.origin);
  expect((await caller.call("GET", "/v3/tasks")).status).toBe(200);
  for (const socket of silent) socket.destroy();
});

it("clients that go away in the middle of a request or of an answer are forgotten", async () => {
  for (let i = 0; i < 20; i += 1) {
    const socket = await open();
    socket.write(
      i % 2 === 0
        ? "GET /_local/demo HTTP/1.1\r\nhost: localhost\r\n\r\n"
        : "POST /oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{",
    );
    socket.destroy();
  }
  const caller = await remote(running.origin);
  expect((await caller.call("GET", "/v3/tasks")).status).toBe(200);
});

it("something that is no HTTP is refused and the service goes on", async () => {
  const response = await answerTo(["\x16\x03\x01 this is no request\r\n\r\n"]);
  expect(response).toMatch(/^HTTP\/1.1 400[^]*"code":400,"reason":"invalid"/);
  const long = await answerTo([`GET /v3/tasks HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(20_000)}\r\n\r\n`]);
  expect(long).toMatch(/^HTTP\/1.1 431[^]*"code":431,"reason":"invalid"/);
  const caller = await remote(running.origin);
  expect((await caller.call("GET", "/v3/tasks")).status).toBe(200);
});

it("a client that announces more than it may is refused without being waited for", async () => {
  const head =
    "POST /v3/entities/msearch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{";
  expect(await answerTo([head])).toMatch(/^HTTP\/1.1 4\d\d/);
});

it("a client that sends ten megabytes reads its refusal, and so does one that does not say how many", async () => {
  const caller = await remote(running.origin);
  const { requestHeaders } = await caller.call("GET", "/v3/tasks");
  const headers = { "content-type": "application/json", authorization: requestHeaders["authorization"] ?? "" };
  const huge = `{"entities":[{"name":"${"a".repeat(10 * 1024 * 1024)}"}]}`;
  const whole = await fetch(`${running.origin}/v3/entities/msearch`, { method: "POST", headers, body: huge });
  expect([whole.status, await whole.json()]).toEqual([413, expect.objectContaining({ code: 413 })]);
  const body = new Blob([huge]).stream();
  const options = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const streamed = await fetch(`${running.origin}/v3/entities/msearch`, options);
  expect([streamed.status, await streamed.json()]).toEqual([413, expect.objectContaining({ code: 413 })]);
});

it("a method nobody has heard of is 405 where there is a route, and 404 where there is none", async () => {
  const ask = (path: string): Promise<string> =>
    answerTo([`PROPFIND ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`]);
  const known = await ask("/v3/tasks?size=1");
  expect(known).toMatch(/^HTTP\/1.1 405/);
  expect(known).toMatch(/\r\nallow: GET\r\n/i);
  expect(await ask("/v3/nothing")).toMatch(/^HTTP\/1.1 404/);
});
