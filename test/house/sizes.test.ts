import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { engineLines } from "../../bench/engine-size";

const out = mkdtempSync(path.join(tmpdir(), "spillway-sizes-"));
const root = path.join(__dirname, "..", "..");

beforeAll(() => {
  const program = ["scripts/run.mjs", "scripts/build.ts", "--mode", "production", "--out", out];
  const built = spawnSync(process.execPath, program, { cwd: root, encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stderr);
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

test("of the assets only what the manifest names is built", () => {
  const named = [...text("manifest.xml").matchAll(/"https:\/\/[^/"]+\/(assets\/[^"]+)"/g)].map(([, file]) => file);
  const built = readdirSync(path.join(out, "assets"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(out, path.join(parentPath, name)).replaceAll(path.sep, "/"));
  expect(built.toSorted()).toEqual([...new Set(named)].toSorted());
});

test("the definitions it fetches beside it are at most 30 kB gzip", () => {
  expect(zipped(chunk("catalogue"))).toBeLessThanOrEqual(30_000);
});

test("the request engine is at most 8 kB gzip", async () => {
  const [engine] = await engineLines();
  expect(engine?.kilobytes).toBeLessThanOrEqual(8);
}, 240_000);

test("neither holds React or help texts", () => {
  for (const file of ["functions.js", chunk("catalogue")]) {
    expect(text(file)).not.toMatch(/react-dom|useState|Symbol\.for\("react/);
    expect(text(file)).not.toContain("Lists the ESG events of a universe");
  }
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
