import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generateFunctions } from "./generate-functions";
import { generateWire } from "./generate-wire";

/** Makes everything that is committed though generated: path below the repository → content. Later generators join the list. */
export const generateAll = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await generateWire()), ...(await generateFunctions())]);

const writeAll = async (): Promise<void> => {
  const root = path.join(__dirname, "..");
  for (const [file, content] of await generateAll()) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
    console.log(file);
  }
};

if (require.main === module) void writeAll();
