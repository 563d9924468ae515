import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Mutant } from "./list";
import type { Verdict } from "./runner";

const root = path.join(import.meta.dirname, "../..");

/** What the verdicts depend on; the lists are left out, for each verdict is stored with its mutant. */
const sources = ["src", "test", "scripts", "docs/conformance.md", "jest.config.mjs", "package-lock.json"];

/** A name for the present state of the sources. */
const stateOfSources = (): string => {
  const hash = createHash("sha256");
  for (const source of sources) {
    const inside = source.includes(".")
      ? []
      : readdirSync(path.join(root, source), { recursive: true, encoding: "utf8" });
    for (const name of ["", ...inside.sort()]) {
      const file = path.join(root, source, name);
      if (statSync(file).isFile() && !file.endsWith(".txt")) hash.update(`${name}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
};

const keyOf = ({ file, position, find, change, row, tests }: Mutant): string =>
  JSON.stringify([file, position, find, change, row, tests]);

/** The verdicts on mutants that were killed, one JSON line each, for a run that goes on where another one ended. */
export const openVerdicts = () => {
  const folder = path.join(root, ".cache/mutants");
  const file = path.join(folder, `${stateOfSources()}.jsonl`);
  return {
    /** Those of runs with the present sources, by mutant. */
    read: (): ((mutant: Mutant) => Verdict | undefined) => {
      const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
      const known = new Map(lines.map((line) => JSON.parse(line) as [string, Verdict]));
      return (mutant) => known.get(keyOf(mutant));
    },
    add: (mutant: Mutant, verdict: Verdict): void => {
      mkdirSync(folder, { recursive: true });
      appendFileSync(file, `${JSON.stringify([keyOf(mutant), verdict])}\n`);
    },
  };
};
