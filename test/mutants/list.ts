import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One wrong change of one line, and what has to notice it. */
export interface Mutant {
  /** The line of the list that holds it, for example `service-limits.txt:12`. */
  readonly id: string;
  /** The changed file, from the root. */
  readonly file: string;
  readonly find: string;
  readonly change: string;
  /** Where `find` begins in the file. */
  readonly position: number;
  /** A row of docs/conformance.md or docs/coverage.md, or a sentence of the documents, that the change makes false. */
  readonly row: string;
  /** The test files that ought to notice, from the root. */
  readonly tests: readonly string[];
}

const root = path.join(import.meta.dirname, "../..");

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Text without line breaks and signs of Markdown, so that a sentence is found however it is wrapped. */
const plain = (text: string): string => text.replace(/[`*\\]/g, "").replace(/\s+/g, " ");

const documents = (): string =>
  readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => plain(read(`docs/${name}`)))
    .join("\n");

const testFile = (name: string): string => `test/${name.includes("/") ? name : `conformance/${name}`}.test.ts`;

interface Heading {
  readonly file: string;
  readonly tests: readonly string[];
  readonly source: string;
}

const headingOf = (line: string): Heading => {
  const [file = "", tests = ""] = line.split(" · ");
  const files = tests.split(", ").map(testFile);
  const lost = files.find((each) => !existsSync(path.join(root, each)));
  if (lost !== undefined) throw new Error(`there is no ${lost}`);
  return { file, tests: files, source: read(file) };
};

/**
 * The place of a text that the file has once. `ANCHOR … TEXT` is the first such text after an anchor that the file has
 * once; there may be several anchors. @throws if a text is not found, or found more than once.
 */
const placeOf = (source: string, written: string): { readonly find: string; readonly position: number } => {
  const [first = "", ...others] = written.split(" … ");
  let [find, position] = [first, source.indexOf(first)];
  if (first === "" || position === -1) throw new Error(`not found: ${first}`);
  if (source.includes(first, position + 1)) throw new Error(`found more than once: ${first}`);
  for (const text of others) {
    position = source.indexOf(text, position + find.length);
    if (position === -1) throw new Error(`not found after ${find}: ${text}`);
    find = text;
  }
  return { find, position };
};

const mutantOf = (line: string, id: string, { file, tests, source }: Heading, known: string): Mutant => {
  const bar = line.indexOf(" | ");
  const [written = "", change, ...rest] = line.slice(bar + 3).split(/ →(?: |$)/);
  if (bar === -1 || change === undefined || rest.length > 0)
    throw new Error('a mutant is written "row | text → change"');
  const { find, position } = placeOf(source, written);
  if (find === change) throw new Error("changes nothing");
  const row = line.slice(0, bar).trim();
  if (!known.includes(/^[\w-]+\.[\w-]+$/.test(row) ? `| ${row} |` : plain(row)))
    throw new Error(`no document says "${row}"`);
  return { id, file, find, change, position, row, tests };
};

/** All mutants of the lists in a folder. @throws with every line that is wrong. */
export const readMutants = (folder: string): Mutant[] => {
  const known = documents();
  const mutants: Mutant[] = [];
  const wrong: string[] = [];
  const readLine = (line: string, id: string, heading: Heading | undefined): Heading | undefined => {
    if (line.trim() === "" || line.startsWith("#")) return heading;
    if (!line.startsWith(" ")) return headingOf(line);
    if (heading === undefined) throw new Error("a mutant before the first file");
    mutants.push(mutantOf(line.trim(), id, heading, known));
    return heading;
  };
  for (const name of readdirSync(path.join(root, folder))
    .filter((each) => each.endsWith(".txt"))
    .sort()) {
    let heading: Heading | undefined;
    for (const [index, line] of read(`${folder}/${name}`).split("\n").entries()) {
      const id = `${name}:${index + 1}`;
      try {
        heading = readLine(line, id, heading);
      } catch (error) {
        wrong.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return mutants;
};
