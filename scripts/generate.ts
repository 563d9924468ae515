import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generateWire } from "./generate-wire";

const write = (files: ReadonlyMap<string, string>): void => {
  const root = path.join(__dirname, "..");
  for (const [file, content] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
    console.log(file);
  }
};

/** Writes everything that is committed though generated. The functions stand on the wire, so they are loaded when it is written. */
const writeAll = async (): Promise<void> => {
  write(await generateWire());
  const { generateFunctions } = await import("./generate-functions");
  write(await generateFunctions());
};

if (require.main === module) void writeAll();
