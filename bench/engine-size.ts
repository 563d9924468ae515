import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import webpack, { type Configuration } from "webpack";
import type { SizeLine } from "./sizes";

const root = path.join(__dirname, "..");

/** The request engine: slots, pace, windows, retries and turns; batches and loaders; walks of listings; what may come from memory. */
const engine = ["runtime/schedule", "runtime/loader", "runtime/walked-listings", "runtime/recall"];
/** Comes with the definitions; needed by the first refusal. */
const limits = ["runtime/learn-limit"];
const client = ["client/client"];
/** What it is asked for in this service's terms. */
const resources = ["runtime/entities", "runtime/documents", "runtime/shared-documents", "runtime/score-chains"];

/** The contract's routes and the sentences are not the engine's: every part of the add-in has them. */
const outside = /\/(?:text\/(?:say|tell)|wire\/routes)$/;

const configuration = (folder: string, entry: string): Configuration => ({
  mode: "production",
  target: ["web", "es2022"],
  context: root,
  entry,
  output: { path: folder, filename: "engine.js", library: { type: "commonjs2" } },
  resolve: { extensions: [".ts", ".js"] },
  externals: ({ request }, callback) => (outside.test(request) ? callback(undefined, "var {}") : callback()),
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: "ts-loader",
        options: {
          transpileOnly: true,
          configFile: path.join(root, "tsconfig.json"),
          compilerOptions: { noEmit: false },
        },
      },
    ],
  },
});

const bundle = (made: Configuration): Promise<void> =>
  new Promise((resolve, reject) => {
    webpack(made, (error, stats) => {
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString("errors-only")));
      else resolve();
    });
  });

const sizeOf = async (modules: readonly string[]): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-engine-"));
  try {
    const entry = path.join(folder, "engine-entry.ts");
    const lines = modules.map((module) => `export * from ${JSON.stringify(path.join(root, "src", module))};`);
    writeFileSync(entry, lines.join("\n"));
    await bundle(configuration(folder, entry));
    return gzipSync(readFileSync(path.join(folder, "engine.js")), { level: 9 }).length / 1_000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What the request engine weighs over the network, minified and in kB gzip: alone, and with what stands around it. */
export const engineLines = async (): Promise<readonly SizeLine[]> => [
  { script: "request engine (schedule, batches, loaders, walks)", kilobytes: await sizeOf(engine) },
  {
    script: "… with what learns limits of rate (comes later, with the definitions)",
    kilobytes: await sizeOf([...engine, ...limits]),
  },
  { script: "… with the client", kilobytes: await sizeOf([...engine, ...limits, ...client]) },
  {
    script: "… with look-ups of entities and documents, shared listings, chains",
    kilobytes: await sizeOf([...engine, ...limits, ...client, ...resources]),
  },
];
