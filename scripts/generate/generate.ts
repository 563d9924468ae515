// Writes every generated file that is committed. `--check` writes nothing and exits with 1 where one is not current.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generateContract } from "./generate-contract";
import { generateIndex } from "./generate-index";
import { flag, readOptions } from "../run/command-line";
import { addInAt } from "../manifest/add-in";
import { renderAddInOnly } from "../manifest/add-in-only";

const root = path.join(__dirname, "../..");
const { check } = readOptions({ check: flag });
const stale: string[] = [];

const write = (files: ReadonlyMap<string, string>): void => {
  for (const [file, content] of files) {
    const target = path.join(root, file);
    if (existsSync(target) && readFileSync(target, "utf8") === content) continue;
    stale.push(file);
    if (check) continue;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
    console.log(file);
  }
};

/** In this order: the definitions import the generated contract, so they are loaded after it is written. */
const writeAll = async (): Promise<void> => {
  write(generateIndex());
  write(await generateContract());
  write(new Map([["manifest.xml", renderAddInOnly(addInAt())]]));
  const { generateHelp } = await import("./generate-help");
  write(generateHelp());
  const { generateFunctions } = await import("./generate-functions");
  write(await generateFunctions());
  const { generateQuestions } = await import("./generate-questions");
  write(generateQuestions());
  const { generateSkill } = await import("./generate-skill");
  write(generateSkill());
  const { renderCoverage } = await import("./generate-coverage");
  write(new Map([["docs/coverage.md", renderCoverage()]]));
  const { renderConformance } = await import("./generate-conformance");
  write(new Map([["docs/conformance.md", renderConformance()]]));
  if (check && stale.length > 0) {
    console.error(`Not current, run npm run generate: ${stale.join(", ")}`);
    process.exitCode = 1;
  }
};

if (require.main === module) void writeAll();
