import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import webpack, { type Compiler, type Configuration, type MultiStats } from "webpack";
import { listFunctions } from "../generate/generate-functions";
import { readOptions, runProgram, text } from "../run/command-line";
import { writeTexts } from "./build";

/** One build of the add-in and the workbench. */
export interface Built {
  /** Files of this repository, relative to it, whose change led to this build; none for the first one. */
  readonly changed: readonly string[];
  readonly seconds: number;
  /** Why it failed; the files of the last good build are still there. */
  readonly failure?: string;
  /** Whether functions.json is another one. */
  readonly metadata: boolean;
}

export interface WatchOptions {
  readonly out: string;
  /** The address at which builds are announced, for the workbench's page. */
  readonly address: string;
  readonly onBuilt: (built: Built) => void;
}

const root = path.join(__dirname, "../..");
const metadataSources = /^src\/(formulas|i18n|contract)\//;

/** Builds for development and again after each edit. Resolves when the first build has ended. */
export const watch = async ({ out, address, onBuilt }: WatchOptions): Promise<void> => {
  mkdirSync(out, { recursive: true });
  const functions = path.join(out, ".functions.json");
  writeLists(out, functions);
  // oxlint-disable-next-line typescript/no-require-imports -- webpack's configuration is plain JavaScript, for tools that read it
  const configure = require("../../webpack.config.js") as (options: object) => Configuration[];
  const live = { functions, builds: address };
  const { renderFirstFrame } = await import("./first-frame");
  const compiler = webpack(configure({ mode: "development", out, frame: await renderFirstFrame(), live }));
  let changed = new Set<string>();
  let builds = 0;
  let started = performance.now();
  for (const part of compiler.compilers)
    part.hooks.watchRun.tap("changed", (watched: Compiler) => {
      for (const file of [...(watched.modifiedFiles ?? []), ...(watched.removedFiles ?? [])])
        changed.add(path.relative(root, file).split(path.sep).join("/"));
    });
  compiler.hooks.invalid.tap("started", () => (started = performance.now()));
  await new Promise<void>((resolve) => {
    compiler.watch({ aggregateTimeout: 20 }, (error, stats) => {
      // Folders are watched too, for files that come.
      const files = [...changed].filter((file) => /\.\w+$/.test(file) && !file.startsWith(".."));
      changed = new Set();
      const failure = failureOf(error, stats);
      builds += 1;
      const seconds = (performance.now() - started) / 1_000;
      onBuilt({ changed: files, seconds, metadata: false, ...(failure !== undefined && { failure }) });
      resolve();
      if (failure === undefined && files.some((file) => metadataSources.test(file))) renew();
    });
  });

  let renewing: ChildProcess | undefined;
  let again = false;
  // A process of its own would go on writing after this one has ended.
  process.once("exit", () => renewing?.kill("SIGKILL"));
  /** The definitions are read in a process of its own, because this one has the earlier ones loaded. */
  function renew(): void {
    again = renewing !== undefined;
    if (again) return;
    const begin = performance.now();
    const newest = builds;
    const before = readFileSync(path.join(out, "functions.json"), "utf8");
    const program = ["--import", "tsx", __filename, "--out", out];
    const child = spawn(process.execPath, program, { cwd: root, stdio: ["ignore", "inherit", "pipe"] });
    renewing = child;
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    child.once("close", (code) => {
      renewing = undefined;
      const seconds = (performance.now() - begin) / 1_000;
      if (code !== 0) {
        // A later build has said what is wrong, or that nothing is any more.
        if (builds === newest) onBuilt({ changed: [], seconds, metadata: false, failure: sentenceOf(complaint) });
      } else if (readFileSync(path.join(out, "functions.json"), "utf8") !== before)
        onBuilt({ changed: [], seconds, metadata: true });
      if (again) renew();
    });
  }
};

/** The error of a program that ended with it, without the stack. */
const sentenceOf = (complaint: string): string =>
  /^\w*Error: [\s\S]*?(?=\n\s+at )/m.exec(complaint)?.[0] ?? complaint.trim();

/** The texts of the definitions, and the list of functions that webpack watches. */
const writeLists = (out: string, functions: string): void => {
  writeTexts(out);
  const list = JSON.stringify(listFunctions());
  if (!existsSync(functions) || readFileSync(functions, "utf8") !== list) writeFileSync(functions, list);
};

const failureOf = (error: Error | null, stats: MultiStats | undefined): string | undefined => {
  if (error !== null) return error.message;
  if (stats?.hasErrors() !== true) return undefined;
  const { errors = [] } = stats.toJson({ all: false, errors: true });
  return errors
    .map(({ moduleName, loc, message }) => `${moduleName ?? ""} ${loc ?? ""}\n${message}`.trim())
    .join("\n\n");
};

if (require.main === module)
  runProgram(() => {
    const { out } = readOptions({ out: text("a folder", ".cache/dev") });
    writeLists(path.resolve(out), path.join(path.resolve(out), ".functions.json"));
  });
