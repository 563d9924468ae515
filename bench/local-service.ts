import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

/** The local service in a process of its own. */
export interface LocalService {
  readonly address: string;
  readonly stop: () => void;
}

const root = path.join(__dirname, "..");

const readyLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /ready (\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`The local service ended with ${code ?? "a signal"}.`)));
  });

/** Starts it with its controls, size small, on a port that is free. */
export const startLocalService = async (port: number): Promise<LocalService> => {
  const tsx = require.resolve("tsx/cli");
  const command = [tsx, "scripts/service.ts", "--port", String(port), "--size", "small", "--local-controls"];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const address = await readyLine(child);
  return { address, stop: () => void child.kill() };
};
