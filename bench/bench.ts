import { writeFileSync } from "node:fs";
import path from "node:path";
import { cpuLines } from "./cpu-layer";
import { engineLines } from "./engine-size";
import { lineTable } from "./line-table";
import { loopback } from "./loopback-layer";
import { sizeLines } from "./sizes";
import { table } from "./table";
import { virtualLines } from "./virtual-layer";
import { writeDocs } from "./write-docs";

// npm run bench [-- --json FILE] [--only virtual,loopback,cpu,sizes] [--rounds 3] [--port 5391] [--dist dist] [--docs]: the last writes the tables into docs/performance.md

const option = (name: string): string | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? undefined : process.argv[index + 1];
};

const layers = ["virtual", "loopback", "cpu", "sizes"] as const;

const chosen = (): ReadonlySet<string> => {
  const only = option("only")?.split(",") ?? layers;
  for (const name of only)
    if (!layers.some((layer) => layer === name)) throw new Error(`--only takes ${layers.join(", ")}; got ${name}.`);
  return new Set(only);
};

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const show = (mark: string, title: string, text: string): void => {
  console.log(`\n## ${title}\n\n${text}`);
  if (process.argv.includes("--docs")) writeDocs(mark, text);
};

const runVirtualLayer = async (): Promise<unknown> => {
  const lines = await virtualLines();
  show("virtual", "Virtual clock: the same on every machine", lineTable(lines));
  return lines;
};

const runLoopback = async (): Promise<unknown> => {
  const result = await loopback(Number(option("port") ?? 5391), Number(option("rounds") ?? 3));
  show("loopback", "Loopback: the local service in another process, median", lineTable(result.lines));
  const different = result.different.join("; ");
  console.log(
    different === ""
      ? "\nEvery strategy that lost no cell showed the same cells."
      : `\nOther cells than the engine's: ${different}.`,
  );
  return result;
};

const runCpu = async (): Promise<unknown> => {
  const lines = await cpuLines();
  const rows = lines.map(({ kernel, per, microseconds, ratio }) => [
    kernel,
    per,
    round(microseconds, 3),
    round(ratio, 3),
  ]);
  show("cpu", "CPU: a ratio of 1 is parsing one record of a page", table(["kernel", "per", "µs", "ratio"], rows));
  return lines;
};

const runSizes = async (): Promise<unknown> => {
  const lines = [...(await engineLines()), ...sizeLines(path.resolve(option("dist") ?? "dist"))];
  const rows = lines.map(({ script, kilobytes }) => [script, round(kilobytes, 2)]);
  show("sizes", "Sizes", table(["script", "gzip kB"], rows));
  return lines;
};

const main = async (): Promise<void> => {
  const only = chosen();
  const results: Record<string, unknown> = {};
  if (only.has("virtual")) results["virtual"] = await runVirtualLayer();
  if (only.has("loopback")) results["loopback"] = await runLoopback();
  if (only.has("cpu")) results["cpu"] = await runCpu();
  if (only.has("sizes")) results["sizes"] = await runSizes();
  const file = option("json");
  if (file !== undefined)
    writeFileSync(
      file,
      `${JSON.stringify(results, (key, value: unknown) => (key === "seen" ? undefined : value), 2)}\n`,
    );
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
