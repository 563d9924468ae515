import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** A script and what it weighs over the network, in kB of 1,000 bytes. */
export interface SizeLine {
  readonly script: string;
  readonly kilobytes: number;
}

const weight = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1_000;

/** The scripts of a build, the largest first; none where nothing is built. */
export const sizeLines = (dist: string): readonly SizeLine[] => {
  if (!existsSync(dist)) return [];
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
