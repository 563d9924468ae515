import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { asShipped } from "./as-shipped";

/** A script and what it weighs over the network, in kB of 1,000 bytes. */
export interface SizeLine {
  readonly script: string;
  readonly kilobytes: number;
}

const weight = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1_000;

/** The scripts of a build, the largest first. */
export const sizeLines = (dist: string): readonly SizeLine[] => {
  const chunks = path.join(dist, "chunks");
  const files = [
    ...readdirSync(dist).map((name) => path.join(dist, name)),
    ...(existsSync(chunks) ? readdirSync(chunks).map((name) => path.join(chunks, name)) : []),
  ];
  return files
    .filter((file) => file.endsWith(".js"))
    .map((file) => ({ script: path.relative(dist, file), kilobytes: weight(file) }))
    .sort((one, other) => other.kilobytes - one.kilobytes);
};

const root = path.join(__dirname, "../..");

/** The request engine: what decides which calls are made, when, and what the cache answers. */
const engine = [
  "src/engine/scheduler/scheduler.ts",
  "src/engine/batching/loader.ts",
  "src/engine/cache/policy.ts",
  "src/engine/pagination/paginated-list.ts",
];
/** Loaded at the first refusal. */
const detection = ["src/engine/scheduler/rate-limit/detection.ts"];
/** Lists that formulas share, also those of several queries, and lists per score. */
const listings = ["src/engine/pagination/paginated-listings.ts"];
const client = ["src/engine/http/client.ts"];
const lookUps = ["src/engine/batching/entities.ts", "src/engine/batching/documents.ts"];

/** Routes and messages are not counted: every part of the add-in has them. */
const without = /\/(?:i18n\/[\w-]+|contract\/routes)$/;

const sizeOf = async (modules: readonly string[]): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-engine-"));
  try {
    const entry = path.join(folder, "engine-entry.ts");
    const lines = modules.map((module) => `export * from ${JSON.stringify(path.join(root, module))};`);
    writeFileSync(entry, lines.join("\n"));
    return await asShipped(
      { entry, target: "web", without },
      (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1_000,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The size of the minified request engine in kB gzip, alone and with more and more of its surroundings. */
export const engineLines = async (): Promise<readonly SizeLine[]> => {
  const steps = [
    { script: "request engine (scheduler, loaders, paginator, cache policy)", modules: engine },
    { script: "… with the detection of rate limits (loads at the first refusal)", modules: detection },
    { script: "… with shared lists and lists per score", modules: listings },
    { script: "… with the client", modules: client },
    { script: "… with look-ups of entities and documents", modules: lookUps },
  ];
  const lines: SizeLine[] = [];
  for (const [index, { script }] of steps.entries()) {
    const modules = steps.slice(0, index + 1).flatMap((step) => step.modules);
    lines.push({ script, kilobytes: await sizeOf(modules) });
  }
  return lines;
};
