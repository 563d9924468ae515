import { build } from "../build/build";
import { flag, oneOf, port, readOptions, runProgram, text, whole } from "./command-line";
import { prepareOwnData } from "./import-output";
import { noteRunning } from "./running";
import { serve } from "./serve";
import { serveTeam } from "./serve-team";

const start = async (): Promise<void> => {
  const {
    "local-controls": localControls,
    team,
    mcp,
    "window-port": windowPort,
    "provider-port": providerPort,
    data,
    size,
    ...rest
  } = readOptions({
    port: port(3000),
    size: oneOf(["test", "small", "medium", "large"], undefined),
    seed: whole([0, 0xffffffff], 1),
    data: text("a folder, or an address that begins with postgres://", undefined),
    "local-controls": flag,
    team: flag,
    mcp: flag,
    "window-port": port(3001),
    "provider-port": port(3002),
  });
  // A made-up world that is put there has companies of its own.
  if (data !== undefined && size === undefined && !(await prepareOwnData(data))) return;
  await build({ mode: "development" });
  const options = {
    ...rest,
    localControls,
    ...(data !== undefined && { data }),
    ...(size !== undefined && { size }),
  };
  if (team || mcp) {
    await serveTeam({ ...options, windowPort, providerPort });
    return;
  }
  const { address, service } = await serve(options);
  noteRunning({ address, service });
  process.stdout.write(`ready ${address}\n`);
};

runProgram(start);
