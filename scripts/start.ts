import { parseArgs } from "node:util";
import { build } from "./build";
import { serve } from "./serve";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "3000" },
    size: { type: "string", default: "small" },
    seed: { type: "string", default: "1" },
    store: { type: "string" },
    "local-controls": { type: "boolean", default: false },
  },
});

const start = async (): Promise<void> => {
  await build({ mode: "development" });
  const { address } = await serve({
    port: whole("port", values.port, 65_535),
    size: oneOf("size", values.size, ["test", "small", "medium", "large"]),
    seed: whole("seed", values.seed, Number.MAX_SAFE_INTEGER),
    localControls: values["local-controls"],
    ...(values.store !== undefined && { store: values.store }),
  });
  process.stdout.write(`ready ${address}\n`);
};

const whole = (name: string, text: string, highest: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > highest)
    throw new Error(`--${name} must be a whole number from 0 to ${highest}, got "${text}".`);
  return value;
};

const oneOf = (name: string, text: string, allowed: readonly string[]): string => {
  if (!allowed.includes(text)) throw new Error(`--${name} must be one of ${allowed.join(", ")}, got "${text}".`);
  return text;
};

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
