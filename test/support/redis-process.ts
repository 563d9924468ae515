import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/run/free-port";

/** Where `npm test` has found or installed a server; undefined where there is none. */
export const findRedisProgram = (): string | undefined =>
  [process.env["REDIS_SERVER_PATH"], "/usr/bin/redis-server"].find((place) => place !== undefined && existsSync(place));

export interface RunningRedis {
  readonly port: number;
  /** `redis://…` */
  readonly address: string;
  /** Starts it again on the same port with the data that it had. */
  readonly start: () => Promise<void>;
  readonly signal: (name: "SIGSTOP" | "SIGCONT") => void;
  /** Kills it, as the system does where memory is short. */
  readonly kill: () => Promise<void>;
  /** Kills it and removes its data. */
  readonly stop: () => Promise<void>;
}

/** A Redis server of its own, in a process of its own, that keeps its data as docs/team-gateway.md recommends. */
export const startRedis = async (...options: readonly string[]): Promise<RunningRedis> => {
  const folder = mkdtempSync(path.join(tmpdir(), "redis-"));
  const port = await freePort();
  const kept = ["--dir", folder, "--appendonly", "yes", "--save", "", "--bind", "127.0.0.1", "--port", String(port)];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(findRedisProgram() ?? "", [...kept, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    await readyIn(child);
    child.unref();
  };
  const kill = async (): Promise<void> => {
    if (child?.kill("SIGKILL") === true) await once(child, "exit");
    child = undefined;
  };
  await start();
  // A test that fails leaves nothing behind.
  const remove = (): void => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    start,
    kill,
    signal: (name) => void child?.kill(name),
    stop: async () => {
      await kill();
      process.off("exit", remove);
      remove();
    },
  };
};

const readyIn = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("Ready to accept connections")) resolve();
    });
    child.once("error", reject).once("exit", () => reject(new Error(`Redis ended: ${printed}`)));
  });
