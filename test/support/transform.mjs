// Jest transform: TypeScript and ES modules to CommonJS by esbuild, without type checks (npm run typecheck does those).
// `npm run mutants` passes a mutant: its change is made in memory, so that no file of the tree is written.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { transformSync, version } from "esbuild";
import { parse } from "yaml";

const root = path.join(import.meta.dirname, "../..");
const options = {
  format: "cjs",
  target: "node20",
  jsx: "automatic",
  sourcemap: "inline",
  sourcesContent: false,
  // Jest has no dynamic import of its own without a flag of Node; as a `require` it goes through Jest's module registry.
  supported: { "dynamic-import": false },
  logLevel: "silent",
};

const loaderOf = (file) => (file.endsWith(".tsx") ? "tsx" : file.endsWith(".ts") ? "ts" : "js");

/** The service reads the contract as JSON, which is generated from the YAML that a mutant changes. */
const contract = { written: "src/contract/openapi.yaml", read: "src/contract/openapi.json" };

/** The source with the mutant's change, if the file is the mutant's. */
const mutated = (source, file, mutant) => {
  const name = path.relative(root, file).replaceAll("\\", "/");
  if (mutant === undefined || name !== (mutant.file === contract.written ? contract.read : mutant.file)) return source;
  const { position, find, change } = mutant;
  const apply = (text) => text.slice(0, position) + change + text.slice(position + find.length);
  if (name !== contract.read) return apply(source);
  return JSON.stringify(parse(apply(readFileSync(path.join(root, contract.written), "utf8"))));
};

const process = (source, file, mutant) => {
  const changed = mutated(source, file, mutant);
  return file.endsWith(".json")
    ? { code: changed }
    : transformSync(changed, { ...options, sourcefile: file, loader: loaderOf(file) });
};

export default {
  process: (source, file, { transformerConfig: { mutant } }) => process(source, file, mutant),
  getCacheKey: (source, file, { transformerConfig: { mutant } }) =>
    createHash("sha256")
      .update([version, JSON.stringify(options), file, mutated(source, file, mutant)].join("\0"))
      .digest("hex"),
};
