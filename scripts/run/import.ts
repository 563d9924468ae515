import { readOptions, runProgram, text, flag } from "./command-line";
import { ImportError } from "../../src/data/import/import-error";
import { importKinds } from "../../src/data/import/kinds";
import { findKind, runImport, watchFolder } from "../../src/data/import/run-import";
import { createImportOutput, describeKind } from "./import-output";

// npm run import -- KIND FILES… --data FOLDER|postgres://… [--mapping FILE] [--licence TEXT] [--watch FOLDER]

const usage =
  "npm run import -- KIND FILES… --data FOLDER|postgres://… [--mapping FILE] [--licence TEXT] [--watch FOLDER]";

const help = (): string =>
  [
    usage,
    "",
    "Imports files that you have into your own data. A second run changes nothing; an interrupted one goes on",
    "where it was. Refused rows are in FILE.bad.csv, identifiers that contradict in conflicts.csv.",
    "",
    "KIND is one of:",
    ...importKinds.flatMap((kind) => describeKind(kind, kind.name)),
    "",
    "--data     a folder of this machine, or a PostgreSQL database (15 or later); its password comes from PGPASSWORD",
    "--mapping  which columns of a CSV are what; the first run of the kind companies proposes it",
    "--licence  what the records may be used for; it is stored with each",
    "--watch    a folder: each file that comes there is imported, until you press Ctrl+C",
    "",
  ].join("\n");

/** Kind and files stand before or between the options, each of which takes a value. */
const splitArguments = (args: readonly string[]): { readonly words: string[]; readonly options: string[] } => {
  const words: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("--")) words.push(arg);
    else if (arg === "--help" || arg.includes("=") || at + 1 === args.length) options.push(arg);
    else options.push(arg, args[(at += 1)] ?? "");
  }
  return { words, options };
};

const main = async (): Promise<void> => {
  const {
    words: [name, ...files],
    options,
  } = splitArguments(process.argv.slice(2));
  const isHelp = options.includes("--help") || (name === undefined && options.length === 0);
  const { data, mapping, licence, watch } = readOptions(
    {
      data: text("a folder or the address of a PostgreSQL database", undefined),
      mapping: text("a file", undefined),
      licence: text("a text", undefined),
      watch: text("a folder", undefined),
      help: flag,
    },
    options,
  );
  if (isHelp) {
    process.stdout.write(help());
    return;
  }
  if (name === undefined) throw new ImportError(`KIND is missing: ${usage}`);
  const kind = findKind(name);
  if (data === undefined)
    throw new ImportError(`--data is missing: a folder, or the address of a PostgreSQL database.`);
  if (watch !== undefined && files.length > 0)
    throw new ImportError(`Either FILES or --watch, got ${files[0] ?? ""} and --watch ${watch}.`);
  if (watch === undefined && files.length === 0) throw new ImportError(`FILES are missing: ${usage}`);
  const command = { kind, data, mapping, licence };
  const output = createImportOutput();
  if (watch === undefined) {
    await runImport({ ...command, files }, output);
    return;
  }
  const ending = new AbortController();
  process.once("SIGINT", () => ending.abort());
  process.once("SIGTERM", () => ending.abort());
  output.print(`Watching ${watch}. Press Ctrl+C to end.`);
  await watchFolder(watch, command, output, ending.signal);
};

runProgram(main);
