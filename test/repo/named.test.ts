import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { commands } from "../../src/addin/commands";
import { functions } from "../../src/formulas/functions";

const root = path.join(__dirname, "..", "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

interface Text {
  readonly file: string;
  readonly text: string;
}

/** Pages that people read; not those that are generated. */
const generated = ["docs/functions.md", "docs/coverage.md", "docs/conformance.md"];
const pages: readonly Text[] = files
  .filter((file) => file.endsWith(".md") && !generated.includes(file))
  .map((file) => ({ file, text: read(file) }));

const commentsOf = (source: string): string => {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.JSX, source);
  const comments: string[] = [];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan())
    if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia)
      comments.push(scanner.getTokenText());
  return comments.join("\n");
};

const comments: readonly Text[] = files
  .filter((file) => /^(src|test|scripts|bench)\/.*\.tsx?$/.test(file))
  .map((file) => ({ file, text: commentsOf(read(file)) }));

const texts = [...pages, ...comments];

/** What the texts name by a pattern (its first group), without what exists, as `file: name`. */
const missing = (within: readonly Text[], pattern: RegExp, exists: (name: string) => boolean): readonly string[] =>
  within.flatMap(({ file, text }) =>
    [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))]
      .filter((name) => !exists(name))
      .map((name) => `${file}: ${name}`),
  );

const folders = new Set(
  files.flatMap((file) => file.split("/").map((_, index, parts) => parts.slice(0, index).join("/"))),
);

/** Whether a path, or the end of one, is a file (with or without its extension) or a folder. `NAME` stands for any name. */
const isPath = (name: string): boolean => {
  if (name.includes("NAME")) return true;
  const plain = name.replace(/\/$/, "");
  const ends = (whole: string): boolean => whole === plain || whole.endsWith(`/${plain}`);
  return (
    files.some(
      (file) => ends(file) || file.startsWith(`${plain}-`) || ends(file.replace(/(\.slow)?(\.test)?\.\w+$/, "")),
    ) || [...folders].some(ends)
  );
};

test("every path that a page or a comment names exists", () => {
  const whole = /(?<![\w./-])((?:src|test|scripts|bench|docs|assets)\/[\w./-]*[\w/])(?![\w*{<-])/g;
  expect(missing(texts, whole, isPath)).toEqual([]);
});

test("every source file that a page or a comment names exists", () => {
  const name = /(?<![\w./:@-])((?:[\w-]+\/)*[\w-]+\.(?:tsx?|mjs|cjs|ya?ml|md))\b(?!\/)/g;
  expect(missing(texts, name, isPath)).toEqual([]);
});

test("every module that a page or a comment names by its folder exists", () => {
  const media = /^(text|application|image)\//;
  expect(missing(texts, /`([a-z][a-z-]*(?:\/[a-z][a-z-]*)+)`/g, (name) => media.test(name) || isPath(name))).toEqual(
    [],
  );
});

test("every npm script that a page or a comment names exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  expect(missing(texts, /npm run ([\w:-]*\w)/g, (name) => name in scripts)).toEqual([]);
});

test("every worksheet function that a page or a comment names exists", () => {
  const names = new Set(functions.map(({ name }) => name));
  const families = new Set([...names].map((name) => name.split(".")[0]));
  const isOther = (name: string): boolean => !families.has(name.split(".")[0]);
  expect(missing(texts, /\b([A-Z]{2,}\.[A-Z]{2,})\b(?!\.)/g, (name) => names.has(name) || isOther(name))).toEqual([]);
});

test("every option that a page names exists", () => {
  const keys = new Set(functions.flatMap(({ options }) => options.map(({ key }) => key)));
  const given = /`([a-z_]+)=(?:[\w.,*-]+|…)?`/g;
  expect(missing(pages, given, (name) => keys.has(name))).toEqual([]);
});

test("every flag that a page names is one of a script's, or of the tool it is passed to", () => {
  const programs = files.filter((file) => /^(scripts|bench|test\/mutants)\/.*\.(ts|mjs)$/.test(file)).map(read);
  const known = (flag: string): boolean => {
    const camel = flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return programs.some(
      (source) =>
        source.includes(`--${flag}`) || source.includes(`"${flag}"`) || new RegExp(`\\b${camel}\\b`).test(source),
    );
  };
  expect(missing(pages, /[\s`]--([a-z][a-z-]+)/g, known)).toEqual([]);
});

test("every command that a test runs exists", () => {
  const ids: readonly string[] = commands.map(({ id }) => id);
  const sources = files
    .filter((file) => /^test\/e2e\/[\w-]+\.ts$/.test(file))
    .map((file) => ({ file, text: read(file) }));
  expect(missing(sources, /"runCommand",\s*"(\w+)"/g, (id) => ids.includes(id))).toEqual([]);
});
