import { spawn } from "node:child_process";
import path from "node:path";
import { contractFile } from "./contract";
import { freePort } from "../../scripts/run/free-port";

/** A validating proxy before a service. */
export interface Prism {
  readonly origin: string;
  /** Everything it printed: one line for each request and each violation. */
  readonly output: () => string;
  readonly stop: () => void;
}

/** Starts Prism before `upstream`: a request or answer that violates the contract is answered with an error that says so. */
export const startPrism = async (upstream: string): Promise<Prism> => {
  const port = await freePort();
  const bin = path.join(__dirname, "../../node_modules/@stoplight/prism-cli/dist/index.js");
  const program = [bin, "proxy", contractFile, upstream, "--port", String(port), "--errors"];
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes("listening on")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`prism ended with ${code ?? "a signal"}: ${output}`)));
  });
  return { origin: `http://127.0.0.1:${port}`, output: () => output, stop: () => void child.kill("SIGTERM") };
};
