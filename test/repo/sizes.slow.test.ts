import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { english } from "../../src/i18n/locales/en";
import { runProgram } from "../support/run-program";

const out = mkdtempSync(path.join(tmpdir(), "spillway-sizes-"));
const root = path.join(__dirname, "..", "..");

beforeAll(async () => {
  await runProgram("scripts/build/build.ts", "--mode", "production", "--out", out);
}, 240_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const text = (file: string): string => readFileSync(path.join(out, file), "utf8");
const zipped = (file: string): number => gzipSync(text(file), { level: 9 }).length;
const chunk = (name: string): string =>
  `chunks/${readdirSync(path.join(out, "chunks")).find((file) => file.startsWith(`${name}.`) && file.endsWith(".js")) ?? ""}`;

test("the script that registers the functions is at most 30 kB gzip, with the whole catalogue registered", () => {
  const registered = JSON.parse(text("functions.json")) as { functions: { name: string }[] };
  expect(registered.functions.length).toBeGreaterThan(40);
  for (const { name } of registered.functions) expect(text("functions.js")).toContain(name);
  expect(zipped("functions.js")).toBeLessThanOrEqual(30_000);
});

test("every page, script and document that the manifest names is built", () => {
  const named = [...text("manifest.xml").matchAll(/"https:\/\/[^/"]+\/([^"]+)"/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((file) => !existsSync(path.join(out, file)))).toEqual([]);
});

test("of the assets only what the manifests name is built", () => {
  const { icons } = JSON.parse(text("manifest.json")) as { readonly icons: Readonly<Record<string, string>> };
  const inXml = [...text("manifest.xml").matchAll(/"https:\/\/[^/"]+\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const named = [...inXml, ...Object.values(icons)];
  const built = readdirSync(path.join(out, "assets"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(out, path.join(parentPath, name)).replaceAll(path.sep, "/"));
  expect(built.toSorted()).toEqual([...new Set(named)].toSorted());
});

test("only the builds of npm run dev hand a sign-in over to the next page", () => {
  const scripts = ["functions.js", ...readdirSync(path.join(out, "chunks")).map((name) => `chunks/${name}`)];
  expect(scripts.filter((name) => name.endsWith(".js") && text(name).includes("keptSignIn"))).toEqual([]);
});

/** The scripts that a first answer of a list waits for: those that functions.js fetches with the definitions of `first.ts`, and the timers. */
const firstAnswerScripts = (): readonly string[] => {
  const script = text("functions.js");
  const names = new Map([...script.matchAll(/(\d+):"([a-z-]+)"/g)].map(([, id, name]) => [id, name]));
  const fetched =
    /((?:\w+\.e\(\d+\),?)+)\]?\)?\.then\(\(?\w*\)?=>\w+\(\d+\)\)\)\.firstFunctions/.exec(script)?.[1] ?? "";
  const timers = /new Worker\(new URL\(\w+\.p\+\w+\.u\((\d+)\)/.exec(script)?.[1] ?? "";
  const ids = [...fetched.matchAll(/\((\d+)\)/g)].map(([, id = ""]) => id);
  return [...ids, timers].map((id) => chunk(names.get(id) ?? id));
};

test("what a first answer of a list waits for is at most 40 kB gzip", () => {
  const scripts = firstAnswerScripts();
  expect(scripts).toEqual([chunk("first-answer"), expect.stringMatching(/^chunks\/\d+\.\w+\.js$/)]);
  expect(scripts.reduce((sum, file) => sum + zipped(file), 0)).toBeLessThanOrEqual(40_000);
});

test("no definition that loads first needs a text that loads later", () => {
  const later = Object.keys(english.functions);
  const first = text(chunk("first-answer"));
  expect(first).toContain('"table.noRows"');
  expect(later.filter((key) => first.includes(`"${key}"`) || text("functions.js").includes(`"${key}"`))).toEqual([]);
});

test("nothing that the pane shows first needs a text that loads with later views", () => {
  const first = ["functions.js", chunk("pane"), chunk("pane-libraries")].map(text).join();
  expect(first).toContain('"chrome.workbook"');
  expect(Object.keys({ ...english.views, ...english.analyses }).filter((key) => first.includes(`"${key}"`))).toEqual(
    [],
  );
});

test("the request engine is at most 8 kB gzip, and the benchmark measures and names the production build", async () => {
  const file = path.join(out, "sizes.json");
  const said = await runProgram("bench/bench.ts", "--only", "sizes", "--out", out, "--json", file);
  const { sizes } = JSON.parse(readFileSync(file, "utf8")) as { sizes: { script: string; kilobytes: number }[] };
  const engine = sizes.find(({ script }) => script.startsWith("request engine"));
  expect(engine?.kilobytes).toBeLessThanOrEqual(8);
  expect(said).toMatch(/^Sizes of the production build in \S+, made from these sources\.$/m);
  expect(sizes.find(({ script }) => script === "functions.js")?.kilobytes).toBe(zipped("functions.js") / 1_000);
}, 240_000);

test("no script that an answer waits for holds React or help texts", () => {
  for (const file of ["functions.js", chunk("first-answer"), chunk("later-functions")]) {
    expect(text(file)).not.toMatch(/react-dom|useState|Symbol\.for\("react/);
    expect(text(file)).not.toContain("Lists the ESG events of a universe");
  }
});

/** Whether a script holds a text of a locale file: of those without placeholders, for the minimizer rewrites quotes. */
const holdsTexts = (script: string, language: string): boolean =>
  Object.entries(english).some(([file, englishTexts]) => {
    const texts =
      language === "en"
        ? englishTexts
        : (JSON.parse(readFileSync(path.join(root, "src/i18n/locales", language, `${file}.json`), "utf8")) as object);
    return Object.values(texts).some(
      (value) => typeof value === "string" && /^[^"'{}\\\n]{25,}$/.test(value) && script.includes(value),
    );
  });

test("a page carries only the language in use: each other language is in chunks of its own, and help in none", () => {
  const scripts = ["functions.js", ...readdirSync(path.join(out, "chunks")).map((file) => `chunks/${file}`)].filter(
    (file) => file.endsWith(".js"),
  );
  for (const language of ["fr", "de", "es"]) {
    const holding = scripts.filter((file) => holdsTexts(text(file), language));
    expect(holding.map((file) => file.replace(/\.\w+\.js$/, "")).toSorted()).toEqual([
      `chunks/cells-${language}`,
      `chunks/pane-${language}`,
    ]);
  }
  expect(scripts.filter((file) => holdsTexts(text(file), "en")).map((file) => file.replace(/\.\w+\.js$/, ""))).toEqual(
    expect.arrayContaining(["functions.js", "chunks/first-answer", "chunks/pane", "chunks/view-texts"]),
  );
  expect(scripts.filter((file) => text(file).includes("Lists the ESG events of a universe"))).toEqual([]);
});

test("what the pane needs before it shows anything is at most 150 kB gzip", () => {
  // webpack names the chunks a lazy import needs beside it: `Promise.all([e(1),e(2)])`, and by id what they are called.
  const script = text("functions.js");
  const names = new Map([...script.matchAll(/(\d+):"([a-z-]+)"/g)].map(([, id, name]) => [id, name]));
  const imports = [...script.matchAll(/Promise\.all\(\[([^\]]*)\]\)/g)].map(([, chunks = ""]) =>
    [...chunks.matchAll(/\.e\((\d+)\)/g)].map(([, id = ""]) => names.get(id) ?? id),
  );
  const first = imports.find((chunks) => chunks.includes("pane")) ?? [];
  expect(first).toContain("pane-libraries");
  const files = readdirSync(path.join(out, "chunks")).filter((file) => file.endsWith(".js"));
  const needed = files.filter((file) => first.some((name) => file.startsWith(`${name}.`)));
  const size = needed.reduce((sum, file) => sum + zipped(`chunks/${file}`), 0);
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThanOrEqual(150_000);
});

test("the scripts of the first frame ask to be compiled beside the page's thread", () => {
  const ahead = readdirSync(path.join(out, "chunks")).filter((file) => /^pane(-libraries)?\.\w+\.js$/.test(file));
  expect(ahead).toHaveLength(2);
  for (const file of ["functions.js", ...ahead.map((name) => `chunks/${name}`)])
    expect(text(file).startsWith("//# allFunctionsCalledOnLoad\n")).toBe(true);
});
