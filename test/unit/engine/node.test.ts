import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createService, type Service } from "../../../src/service/service";
import type { Demo } from "../../support/local-runtime";
import type { NodeResult } from "../../support/node-engine";

const root = path.join(__dirname, "../../..");

let service: Service;
let address: string;
let demo: Demo;
let folder: string;

beforeAll(async () => {
  service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05" });
  address = await service.listen(0);
  demo = (await service.fastify.inject("/_local/demo")).json<Demo>();
  folder = mkdtempSync(path.join(tmpdir(), "engine-files-"));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs test/support/node-engine.ts in a process of its own, signed in or not. */
const calculate = async (signedIn: boolean): Promise<NodeResult> => {
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  const universe = demo.universes[0]?.universe_id ?? "";
  const account = signedIn ? [key, secret, demo.audience, demo.client_id] : [];
  const args = ["--import", "tsx", path.join(root, "test/support/node-engine.ts"), folder, address, universe];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...account], { cwd: root });
  return JSON.parse(stdout) as NodeResult;
};

test("the engine answers ESG.EVENTS in plain Node; a later process answers from the cache on files without a call", async () => {
  const first = await calculate(true);
  expect(first.globals).toEqual([]);
  expect(first.source).toBe("live");
  expect(first.rows[0]).toContain("Title");
  expect(first.rows.length).toBeGreaterThan(100);
  expect(first.sent.filter((call) => !call.endsWith("/oauth/token"))).toEqual([
    expect.stringMatching(/^GET .*\/events$/),
    "POST /v3/entities/msearch",
  ]);

  const second = await calculate(true);
  expect(second.source).toBe("memory");
  expect(second.rows).toEqual(first.rows);
  expect(second.sent.map((call) => call.split(" ")[1])).toEqual(["/oauth/token"]);

  const third = await calculate(false);
  expect(third.source).toBe("memory signed out");
  expect(third.rows).toEqual(first.rows);
  expect(third.sent).toEqual([]);
});
