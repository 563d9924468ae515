import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { asShipped } from "./as-shipped";
import type { SizeLine } from "./sizes";

const root = path.join(__dirname, "..");

/** The request engine: slots, pace, windows, retries and turns; batches and loaders; walks of listings; what may come from memory. */
const engine = ["runtime/schedule", "runtime/loader", "runtime/walked-listings", "runtime/recall"];
/** Fetched with the first refusal. */
const limits = ["runtime/learn-limit"];
const client = ["client/client"];
/** What it is asked for in this service's terms. */
const resources = ["runtime/entities", "runtime/documents", "runtime/shared-documents", "runtime/score-chains"];

/** The contract's routes and the sentences are not the engine's: every part of the add-in has them. */
const without = /\/(?:text\/(?:say|tell)|wire\/routes)$/;

const sizeOf = async (modules: readonly string[]): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-engine-"));
  try {
    const entry = path.join(folder, "engine-entry.ts");
    const lines = modules.map((module) => `export * from ${JSON.stringify(path.join(root, "src", module))};`);
    writeFileSync(entry, lines.join("\n"));
    return await asShipped(
      { entry, target: "web", without },
      (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1_000,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What the request engine weighs over the network, minified and in kB gzip: alone, and with what stands around it. */
export const engineLines = async (): Promise<readonly SizeLine[]> => [
  { script: "request engine (schedule, batches, loaders, walks)", kilobytes: await sizeOf(engine) },
  {
    script: "… with what learns limits of rate (comes with the first refusal)",
    kilobytes: await sizeOf([...engine, ...limits]),
  },
  { script: "… with the client", kilobytes: await sizeOf([...engine, ...limits, ...client]) },
  {
    script: "… with look-ups of entities and documents, shared listings, chains",
    kilobytes: await sizeOf([...engine, ...limits, ...client, ...resources]),
  },
];
