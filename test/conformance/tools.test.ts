import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contractFile } from "./contract";
import { drift, redocly } from "./drift";
import { har } from "./har";
import { journey } from "./journey";
import { startPrism } from "./prism";
import { exchange, remote } from "./remote";
import { endProcesses, startProcess, type ServiceProcess } from "./service-process";

const patience = 120_000;
const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
let running: ServiceProcess;
beforeAll(async () => {
  running = await startProcess([]);
});
afterAll(async () => {
  await endProcesses();
  rmSync(folder, { recursive: true, force: true });
});

it(
  "a journey over every route passes Prism's validating proxy without a violation in either direction",
  async () => {
    const proxy = await startPrism(running.origin);
    try {
      const caller = await remote(running.origin, proxy.origin);
      await journey(caller);
      const broken = caller.exchanges.filter(
        ({ status, responseHeaders }) => status >= 500 || "sl-violations" in responseHeaders,
      );
      expect(broken.map(({ method, url, responseBody }) => [method, url, responseBody.slice(0, 400)])).toEqual([]);
      expect(caller.exchanges.length).toBeGreaterThan(30);
      const wrong = await exchange(`${proxy.origin}/v3/tasks?size=0`, "GET", { token: "x" });
      expect(wrong.responseBody).toMatch(/violation|validation|invalid/i);
    } finally {
      proxy.stop();
    }
  },
  patience,
);

it(
  "the contract passes its linter",
  async () => {
    const { code, output } = await redocly(["lint", contractFile]);
    expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
  },
  patience,
);

it(
  "the journey's traffic shows no drift from the contract",
  async () => {
    const caller = await remote(running.origin);
    await journey(caller);
    const file = path.join(folder, "journey.har");
    writeFileSync(file, har(caller.exchanges));
    const { code, output } = await drift(file, ["--server", running.origin]);
    expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
    const [first] = caller.exchanges.filter(({ url }) => url.includes("/v3/tasks"));
    if (!first) throw new Error("the journey lists no tasks");
    writeFileSync(file, har([{ ...first, responseBody: '{"data":[{"id":5}],"size":10,"has_next":false,"count":1}' }]));
    expect((await drift(file, ["--server", running.origin])).code).not.toBe(0);
  },
  patience,
);
