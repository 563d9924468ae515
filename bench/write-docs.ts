import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The page that tells what the benchmark found. */
export const docsPage = path.join(__dirname, "..", "docs", "performance.md");

/** Puts a table between its marks on the page; the text around it is written by hand. */
export const writeDocs = (mark: string, text: string): void => {
  const page = readFileSync(docsPage, "utf8");
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no ${begin} … ${end}.`);
  writeFileSync(docsPage, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
};
