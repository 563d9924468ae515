import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import webpack, { type Configuration } from "webpack";

const root = path.join(__dirname, "../../..");

/** Builds the workbench alone, unless nothing of it changed; answers the folder that is served as /workbench/. */
export const buildWorkbench = async (): Promise<string> => {
  const out = path.join(root, ".cache", "workbench-test");
  const stamp = path.join(out, ".built");
  const state = stateOf(["src/workbench", "src/ooxml", "webpack.workbench.js", "package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return out;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- webpack's configuration is plain JavaScript
  const configure = require("../../../webpack.workbench.js") as (options: object) => Configuration;
  await pack(configure({ mode: "development", out }));
  mkdirSync(out, { recursive: true });
  writeFileSync(stamp, state);
  return out;
};

const pack = (configuration: Configuration): Promise<void> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(configuration);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error !== null) reject(error);
        else if (stats?.hasErrors() === true) reject(new Error(stats.toString({ all: false, errors: true })));
        else resolve();
      });
    });
  });

const stateOf = (places: readonly string[]): string => {
  const hash = createHash("sha256");
  const add = (place: string): void => {
    const names = place.includes(".") ? undefined : readdirSync(place);
    if (names === undefined) hash.update(place).update(readFileSync(place));
    else for (const name of names) add(path.join(place, name));
  };
  for (const place of places) add(path.join(root, place));
  return hash.digest("hex");
};
