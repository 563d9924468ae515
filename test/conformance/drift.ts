// Holds a HAR against the contract: `node scripts/run/run.mjs test/conformance/drift.ts FILE.har [origin]`.
import { spawn } from "node:child_process";
import path from "node:path";
import { contractFile } from "./contract";

/** What a tool said and how it ended. */
export interface Verdict {
  readonly code: number;
  readonly output: string;
}

/** Runs the contract linter's command line, without telemetry. */
export const redocly = (options: readonly string[]): Promise<Verdict> =>
  new Promise((resolve) => {
    const bin = path.join(__dirname, "../../node_modules/.bin/redocly");
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const child = spawn(bin, [...options], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      cwd: path.join(__dirname, "../.."),
    });
    let output = "";
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });

/** Compares recorded traffic with openapi.yaml: undocumented paths, parameters, statuses and bodies are drift. */
export const drift = (harFile: string, options: readonly string[] = []): Promise<Verdict> =>
  redocly(["drift", harFile, "--api", contractFile, ...options]);

if (require.main === module) {
  void drift(process.argv[2] ?? "", process.argv.slice(3)).then(({ code, output }) => {
    console.log(output);
    process.exit(code);
  });
}
