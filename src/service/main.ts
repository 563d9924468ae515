import { parseArgs } from "node:util";
import { createService } from "./service";
import { entityCounts, type WorldSize } from "./world/fixtures";

const usage = `npm run service -- [--port 4010] [--size test|small|medium|large] [--seed 1] [--store FILE] [--today YYYY-MM-DD]
                   [--host 127.0.0.1] [--audience ADDRESS/]... [--local-controls]`;

const readArguments = () =>
  parseArgs({
    options: {
      port: { type: "string", default: "4010" },
      host: { type: "string", default: "127.0.0.1" },
      size: { type: "string", default: "small" },
      seed: { type: "string", default: "1" },
      store: { type: "string" },
      today: { type: "string" },
      audience: { type: "string", multiple: true, default: [] },
      "local-controls": { type: "boolean", default: false },
    },
  }).values;

const wholeNumber = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 0xffffffff)
    throw new Error(`--${name} takes a whole number, got "${text}".`);
  return number;
};

const main = async (): Promise<void> => {
  const values = readArguments();
  const { size, store, today } = values;
  if (!(size in entityCounts))
    throw new Error(`--size is one of ${Object.keys(entityCounts).join(", ")}, got "${size}".`);
  if (today !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(today))
    throw new Error(`--today takes YYYY-MM-DD, got "${today}".`);
  const service = await createService({
    size: size as WorldSize,
    seed: wholeNumber("seed", values.seed),
    localControls: values["local-controls"],
    audiences: values.audience,
    ...(store === undefined ? {} : { store }),
    ...(today === undefined ? {} : { today }),
  });
  const address = await service.listen(wholeNumber("port", values.port), values.host);
  process.stdout.write(`ready ${address}\n`);
  const stop = (): void => void service.close().then(() => process.exit(0));
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exit(1);
});
