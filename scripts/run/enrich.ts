import { runEnrichment } from "../../src/data/import/run-import";
import { flag, readOptions, runProgram, text } from "./command-line";
import { createImportOutput } from "./import-output";

// npm run enrich -- --data FOLDER|postgres://… [--rules FILE|default] [--covers FROM..TO|none]

const help = `npm run enrich -- --data FOLDER|postgres://… [--rules FILE|default] [--covers FROM..TO|none]

Reads the documents of your own data for language, companies, sentiment, topics, goals and events. An import does so
itself: this goes on where one was interrupted, and reads all documents again after a change of the rules.

--data   a folder of this machine, or a PostgreSQL database (15 or later); its password comes from PGPASSWORD
--rules  your own rules (CSV: rule, category, sub_category, score, phrases, needs), from now on; default: those of Spillway
--covers two days, such as 2026-02-01..2026-02-14: all documents of these days are in the data, though there may be few
         or none; none: nothing is known of it, also not of days that were named before
`;

const main = async (): Promise<void> => {
  const {
    data,
    rules,
    covers,
    help: isHelp,
  } = readOptions(
    {
      data: text("a folder or the address of a PostgreSQL database", undefined),
      rules: text("a file, or default", undefined),
      covers: text("two days, or none", undefined),
      help: flag,
    },
    process.argv.slice(2),
  );
  if (isHelp) {
    process.stdout.write(help);
    return;
  }
  if (data === undefined) throw new Error("--data is missing: a folder, or the address of a PostgreSQL database.");
  await runEnrichment({ data, rules: rules === "default" ? "" : rules, covers }, createImportOutput());
};

runProgram(main);
