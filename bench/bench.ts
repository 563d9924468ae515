import { writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "../scripts/build/build";
import { flag, port, readOptions, runProgram, text, whole, type Option } from "../scripts/run/command-line";
import { measuredCpu } from "./cpu/cpu-process";
import { engineLines, sizeLines } from "./sizes/sizes";
import { editionSizes } from "./sizes/edition-sizes";
import { lineTable, table, writeDocs } from "./report";
import { loopback } from "./loopback/loopback-layer";
import { virtualLines } from "./virtual/virtual-layer";

// npm run bench [-- --json FILE] [--only virtual,loopback,cpu,sizes] [--rounds 3] [--port 5391] [--out .cache/bench] [--docs]: the last writes the tables into docs/performance.md

const layers = ["virtual", "loopback", "cpu", "sizes"];

const only: Option<readonly string[]> = {
  takes: `some of ${layers.join(",")}`,
  unless: layers,
  read: (given) => (given.split(",").every((name) => layers.includes(name)) ? given.split(",") : undefined),
};

const options = {
  json: text("a file", undefined),
  only,
  rounds: whole([1, 1_000], 3),
  port: port(5391, 1),
  out: text("a folder", ".cache/bench"),
  docs: flag,
};
type Given = ReturnType<typeof readOptions<typeof options>>;
type Show = (mark: string, title: string, text: string) => void;

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const showIn =
  ({ docs }: Given): Show =>
  (mark, title, shown) => {
    console.log(`\n## ${title}\n\n${shown}`);
    if (docs) writeDocs(mark, shown);
  };

const runVirtualLayer = async (show: Show): Promise<unknown> => {
  const lines = await virtualLines();
  show("virtual", "Virtual clock: the same on every machine", lineTable(lines));
  return lines;
};

const runLoopback = async (show: Show, given: Given): Promise<unknown> => {
  const result = await loopback(given.port, given.rounds);
  show("loopback", "Loopback: the local service in another process, median", lineTable(result.lines));
  const different = result.different.join("; ");
  console.log(
    different === ""
      ? "\nEvery strategy that lost no cell showed the same cells."
      : `\nOther cells than the engine's: ${different}.`,
  );
  return result;
};

const runCpu = async (show: Show): Promise<unknown> => {
  const lines = await measuredCpu();
  const rows = lines.map(({ kernel, per, microseconds, ratio }) => [
    kernel,
    per,
    round(microseconds, 3),
    round(ratio, 3),
  ]);
  show("cpu", "CPU: a ratio of 1 is parsing one record of a page", table(["kernel", "per", "µs", "ratio"], rows));
  return lines;
};

const runSizes = async (show: Show, given: Given): Promise<unknown> => {
  const out = path.resolve(given.out);
  // Made here, unless this folder has the production build of these very sources: dist/ may have any build.
  await build({ mode: "production", workbench: false, out });
  console.log(`\nSizes of the production build in ${path.relative(process.cwd(), out)}, made from these sources.`);
  const lines = [...(await engineLines()), ...sizeLines(out)];
  const rows = lines.map(({ script, kilobytes }) => [script, round(kilobytes, 2)]);
  show("sizes", "Sizes", table(["script", "gzip kB"], rows));
  console.log(`\n## Editions on the device\n\n${await editionSizes()}`);
  return lines;
};

const main = async (): Promise<void> => {
  const given = readOptions(options);
  const show = showIn(given);
  const results: Record<string, unknown> = {};
  if (given.only.includes("virtual")) results["virtual"] = await runVirtualLayer(show);
  if (given.only.includes("loopback")) results["loopback"] = await runLoopback(show, given);
  if (given.only.includes("cpu")) results["cpu"] = await runCpu(show);
  if (given.only.includes("sizes")) results["sizes"] = await runSizes(show, given);
  const file = given.json;
  if (file !== undefined)
    writeFileSync(
      file,
      `${JSON.stringify(results, (key, value: unknown) => (key === "seen" ? undefined : value), 2)}\n`,
    );
};

runProgram(main);
