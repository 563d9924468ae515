import path from "node:path";
import { flag, port, readOptions, runProgram, text, whole } from "./command-line";
import { checkTeam } from "../../src/gateway/config";
import { runGateway } from "../../src/gateway/run-gateway";

/** The gateway on the files of a build, with its configuration as options. A release has a file instead. */
const main = async (): Promise<void> => {
  const {
    "metrics-port": metricsPort,
    quiet,
    root,
    ...given
  } = readOptions({
    port: port(8443),
    host: text("an address of this machine", "127.0.0.1"),
    root: text("a folder", "dist"),
    upstream: text("the address of the service", undefined),
    team: text("a file", undefined),
    store: text("memory, a file, or an address that begins with redis:// or rediss://", undefined),
    deployment: text("a file", undefined),
    archive: text("a folder", undefined),
    key: text("a file", undefined),
    cert: text("a file", undefined),
    "metrics-port": whole([0, 65_535], undefined),
    quiet: flag,
  });
  if ((given.key === undefined) !== (given.cert === undefined))
    throw new Error("--key and --cert go together: give both or neither.");
  checkTeam(given, "", "--");
  await runGateway({ ...given, root: path.resolve(root), metricsPort, log: !quiet });
};

runProgram(main);
