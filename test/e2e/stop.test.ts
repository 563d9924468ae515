import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "../support/until";
import { findRunning, isAlive } from "../../scripts/run/running";

const root = path.join(__dirname, "../..");
/** The programs of other test files are not noted here. */
const folder = mkdtempSync(path.join(tmpdir(), "running-"));
const env = { ...process.env, RUNNING_FOLDER: folder };
const start = (): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ["scripts/run/start.mjs", "--port", "0", "--size", "test"], { cwd: root, env });
const stop = (): string =>
  spawnSync(process.execPath, ["scripts/run/run.mjs", "scripts/run/stop.ts"], { cwd: root, env, encoding: "utf8" })
    .stdout;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("npm run stop ends what npm start started, page and service, and then says that nothing runs", async () => {
  const started = start();
  let said = "";
  started.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the workbench is served", () => said.includes("ready http"));
  const address = /ready (\S+)/.exec(said)?.[1] ?? "";
  expect((await fetch(address)).status).toBe(200);
  const running = (await findRunning(folder)).find((each) => each.address === address);
  expect(running).toBeDefined();

  expect(stop()).toContain(`stopped ${address}\n`);
  await until("npm start has ended", () => started.exitCode !== null);
  expect([running?.pid, running?.service].map((pid) => isAlive(pid ?? 0))).toEqual([false, false]);
  await expect(fetch(address)).rejects.toThrow();
  expect(stop()).toBe("Nothing is running.\n");
});

test("the local service ends with the program that started it, also when that is killed", async () => {
  const started = start();
  let said = "";
  started.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the workbench is served", () => said.includes("ready http"));
  const address = /ready (\S+)/.exec(said)?.[1] ?? "";
  const running = (await findRunning(folder)).find((each) => each.address === address);
  process.kill(running?.pid ?? 0, "SIGKILL");
  await until("the service has ended", () => !isAlive(running?.service ?? 0));
});
