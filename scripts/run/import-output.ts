import { mkdirSync } from "node:fs";
import type { EnrichmentProgress } from "../../src/data/enrich/enrich-data";
import type { ImportProgress } from "../../src/data/import/import-file";
import { isServerAddress, withoutPasswords } from "../../src/data/sql/address";
import { importKinds, type ImportKind } from "../../src/data/import/kinds";
import { importDataFolder, kindFolder, type ImportOutput } from "../../src/data/import/run-import";

const bar = (part: number): string => "█".repeat(Math.round(part * 20)).padEnd(20, "░");

const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** A line that is written over in a terminal; a line every five seconds elsewhere. */
export const createImportOutput = (): ImportOutput => {
  const isTerminal = process.stderr.isTTY;
  let start = { name: "", time: 0, done: 0 };
  let last = 0;
  const clear = (): void => {
    if (isTerminal) process.stderr.write("\r\u001b[2K");
  };
  const show = (name: string, part: number, done: number, unit: string, before = ""): void => {
    const now = Date.now();
    if (start.name !== name) start = { name, time: now, done };
    if (now - last < (isTerminal ? 200 : 5_000)) return;
    last = now;
    const seconds = (now - start.time) / 1_000;
    const rate = seconds > 0 ? Math.round((done - start.done) / seconds) : 0;
    const left = part > 0 && seconds > 1 ? `, ${duration((seconds / part) * (1 - part))} left` : "";
    // A first batch has no time yet to count by.
    const speed = rate > 0 ? `, ${rate.toLocaleString("en")} ${unit}/s` : "";
    const text = `${name} ${bar(part)} ${Math.floor(part * 100)} %, ${done.toLocaleString("en")} ${unit}${before}${speed}${left}`;
    clear();
    process.stderr.write(isTerminal ? text : `${text}\n`);
  };
  return {
    print: (line) => {
      clear();
      process.stdout.write(`${withoutPasswords(line)}\n`);
    },
    progress: ({ file, rows, resumed }: ImportProgress) => {
      const part = file.bytes === 0 ? 1 : Math.min(1, file.bytesRead / file.bytes);
      show(file.name, part, rows, "rows", resumed > 0 ? ` (${resumed.toLocaleString("en")} before)` : "");
    },
    enriching: ({ unit, done, total }: EnrichmentProgress) => {
      show(unit === "documents" ? "Reading" : "Grouping", done / total, done, unit);
    },
  };
};

/** The lines that say what a kind is, under a name or a folder. */
export const describeKind = ({ files, from, licence }: ImportKind, title: string): readonly string[] => [
  `  ${title}`,
  `      ${files}`,
  `      from: ${from}`,
  `      use:  ${licence}`,
];

/**
 * Imports what is new in the folders of own data before they are served. Returns whether they hold companies; if not,
 * it has said what to download, and where to put it.
 */
export const prepareOwnData = async (data: string): Promise<boolean> => {
  const output = createImportOutput();
  const { print } = output;
  const count = await importDataFolder(data, {
    ...output,
    print: (line) => {
      if (!line.endsWith("imported before, nothing to do.")) print(line);
    },
  });
  if (count > 0) return true;
  const isFolder = !isServerAddress(data);
  if (isFolder) for (const kind of importKinds) mkdirSync(kindFolder(data, kind), { recursive: true });
  print(
    [
      `${isFolder ? data : "The database"} holds no companies yet. Spillway has no crawler: download what you want yourself.`,
      isFolder
        ? "Put the files into these folders, packed or not, and run the same command again:"
        : "Then run: npm run import -- KIND FILES… --data ADDRESS. KIND is one of:",
      ...importKinds.flatMap((kind) => describeKind(kind, isFolder ? kindFolder(data, kind) : kind.name)),
      "docs/own-data.md explains how rows become companies. npm start without --data shows the made-up world.",
    ].join("\n"),
  );
  return false;
};
