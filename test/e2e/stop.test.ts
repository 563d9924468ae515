import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { until } from "../support/until";
import { findRunning, isAlive } from "../../scripts/run/running";

const root = path.join(__dirname, "../..");
const stop = (): string =>
  spawnSync(process.execPath, ["scripts/run/run.mjs", "scripts/run/stop.ts"], { cwd: root, encoding: "utf8" }).stdout;

test("npm run stop ends what npm start started, page and service, and then says that nothing runs", async () => {
  const started = spawn(process.execPath, ["scripts/run/start.mjs", "--port", "0", "--size", "test"], { cwd: root });
  let said = "";
  started.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the workbench is served", () => said.includes("ready http"));
  const address = /ready (\S+)/.exec(said)?.[1] ?? "";
  expect((await fetch(address)).status).toBe(200);
  const running = (await findRunning()).find((each) => each.address === address);
  expect(running).toBeDefined();

  expect(stop()).toContain(`stopped ${address}\n`);
  await until("npm start has ended", () => started.exitCode !== null);
  expect([running?.pid, running?.service].map((pid) => isAlive(pid ?? 0))).toEqual([false, false]);
  await expect(fetch(address)).rejects.toThrow();
  expect(stop()).toBe("Nothing is running.\n");
});

test("the local service ends with the program that started it, also when that is killed", async () => {
  const started = spawn(process.execPath, ["scripts/run/start.mjs", "--port", "0", "--size", "test"], { cwd: root });
  let said = "";
  started.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until("the workbench is served", () => said.includes("ready http"));
  const address = /ready (\S+)/.exec(said)?.[1] ?? "";
  const running = (await findRunning()).find((each) => each.address === address);
  process.kill(running?.pid ?? 0, "SIGKILL");
  await until("the service has ended", () => !isAlive(running?.service ?? 0));
});
