import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contractFile } from "./contract";
import { drift, redocly } from "./drift";
import { har } from "./har";
import { journey } from "./journey";
import { exchange, remote } from "./remote";
import { endProcesses, freePort, startProcess, type ServiceProcess } from "./service-process";

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

const prism = async (port: number): Promise<ChildProcess> => {
  const bin = path.join(__dirname, "../../node_modules/@stoplight/prism-cli/dist/index.js");
  const child = spawn(
    process.execPath,
    [bin, "proxy", contractFile, running.origin, "--port", String(port), "--errors"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  await new Promise<void>((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes("listening on")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`prism ended with ${code ?? "a signal"}: ${said}`)));
  });
  return child;
};

it(
  "a journey over every route passes Prism's validating proxy without a violation in either direction",
  async () => {
    const port = await freePort();
    const proxy = await prism(port);
    try {
      const caller = await remote(running.origin, `http://127.0.0.1:${port}`);
      await journey(caller);
      const broken = caller.exchanges.filter(
        ({ status, responseHeaders }) => status >= 500 || "sl-violations" in responseHeaders,
      );
      expect(broken.map(({ method, url, responseBody }) => [method, url, responseBody.slice(0, 400)])).toEqual([]);
      expect(caller.exchanges.length).toBeGreaterThan(30);
      const wrong = await exchange(`http://127.0.0.1:${port}/v3/tasks?size=0`, "GET", { token: "x" });
      expect(wrong.responseBody).toMatch(/violation|validation|invalid/i);
    } finally {
      proxy.kill("SIGTERM");
    }
  },
  patience,
);

it(
  "the contract passes its linter",
  async () => {
    const { code, said } = await redocly(["lint", contractFile]);
    expect([code, code === 0 ? "" : said]).toEqual([0, ""]);
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
    const { code, said } = await drift(file, ["--server", running.origin]);
    expect([code, code === 0 ? "" : said]).toEqual([0, ""]);
    const [first] = caller.exchanges.filter(({ url }) => url.includes("/v3/tasks"));
    if (!first) throw new Error("the journey lists no tasks");
    writeFileSync(file, har([{ ...first, responseBody: '{"data":[{"id":5}],"size":10,"has_next":false,"count":1}' }]));
    expect((await drift(file, ["--server", running.origin])).code).not.toBe(0);
  },
  patience,
);
