import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(__dirname, "../..");
const program = path.join(root, "node_modules/oxlint/bin/oxlint");
const rules = path.join(root, "oxlint.config.mjs");

/** What `npm run typecheck` says of one file, as `line: rule`. The compiler has the options of this repository. */
const examine = (lines: readonly string[]): readonly string[] => {
  const place = mkdtempSync(path.join(tmpdir(), "typed-lint-"));
  try {
    const { compilerOptions } = JSON.parse(readFileSync(path.join(root, "tsconfig.json"), "utf8")) as {
      readonly compilerOptions: object;
    };
    const config = { compilerOptions: { ...compilerOptions, incremental: false, types: [] }, include: ["."] };
    writeFileSync(path.join(place, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(path.join(place, "one.ts"), lines.join("\n"));
    const args = [program, "-c", rules, "--format", "json"];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: place, encoding: "utf8" });
    if (!stdout.startsWith("{")) throw new Error(`${stdout}\n${stderr}`);
    const { diagnostics } = JSON.parse(stdout) as {
      readonly diagnostics: readonly {
        readonly code: string;
        readonly labels: readonly { readonly span: { readonly line: number } }[];
      }[];
    };
    return diagnostics.map(({ code, labels }) => `${String(labels[0]?.span.line)}: ${code}`).toSorted();
  } finally {
    rmSync(place, { recursive: true });
  }
};

test("errors of types and of the rules that need types are found", () => {
  const found = examine([
    'export const amount: number = "1";',
    "export const first = (texts: readonly string[]): number => texts[0].length;",
    "export const later = async (): Promise<void> => { await Promise.resolve(); };",
    "export const start = (): void => { later(); };",
    "export const anything = (text: string): any => JSON.parse(text);",
  ]);
  expect(found).toEqual([
    "1: typescript(TS2322)",
    "2: typescript(TS2532)",
    "4: typescript(no-floating-promises)",
    "5: typescript(no-explicit-any)",
  ]);
});
