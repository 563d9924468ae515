import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gateway-restart-"));
  writeFileSync(path.join(folder, "functions.json"), "{}");
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

interface Process {
  readonly origin: string;
  /** Asks it to end, and resolves when it has. */
  readonly end: () => Promise<void>;
}

const start = async (port = "0"): Promise<Process> => {
  const program = ["--import", "tsx", "scripts/run/gateway.ts", "--port", port, "--root", folder, "--quiet"];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  let printed = "";
  const origin = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`The gateway ended: ${printed}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /ready (http:\/\/[^/\s]+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const end = async (): Promise<void> => {
    child.kill("SIGTERM");
    await once(child, "exit");
    running.delete(child);
  };
  return { origin, end };
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The status, after the whole answer. */
const ask = (origin: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = get(`${origin}/functions.json`, { agent }, (answer) => {
      answer.resume().once("error", reject);
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject);
  });

/**
 * Clients with a connection of their own that stays open. Each asks one gateway again and again, and the other where that
 * accepts no connection.
 */
const load = (origins: readonly string[], clients: number, think: number) => {
  const counts: Record<string, number> = {};
  let isOver = false;
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const askSomewhere = async (client: number, agent: Agent): Promise<void> => {
    for (const [index] of origins.entries())
      try {
        count(String(await ask(origins[(client + index) % origins.length] ?? "", agent)));
        return;
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException;
        count(code);
        if (code !== "ECONNREFUSED") return;
      }
  };
  const play = async (client: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      await pause(Math.random() * 2 * think);
      await askSomewhere(client, agent);
    }
    agent.destroy();
  };
  const all = Promise.all(Array.from({ length: clients }, (_, client) => play(client)));
  const end = async (): Promise<Readonly<Record<string, number>>> => {
    isOver = true;
    await all;
    return counts;
  };
  return { end };
};

test("no request is lost when two gateways restart in turn under the load of many open connections", async () => {
  const gateways = await Promise.all([start(), start()]);
  const { end } = load(
    gateways.map(({ origin }) => origin),
    200,
    50,
  );
  await pause(500);
  for (const turn of [0, 1]) {
    const { origin, end: stop } = gateways[turn]!;
    await stop();
    gateways[turn] = await start(new URL(origin).port);
  }
  const counts = await end();
  // Refused before anything was sent, so that the other gateway was asked.
  const { ECONNREFUSED: moved, ...others } = counts;
  expect(others).toEqual({ 200: expect.any(Number) as number });
  expect(moved).toBeGreaterThan(0);
}, 120_000);
