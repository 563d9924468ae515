import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { csvCell } from "../../facts/csv-cell";
import { enrichData, type EnrichmentProgress } from "../enrich/enrich-data";
import { mostNamedCompanies, replaceRules } from "../enrich/generation";
import { coverDays, dayAt, type DaySpan, isoDay, readGaps } from "../enrich/known-days";
import { readTopicRules } from "../enrich/topic-rules";
import { isServerAddress, withoutPasswords } from "../sql/address";
import type { Database } from "../sql/database";
import { openData } from "../sql/open";
import { tidyTables } from "../sql/tidy";
import { sampleRows, type CsvRow } from "./csv";
import { ImportError, WrongEncoding } from "./import-error";
import { importFile, wasImported, type ImportProgress, type ImportResult } from "./import-file";
import { importKinds, type ImportKind } from "./kinds";
import { hasIdentifier, proposeMapping, readMapping, type MappedField, type Mapping } from "./mapping";
import { fileStat, openSourceFile } from "./source-file";

export interface ImportCommand {
  readonly kind: ImportKind;
  readonly files: readonly string[];
  /** A folder, or the address of a PostgreSQL database. */
  readonly data: string;
  readonly mapping?: string | undefined;
  readonly licence?: string | undefined;
  /** Whether the files are copies that nobody can write beside: a lacking mapping is said instead of proposed. */
  readonly isUpload?: boolean;
}

/** Prints what an import does. What `progress` and `enriching` throw ends it behind the batch that was written. */
export interface ImportOutput {
  readonly print: (line: string) => void;
  readonly progress: (progress: ImportProgress) => void;
  readonly enriching: (progress: EnrichmentProgress) => void;
}

/** @throws ImportError that names the kinds there are */
export const findKind = (name: string): ImportKind => {
  const kind = importKinds.find((each) => each.name === name);
  if (kind === undefined)
    throw new ImportError(`There is no kind "${name}"; there are ${importKinds.map((each) => each.name).join(", ")}.`);
  return kind;
};

const readMappingFile = (file: string, fields: readonly MappedField[]): Mapping => {
  if (!existsSync(file)) throw new ImportError(`There is no mapping file ${file}.`);
  try {
    return readMapping(file, JSON.parse(readFileSync(file, "utf8")), fields);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`The mapping file ${file} is no JSON (${(error as Error).message}).`);
  }
};

const writeProposal = (file: string, mapping: Mapping): string => {
  const text = `${JSON.stringify(mapping, undefined, 2)}\n`;
  for (const target of [`${file}.mapping.json`, path.resolve(`${path.basename(file)}.mapping.json`)]) {
    try {
      writeFileSync(target, text, { flag: "wx" });
      return target;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") return target;
      if (code !== "EACCES" && code !== "EROFS" && code !== "EPERM") throw error;
    }
  }
  throw new ImportError(`Neither the folder of ${file} nor the current folder can be written.`);
};

/** A word of a command as a shell takes it. */
const shellWord = (word: string): string => {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return process.platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
};

/** The command that imports a file with a mapping. It names no password: a terminal may be seen and recorded. */
const proposedCommand = ({ kind, data, licence }: ImportCommand, file: string, mapping: string): string => {
  const place = withoutPasswords(data);
  const words = [kind.name, file, "--mapping", mapping, "--data", place];
  const options = licence === undefined ? [] : ["--licence", licence];
  const password = place === data ? "" : ", with the password in the environment variable PGPASSWORD";
  return `${password}: npm run import -- ${[...words, ...options].map(shellWord).join(" ")}`;
};

const mappedKinds = importKinds.filter((kind) => "isReviewed" in kind).map(({ name }) => name);

const namesField = ({ columns, values }: Mapping, field: MappedField): boolean =>
  columns[field] !== undefined || values?.[field] !== undefined;

/**
 * The mapping of a CSV: that of `--mapping`, or a proposal where the list tells enough.
 * @throws ImportError that says where the proposal was written
 */
const findMapping = async (command: ImportCommand, file: string): Promise<Mapping | undefined> => {
  const { kind, mapping } = command;
  if (!("isReviewed" in kind)) {
    if (mapping !== undefined)
      throw new ImportError(
        `--mapping is for the kinds ${mappedKinds.join(", ")}; ${kind.name} has columns of its own.`,
      );
    return undefined;
  }
  if (mapping !== undefined) {
    const chosen = readMappingFile(mapping, kind.fields);
    if (!hasIdentifier(chosen))
      throw new ImportError(
        `${mapping} names no identifier (lei, cik, isin, figi, or ticker with mic): by name alone no company is joined.`,
      );
    const lacking = kind.required.find((field) => !namesField(chosen, field));
    if (lacking !== undefined) throw new ImportError(`${mapping} names no column for ${lacking}.`);
    return chosen;
  }
  const { rows, encoding } = await readSample(file, command.isUpload);
  const proposal = proposeMapping(openSourceFile(file, undefined, encoding), rows, kind.fields);
  const expected = kind.required.length > 0 ? kind.required : (["name"] as const);
  if (
    encoding === undefined &&
    !kind.isReviewed &&
    hasIdentifier(proposal) &&
    expected.every((field) => namesField(proposal, field))
  )
    return proposal;
  if (command.isUpload === true) throw lackingColumns(file, proposal, expected);
  const target = writeProposal(file, proposal);
  const letters =
    encoding === undefined ? "" : ` The file is not UTF-8 and was read as ${encoding}${specialText(rows)}.`;
  const lacking = expected.filter((field) => !namesField(proposal, field));
  const toAdd = lacking.length === 0 ? "" : ` It has no column for ${lacking.join(" and ")}: add it if there is one.`;
  throw new ImportError(
    `${target} proposes what the columns of ${file} are.${letters}${toAdd} Check it, and run${proposedCommand(command, file, target)}`,
  );
};

/** Programs of Windows in the west of Europe still write it. */
const usualEncoding = "windows-1252";

/** The first rows of a list; with the encoding that they seem to be in if that is not UTF-8. */
const readSample = async (
  file: string,
  isUpload = false,
): Promise<{ readonly rows: readonly CsvRow[]; readonly encoding?: string }> => {
  try {
    return { rows: await sampleRows(openSourceFile(file)) };
  } catch (error) {
    // Nobody sees the mapping of an upload.
    if (isUpload || !(error instanceof WrongEncoding)) throw error;
    const rows = await sampleRows(openSourceFile(file, undefined, usualEncoding));
    return { rows, encoding: usualEncoding };
  }
};

/** A value by which somebody sees whether the encoding is right. */
const specialText = (rows: readonly CsvRow[]): string => {
  const isSpecial = (text: string): boolean => /[^ -~]/.test(text);
  const texts = rows.flatMap((row) => row.columns.map((column) => row.value(column)));
  const text = texts.find(isSpecial) ?? rows[0]?.columns.find(isSpecial);
  return text === undefined ? "" : ` ("${text.slice(0, 60)}")`;
};

/** What the header of a list must name that it does not. */
const lackingColumns = (file: string, proposal: Mapping, expected: readonly MappedField[]): ImportError => {
  const lacking = [
    ...(hasIdentifier(proposal) ? [] : ["an identifier (lei, cik, isin, figi, or ticker with mic)"]),
    ...expected.filter((field) => !namesField(proposal, field)),
  ];
  return new ImportError(
    `${file} has no column for ${lacking.join(" and ")}: name its columns so, or import it with npm run import and a mapping.`,
  );
};

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

const resultLine = (file: string, result: ImportResult, isUpload = false): string => {
  if (result.wasDone) return `${file}: imported before, nothing to do.`;
  const place = isUpload ? "" : ` in ${result.badFile ?? ""}`;
  const bad = result.bad === 0 ? "" : `, ${count(result.bad, "bad row")}${place} (${result.firstBad ?? ""})`;
  const doubled =
    result.doubled === 0 ? "" : `, ${count(result.doubled, "row")} with the key of a later one, which counts`;
  return `${file}: ${count(result.rows, "row")}: ${result.added.toLocaleString("en")} new, ${result.changed.toLocaleString("en")} changed, ${result.unchanged.toLocaleString("en")} unchanged${doubled}${bad}.`;
};

/** Writes the identifiers that contradict, or that no source confirms. Returns how many there are. */
const writeConflictsFile = async (database: Database, file: string): Promise<number> => {
  const rows = await database.query<{ readonly value: string; readonly reason: string; readonly rows: string[] }>(
    "SELECT value, reason, rows FROM import_conflicts ORDER BY value",
  );
  const lines = rows.map((row) =>
    [
      row.value.slice(0, row.value.indexOf(":")),
      row.value.slice(row.value.indexOf(":") + 1),
      row.reason,
      row.rows.join("; "),
    ]
      .map(csvCell)
      .join(","),
  );
  if (rows.length > 0 || existsSync(file)) writeFileSync(file, [conflictsHeader, ...lines, ""].join("\n"));
  return rows.length;
};

const conflictsHeader = "kind,value,reason,rows";

/** The file with the conflicts: in the folder of the data, or in the current one. It never replaces a file of the user. */
const conflictsFile = (data: string): string => {
  const folder = isServerAddress(data) ? path.resolve() : data;
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, number === 1 ? "conflicts.csv" : `conflicts-${number}.csv`);
    if (!existsSync(file) || readFileSync(file, "utf8").startsWith(`${conflictsHeader}\n`)) return file;
  }
};

/** Imports files into an open database, one after another. */
const importFiles = async (database: Database, command: ImportCommand, output: ImportOutput): Promise<void> => {
  let isChanged = false;
  for (const file of command.files) {
    const mapping = await findMapping(command, file);
    const result = await importFile(database, command.kind, file, {
      mapping,
      licence: command.licence,
      onProgress: output.progress,
    });
    isChanged ||= !result.wasDone;
    output.print(resultLine(file, result, command.isUpload));
    if (
      mapping !== undefined &&
      "fields" in command.kind &&
      command.kind.fields.includes("name") &&
      !namesField(mapping, "name")
    )
      output.print(
        `The mapping of ${file} names no column for name: a row makes a company only where another source names it.`,
      );
  }
  if (isChanged) await tidyTables(database);
};

/** Prints how many companies the data hold, and writes the conflicts. Returns the number. */
const summarise = async (database: Database, data: string, output: ImportOutput): Promise<number> => {
  const file = conflictsFile(data);
  const conflicts = await writeConflictsFile(database, file);
  const [companies] = await database.query<{ readonly count: number }>("SELECT count(*) FROM companies");
  output.print(`${count(companies?.count ?? 0, "company", "companies")} in ${database.place}.`);
  if (conflicts > 0)
    output.print(
      `${count(conflicts, "identifier")} joined nothing because companies contradict or no source confirms the identifier: see ${file}.`,
    );
  return companies?.count ?? 0;
};

/** Reads the documents that wait for companies, topics and events, and prints how many. */
const enrich = async (database: Database, output: ImportOutput): Promise<number> => {
  const { documents } = await enrichData(database, { onProgress: output.enriching });
  if (documents === 0) return 0;
  await tidyTables(database);
  const [row] = await database.query<{
    readonly events: number;
    readonly companies: number;
    readonly unreliable: number;
  }>(
    `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM companies) AS companies,
       (SELECT count(*) FROM unreliable_names) AS unreliable`,
  );
  const { events = 0, companies = 0, unreliable = 0 } = row ?? {};
  output.print(
    `${count(documents, "document")} read for companies, topics and events; ${count(events, "event")} in the data.`,
  );
  if (unreliable > 0)
    output.print(
      `${count(unreliable, "company has", "companies have")} the name of another one or a common word: documents cannot tell them, and cells say so.`,
    );
  if (companies > mostNamedCompanies)
    output.print(
      `${count(mostNamedCompanies, "company", "companies")} of ${companies.toLocaleString("en")} were looked for, those with securities first.`,
    );
  return documents;
};

export interface EnrichmentCommand {
  /** A folder, or the address of a PostgreSQL database. */
  readonly data: string;
  /** A file with the firm's own rules; empty for those that come with Spillway. Undefined: those of the data. */
  readonly rules?: string | undefined;
  /** Days of which all documents are in the data, `2026-02-01..2026-02-14`; `none` forgets those that were named before. */
  readonly covers?: string | undefined;
}

/** @throws ImportError unless the text is two days, or `none` */
const readCovers = (text: string): DaySpan | undefined => {
  if (text === "none") return undefined;
  const [first = NaN, last = NaN] = text.split("..").map((each) => dayAt(Date.parse(`${each}T00:00:00Z`)));
  if (!/^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$/.test(text) || !(first <= last))
    throw new ImportError(
      `--covers takes two days, the earlier one first: 2026-02-01..2026-02-14; "${text}" is not that.`,
    );
  return [first, last];
};

/** Days without a document that are no usual silence: a file may be missing. */
const printGaps = async (database: Database, output: ImportOutput): Promise<void> => {
  const gaps = await readGaps(database, Date.now());
  if (gaps.length === 0) return;
  const named = gaps.slice(0, mostGaps).map(([first, last]) => `${isoDay(first)} to ${isoDay(last)}`);
  const more = gaps.length > mostGaps ? ` and ${count(gaps.length - mostGaps, "other time")}` : "";
  output.print(
    `No document is from ${named.join(", ")}${more}: nothing is known of these days. Import what is missing, or name days that are complete as they are: npm run enrich -- --covers FROM..TO.`,
  );
};

const mostGaps = 3;

const readRules = (file: string): string => {
  if (file === "") return "";
  openSourceFile(file);
  return readFileSync(file, "utf8");
};

/** Reads the documents of the data that wait, and those that were read with other rules or companies. @throws Error with one sentence */
export const runEnrichment = async (
  { data, rules, covers }: EnrichmentCommand,
  output: ImportOutput,
): Promise<void> => {
  const days = covers === undefined ? undefined : readCovers(covers);
  const csv = rules === undefined ? undefined : readRules(rules);
  if (csv !== undefined) readTopicRules(csv);
  const database = await openData(data);
  try {
    if (csv !== undefined) await replaceRules(database, csv);
    if (covers !== undefined) await coverDays(database, days);
    if ((await enrich(database, output)) === 0) output.print(`No document in ${database.place} waits.`);
    await printGaps(database, output);
  } finally {
    await database.close();
  }
};

/** Imports files into data that are open, and reads what waits. @throws ImportError with one sentence */
export const importInto = async (database: Database, command: ImportCommand, output: ImportOutput): Promise<void> => {
  await importFiles(database, command, output);
  if (!("documents" in command.kind)) await summarise(database, command.data, output);
  if ((await enrich(database, output)) > 0) await printGaps(database, output);
};

/** Imports files. @throws ImportError with one sentence */
export const runImport = async (command: ImportCommand, output: ImportOutput): Promise<void> => {
  // Before anything is written: a file that is not there, or a mapping to be checked.
  for (const file of command.files) {
    openSourceFile(file);
    await findMapping(command, file);
  }
  const database = await openData(command.data);
  try {
    await importInto(database, command, output);
  } finally {
    await database.close();
  }
};

const isImportable = (name: string): boolean => !/^\.|\.(?:bad\.csv|mapping\.json|part|tmp|crdownload)$/.test(name);

/** The folder of a kind's files in a data folder. */
export const kindFolder = (data: string, { name }: ImportKind): string => path.join(data, "files", name);

/**
 * The files in a folder of a kind, the oldest first: of two rows with one key the one that is imported last counts. None
 * if there is no such folder.
 */
const kindFiles = (data: string, kind: ImportKind): readonly string[] => {
  const folder = kindFolder(data, kind);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter(isImportable)
        .sort()
        .map((name) => ({ file: path.join(folder, name), stat: fileStat(path.join(folder, name)) }))
        .filter(({ stat }) => stat?.isFile() === true)
        .sort((one, other) => (one.stat?.mtimeMs ?? 0) - (other.stat?.mtimeMs ?? 0))
        .map(({ file }) => file)
    : [];
};

/**
 * Imports what is new in the folders of the kinds, `FOLDER/files/KIND`. What cannot be imported is printed, and the
 * rest goes on. Returns the number of companies in the data.
 */
export const importDataFolder = async (data: string, output: ImportOutput): Promise<number> => {
  const database = await openData(data);
  try {
    for (const kind of isServerAddress(data) ? [] : importKinds) {
      for (const file of kindFiles(data, kind)) {
        if (await wasImported(database, kind, file)) continue;
        await importFiles(database, { kind, files: [file], data }, output).catch((error: unknown) => {
          if (!(error instanceof ImportError)) throw error;
          output.print(error.message);
        });
      }
    }
    const companies = await summarise(database, data, output);
    if ((await enrich(database, output)) > 0) await printGaps(database, output);
    return companies;
  } finally {
    await database.close();
  }
};

const millisecondsBetweenLooks = 2_000;

/**
 * Imports what comes into a folder, until `signal` aborts. A file is taken when its size has not changed between two
 * looks. The data are open only while something is imported; where they cannot be used, the next look tries again.
 */
export const watchFolder = async (
  folder: string,
  command: Omit<ImportCommand, "files">,
  output: ImportOutput,
  signal: AbortSignal,
): Promise<void> => {
  if (fileStat(folder)?.isDirectory() !== true) throw new ImportError(`There is no folder ${folder}.`);
  const seen = new Map<string, string>();
  const handled = new Map<string, string>();
  const complaints = new Map<string, string>();
  while (!signal.aborted) {
    for (const name of readdirSync(folder).filter(isImportable).sort()) {
      const file = path.join(folder, name);
      const stat = fileStat(file);
      if (stat?.isFile() !== true) continue;
      const state = `${stat.size} ${stat.mtimeMs}`;
      const isCalm = seen.get(file) === state;
      seen.set(file, state);
      if (!isCalm || stat.size === 0 || handled.get(file) === state) continue;
      handled.set(file, state);
      await runImport({ ...command, files: [file] }, output).then(
        () => complaints.delete(file),
        (error: unknown) => {
          const complaint = error instanceof Error ? error.message : String(error);
          if (complaints.get(file) !== complaint) output.print(complaint);
          complaints.set(file, complaint);
          if (!(error instanceof ImportError) || error.isPassing) handled.delete(file);
        },
      );
    }
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, millisecondsBetweenLooks);
      signal.addEventListener("abort", end);
    });
  }
};
