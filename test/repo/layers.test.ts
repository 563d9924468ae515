import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import layers from "../../layers.json";
import { runProgram } from "../support/run-program";

jest.setTimeout(120_000);

const root = path.join(__dirname, "../..");

interface Examined {
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

/** What dependency-cruiser says of the `src` of a place, under this repository's rules. */
const examine = (place: string): Examined["summary"] => {
  const program = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const rules = path.join(root, ".dependency-cruiser.cjs");
  const args = [program, "--config", rules, "--output-type", "json", "src"];
  const printed = execFileSync(process.execPath, args, { cwd: place, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  return (JSON.parse(printed) as Examined).summary;
};

test("every folder of src has its place in the rules", () => {
  const folders = readdirSync(path.join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const placed = [...new Set([...layers.order, ...Object.keys(layers.beside)])];
  expect(folders.map(({ name }) => name).toSorted()).toEqual(placed.toSorted());
});

test("the rules see what they forbid", () => {
  const place = mkdtempSync(path.join(tmpdir(), "layers-"));
  const files = {
    "tsconfig.json": "{}",
    "src/contract/page.ts": 'import { run } from "../engine/run";\nexport const page = run;\n',
    "src/engine/run.ts": "export const run = 1;\n",
    "src/workbench/host.ts": 'import { run } from "../engine/run";\nexport const host = run;\n',
    "src/i18n/one.ts": 'import { other } from "./other";\nexport const one = () => other;\n',
    "src/i18n/other.ts": 'import { one } from "./one";\nexport const other = () => one;\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    writeFileSync(path.join(place, name), text);
  }
  const { violations } = examine(place);
  rmSync(place, { recursive: true });
  const names = new Set(violations.map(({ rule }) => rule.name));
  expect([...names].toSorted()).toEqual(["contract-imports-a-later-layer", "no-cycles", "workbench-stands-alone"]);
});

test("every entry of an ordered layer has its place in the rules", () => {
  for (const [folder, entries] of Object.entries(layers.inside as Readonly<Record<string, readonly string[]>>)) {
    const found = readdirSync(path.join(root, "src", folder));
    expect({ folder, found: found.toSorted() }).toEqual({ folder, found: entries.toSorted() });
  }
});

test("a reader of =ESG.EVENTS passes at most 43 files", async () => {
  const printed = await runProgram("bench/measure-house.ts");
  const files =
    printed
      .split(/Files on the path of .*\n/)[1]
      ?.trim()
      .split("\n") ?? [];
  expect(files).toContain("src/formulas/functions/esg/esg-events.ts");
  expect(files.length).toBeLessThanOrEqual(43);
});
