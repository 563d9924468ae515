import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "./config";
import { runGateway } from "./run-gateway";

/**
 * `node gateway/main.js --config FILE`, in a release: the add-in's files are beside the program's folder. With `mcp` before
 * it, one person's assistant is answered on stdin and stdout.
 */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options: { config: { type: "string" } }, allowPositionals: true });
  const [command, other] = positionals;
  if (other !== undefined || (command !== undefined && command !== "mcp"))
    throw new Error(`There is only the command mcp, got "${positionals.join(" ")}".`);
  if (values.config === undefined) throw new Error("Name a configuration file: --config FILE (docs/deploy.md).");
  const config = readConfig(values.config, path.join(__dirname, "..", "addin"));
  if (command === undefined) return runGateway(config);
  const { runMcpOverStdio } = await import("./mcp/mcp-over-stdio");
  await runMcpOverStdio(config);
  process.exit(0);
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
