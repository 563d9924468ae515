import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "./config";
import { runGateway } from "./run-gateway";

/** `node gateway/main.js --config FILE`, in a release: the add-in's files are beside the program's folder. */
const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { config: { type: "string" } } });
  if (values.config === undefined) throw new Error("Name a configuration file: --config FILE (docs/deploy.md).");
  await runGateway(readConfig(values.config, path.join(__dirname, "..", "addin")));
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
