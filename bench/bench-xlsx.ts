import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { strFromU8, unzipSync } from "fflate";
import { OoxmlError } from "../src/ooxml/ooxml-error";
import { readWorkbook } from "../src/ooxml/read-workbook";
import { writeWorkbook } from "../src/ooxml/write-workbook";
import { readOptions, runProgram, text } from "../scripts/run/command-line";
import { table } from "./report";

// npm run bench:xlsx -- --files FOLDER: opens, saves and compares every .xlsx file below a folder, with our own module and with
// two libraries, which are installed into .cache.

/** The versions that are compared. */
const libraries = { exceljs: "exceljs@4.4.0", sheetjs: "xlsx@0.18.5" } as const;
type Library = keyof typeof libraries;

const work = path.resolve(".cache", "bench-xlsx");
/** A library that says nothing for this long hangs. */
const longestSilence = 60_000;
const context = { custom: [] };

interface NumberedFile {
  readonly number: number;
  readonly path: string;
}

/** What became of one file: its new bytes, a sentence that refuses it, or a failure. */
type RewriteResult = { readonly bytes: Uint8Array } | { readonly refusal: string } | { readonly failure: string };

interface Comparison {
  readonly sameParts: boolean;
  readonly sameCells: boolean;
  readonly keepsKinds: boolean;
  /** Undefined where LibreOffice is not there or opens not even the file itself. */
  readonly sameInLibreOffice: boolean | undefined;
}

const findFiles = (folder: string): readonly NumberedFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.xls[xm]$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file, number) => ({ number, path: file }));

const rewriteOwn = ({ path: file }: NumberedFile): RewriteResult => {
  try {
    const bytes = readFileSync(file);
    return { bytes: writeWorkbook(readWorkbook(bytes, context), context, bytes) };
  } catch (error) {
    return error instanceof OoxmlError ? { refusal: error.message } : { failure: String(error) };
  }
};

/** Runs a library over all files. A process that hangs or ends is replaced, and its file has failed. */
const rewriteWith = async (
  library: Library,
  files: readonly NumberedFile[],
): Promise<ReadonlyMap<number, RewriteResult>> => {
  const modules = path.join(work, "libraries");
  const out = path.join(work, library);
  mkdirSync(modules, { recursive: true });
  mkdirSync(out, { recursive: true });
  if (!existsSync(path.join(modules, "node_modules", libraries[library].replace(/@.*/, "")))) {
    const options = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", modules];
    const { status } = spawnSync("npm", [...options, ...Object.values(libraries)], { stdio: "inherit" });
    if (status !== 0) throw new Error(`${libraries[library]} could not be installed.`);
  }
  const results = new Map<number, RewriteResult>();
  for (let rest = files; rest.length > 0;) {
    await runLibrary(library, { modules, out, files: rest }, results);
    const failed = rest.find(({ number }) => !results.has(number));
    if (failed !== undefined) results.set(failed.number, { failure: "hung or ended" });
    rest = rest.filter(({ number }) => !results.has(number));
  }
  return results;
};

const runLibrary = (
  library: Library,
  { modules, out, files }: { readonly modules: string; readonly out: string; readonly files: readonly NumberedFile[] },
  results: Map<number, RewriteResult>,
): Promise<void> =>
  new Promise((resolve) => {
    const list = path.join(work, `${library}.json`);
    writeFileSync(list, JSON.stringify(files));
    const script = path.join(__dirname, "xlsx", "rewrite.mjs");
    const child = spawn(process.execPath, [script, library, modules, out, list], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const end = (): boolean => child.kill("SIGKILL");
    let silence = setTimeout(end, longestSilence);
    createInterface({ input: child.stdout }).on("line", (line) => {
      clearTimeout(silence);
      silence = setTimeout(end, longestSilence);
      const { number, error } = JSON.parse(line) as { readonly number: number; readonly error?: string };
      const bytes = (): Uint8Array => readFileSync(path.join(out, `${number}.xlsx`));
      results.set(number, error === undefined ? { bytes: bytes() } : { failure: error });
    });
    child.on("close", () => {
      clearTimeout(silence);
      resolve();
    });
  });

/** `xl/worksheets/sheet3.xml` is of the kind `xl/worksheets/sheet.xml`. */
const partKind = (part: string): string => part.toLowerCase().replaceAll(/\d+/g, "");

const compareParts = (before: Uint8Array, after: Uint8Array): Pick<Comparison, "sameParts" | "keepsKinds"> => {
  const [old, next] = [unzipSync(before), unzipSync(after)];
  const kinds = new Set(Object.keys(next).map(partKind));
  const hasSame = ([name, bytes]: [string, Uint8Array]): boolean =>
    next[name] !== undefined && Buffer.compare(bytes, next[name]) === 0;
  const parts = Object.entries(old).filter(([name]) => !name.endsWith("/"));
  return { sameParts: parts.every(hasSame), keepsKinds: parts.every(([name]) => kinds.has(partKind(name))) };
};

/** Values and formulas as our own reader reads them, by sheet. */
const readCells = (bytes: Uint8Array): string =>
  JSON.stringify(
    readWorkbook(bytes, context).sheets.map(({ name, cells }) => [
      name,
      cells.flatMap(({ row, column, value, formula }) =>
        value === undefined && formula === undefined ? [] : [[row, column, value ?? null, formula ?? null]],
      ),
    ]),
  );

const program = [process.env["SOFFICE_PATH"], "/usr/bin/soffice"].find((one) => one !== undefined && existsSync(one));

/** LibreOffice ends without a word at a file that it cannot convert: what comes after it in the same run is lost. */
const filesPerRun = 10;
/** Milliseconds for a file, beside the start of LibreOffice. */
const longestConversion = 20_000;
/** KiB that LibreOffice may take: of a file with whole columns it takes more than 20 GB, and the system would end other programs. */
const mostMemory = 6 * 2 ** 20;

/** What LibreOffice shows of the first sheet, for each of the files. Those that a run has left out are tried again, one at a time. */
const showInLibreOffice = (folder: string, files: readonly string[]): ReadonlyMap<string, string> => {
  const shown = new Map<string, string>();
  if (program === undefined) return shown;
  const out = path.join(folder, "csv");
  const csvFile = (file: string): string => path.join(out, `${path.basename(file, ".xlsx")}.csv`);
  const missing = (some: readonly string[]): readonly string[] => some.filter((file) => !existsSync(csvFile(file)));
  for (let start = 0; start < files.length; start += filesPerRun) {
    const some = files.slice(start, start + filesPerRun);
    runLibreOffice(program, out, some);
    for (const file of missing(some)) runLibreOffice(program, out, [file]);
  }
  for (const file of files)
    if (existsSync(csvFile(file))) shown.set(path.basename(file), strFromU8(readFileSync(csvFile(file))));
  return shown;
};

/** Each run has a folder of settings of its own: one that a run left behind locked makes the next one wait. */
const runLibreOffice = (office: string, out: string, files: readonly string[]): void => {
  const profile = mkdtempSync(path.join(work, "profile-"));
  const settings = `-env:UserInstallation=file://${profile}`;
  const command = [office, settings, "--headless", "--convert-to", "csv", "--outdir", out, ...files];
  const limited = ["-c", `ulimit -v ${mostMemory}; exec "$0" "$@"`, ...command];
  const timeout = 40_000 + longestConversion * files.length;
  spawnSync("sh", limited, { stdio: "ignore", timeout, killSignal: "SIGKILL" });
  rmSync(profile, { recursive: true, force: true });
};

const attempt = <Result>(run: () => Result, otherwise: Result): Result => {
  try {
    return run();
  } catch {
    return otherwise;
  }
};

const share = (count: number, all: number): string =>
  `${count.toLocaleString("en")} (${Math.round((100 * count) / Math.max(all, 1))} %)`;

const main = async (): Promise<void> => {
  const { files: folder } = readOptions({ files: text("a folder", undefined) });
  if (folder === undefined || !existsSync(folder)) throw new Error("Name a folder with .xlsx files: --files FOLDER.");
  rmSync(path.join(work, "own"), { recursive: true, force: true });
  const files = findFiles(folder);
  const byProgram: Readonly<Record<string, ReadonlyMap<number, RewriteResult>>> = {
    "src/ooxml": new Map(files.map((file) => [file.number, rewriteOwn(file)])),
    "exceljs 4.4.0": await rewriteWith("exceljs", files),
    "SheetJS 0.18.5": await rewriteWith("sheetjs", files),
  };
  const shownBefore = convert(
    "before",
    files.map(({ number, path: file }) => [number, readFileSync(file)]),
  );
  const columns = Object.entries(byProgram).map(([name, results]) => {
    const written = [...results].flatMap(([number, result]) =>
      "bytes" in result ? [[number, result.bytes] as const] : [],
    );
    const shownAfter = convert(name.replaceAll(/\W/g, "-"), written);
    const compared = written.map(([number, bytes]) => compare(files[number], bytes, [shownBefore, shownAfter]));
    return { name, results: [...results.values()], compared };
  });
  process.stdout.write(`${formatReport(files.length, columns)}\n`);
  for (const [name, results] of Object.entries(byProgram))
    for (const [number, result] of results)
      if (!("bytes" in result))
        console.log(`${name}: ${path.basename(files[number]?.path ?? "")}: ${JSON.stringify(result)}`);
};

type Shown = ReadonlyMap<string, string>;

const convert = (name: string, all: readonly (readonly [number, Uint8Array])[]): Shown => {
  const folder = path.join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copies = all.map(([number, bytes]) => {
    const copy = path.join(folder, `${number}.xlsx`);
    writeFileSync(copy, bytes);
    return copy;
  });
  return showInLibreOffice(folder, copies);
};

const compare = (
  file: NumberedFile | undefined,
  bytes: Uint8Array,
  [before, after]: readonly [Shown, Shown],
): Comparison => {
  const original = readFileSync(file?.path ?? "");
  const lost = { sameParts: false, keepsKinds: false };
  const key = `${file?.number ?? 0}.xlsx`;
  const shown = before.get(key);
  return {
    ...attempt(() => compareParts(original, bytes), lost),
    sameCells: attempt(() => readCells(original) === readCells(bytes), false),
    sameInLibreOffice: shown === undefined ? undefined : after.get(key) === shown,
  };
};

const formatReport = (
  all: number,
  columns: readonly {
    readonly name: string;
    readonly results: readonly RewriteResult[];
    readonly compared: readonly Comparison[];
  }[],
): string => {
  const row = (
    title: string,
    count: (column: (typeof columns)[number]) => number | string,
  ): readonly (string | number)[] => [title, ...columns.map((column) => count(column))];
  const countWith = (key: keyof Comparison) => (column: (typeof columns)[number]) =>
    share(column.compared.filter((one) => one[key] === true).length, all);
  return table(
    [`${all.toLocaleString("en")} files`, ...columns.map(({ name }) => name)],
    [
      row("opened and written", ({ results }) => share(results.filter((one) => "bytes" in one).length, all)),
      row("refused with a sentence", ({ results }) => share(results.filter((one) => "refusal" in one).length, all)),
      row("exception, hang or out of memory", ({ results }) =>
        share(results.filter((one) => "failure" in one).length, all),
      ),
      row("values and formulas the same", countWith("sameCells")),
      row("no kind of part lost", countWith("keepsKinds")),
      row("every part the same byte for byte", countWith("sameParts")),
      row("LibreOffice shows the same", ({ compared }) => {
        const known = compared.filter((one) => one.sameInLibreOffice !== undefined);
        return program === undefined
          ? "–"
          : `${known.filter((one) => one.sameInLibreOffice).length} of ${known.length}`;
      }),
    ],
  );
};

runProgram(main);
