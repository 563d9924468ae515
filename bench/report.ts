import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Line } from "./virtual/run-virtual";

/** A table in Markdown. Columns of numbers are aligned to the right. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const right = head.map((_, column) => rows.every((row) => typeof row[column] === "number" || row[column] === ""));
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(right.map((each) => (each ? "--:" : "---"))), ...rows.map(line)].join("\n");
};

const head = [
  "workload",
  "setting",
  "strategy",
  "calls",
  "/ least",
  "429",
  "wall ms",
  "× floor",
  "last visible ms",
  "syncs",
  "failed cells",
];

const ratio = (value: number, least: number): number | string =>
  least === 0 ? "" : Math.round((value / least) * 100) / 100;

/** Lines of the virtual or the loopback layer as a table; a ratio says nothing where cells failed. */
export const lineTable = (lines: readonly Line[]): string =>
  table(
    head,
    lines.map((line) => [
      line.workload,
      line.setting,
      line.strategy,
      line.calls,
      ratio(line.calls, line.leastCalls),
      line.refused,
      Math.round(line.wall),
      line.failed > 0 ? "" : ratio(line.wall, line.floor),
      Math.round(line.lastVisible),
      line.syncs,
      line.failed,
    ]),
  );

/** The page with the results of the benchmark. */
export const docsPage = path.join(__dirname, "..", "docs", "performance.md");

/** Replaces the table between two marks of the page. The text around them is written by hand. */
export const writeDocs = (mark: string, text: string): void => {
  const page = readFileSync(docsPage, "utf8");
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no ${begin} … ${end}.`);
  writeFileSync(docsPage, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
};
