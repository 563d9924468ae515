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
  let said = "";
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes("}")) socket.end();
  });
  for (const part of parts) {
    socket.write(part);
    await pause(between);
  }
  socket.setTimeout(4000, () => socket.destroy());
  await closed;
  return said;
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
  await pause(50);
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
  expect(await answerTo(["\x16\x03\x01 this is no request\r\n\r\n"])).toMatch(/^HTTP\/1.1 400|^$/);
  const caller = await remote(running.origin);
  expect((await caller.call("GET", "/v3/tasks")).status).toBe(200);
});

it("a client that announces more than it may is refused without being waited for", async () => {
  const head =
    "POST /v3/entities/msearch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{";
  expect(await answerTo([head])).toMatch(/^HTTP\/1.1 4\d\d/);
});
