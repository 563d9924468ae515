import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { functions } from "../../src/formulas/functions";
import { renderReference } from "../../scripts/generate/generate-functions";

const root = path.join(__dirname, "..", "..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const pages = (): string[] => [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(path.join(root, "docs"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

test("docs/errors.md lists exactly the codes an error can have", () => {
  const listed = [...read("docs/errors.md").matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
  const union = /export type ErrorCode =([^;]+);/.exec(read("src/engine/http/addin-error.ts"))?.[1] ?? "";
  const codes = [...union.matchAll(/"([a-z-]+)"/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect([...listed].sort()).toEqual([...codes].sort());
});

test("docs/functions.md is what the generator writes now: run npm run generate", () => {
  expect(read("docs/functions.md")).toBe(renderReference());
});

test("every link between our pages leads somewhere", () => {
  const broken = pages().flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#]+?)(#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(path.join(root, path.dirname(page), target)))
      .map((target) => `${page} → ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every worksheet function has its section in the reference", () => {
  const names = new Set(functions.map(({ name }) => name));
  const reference = read("docs/functions.md");
  expect(
    [...names].filter((name) => !reference.includes(`\n## ${name}\n`) && !reference.includes(`\n### ${name}\n`)),
  ).toEqual([]);
});
