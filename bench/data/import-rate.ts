import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findKind, runImport } from "../../src/data/import/run-import";
import { companyAt, documentAt } from "./generate";

const [companies, documents] = [20_000, 3_000];

const companiesCsv = (seed: number): string =>
  [
    "key,name,isin,ticker,mic,country",
    ...Array.from({ length: companies }, (_, number) => {
      const { name, isins, tickers, country } = companyAt({ seed, companies, documents }, number);
      return [number, `"${name}"`, isins[0], tickers[0]?.symbol, tickers[0]?.mic, country].join();
    }),
  ].join("\n");

const documentLines = (seed: number): string =>
  Array.from({ length: documents }, (_, number) => {
    const { contentId: id, title, text, time } = documentAt({ seed, companies, documents }, number).source;
    return JSON.stringify({ id, title, text, date: time });
  }).join("\n");

/** Imports files of companies and of documents. Rows of a table: what, how many a second, and the aim. */
export const measureImport = async (data: string, seed: number): Promise<(string | number)[][]> => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-import-"));
  const output = { print: () => undefined, progress: () => undefined, enriching: () => undefined };
  const rate = async (kind: string, file: string, content: string, count: number): Promise<number> => {
    const target = path.join(folder, file);
    writeFileSync(target, content);
    const begin = performance.now();
    await runImport({ kind: findKind(kind), files: [target], data, licence: "CC0-1.0" }, output);
    return Math.round((count * 1_000) / (performance.now() - begin));
  };
  const rows = [
    ["companies of a CSV", await rate("listings", "companies.csv", companiesCsv(seed), companies), "≥ 8,000"],
    [
      "documents as JSON lines, with all steps",
      await rate("documents", "documents.jsonl", documentLines(seed), documents),
      "≥ 300",
    ],
  ];
  rmSync(folder, { recursive: true, force: true });
  return rows;
};
