import { build } from "../build/build";
import { flag, oneOf, port, readOptions, runProgram, text, whole } from "./command-line";
import { noteRunning } from "./running";
import { serve } from "./serve";

const start = async (): Promise<void> => {
  const {
    "local-controls": localControls,
    store,
    ...rest
  } = readOptions({
    port: port(3000),
    size: oneOf(["test", "small", "medium", "large"], "small"),
    seed: whole([0, 0xffffffff], 1),
    store: text("a file", undefined),
    "local-controls": flag,
  });
  await build({ mode: "development" });
  const { address, service } = await serve({ ...rest, localControls, ...(store !== undefined && { store }) });
  noteRunning({ address, service });
  process.stdout.write(`ready ${address}\n`);
};

runProgram(start);
