import { helpAnchor } from "../../src/formulas/define/reference";

/** The reference as a page for browsers: Excel opens it at a function's heading ("Help on this function"). Knows the Markdown that toReference writes. */
export const renderReferencePage = (markdown: string): string => {
  const [, title = ""] = /^# (.*)$/m.exec(markdown) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${blocksOf(markdown).map(toBlock).join("\n")}
</body>
</html>
`;
};

const style = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 "Segoe UI", system-ui, sans-serif; }
h2 { margin-top: 3rem; border-top: 1px solid #8886; padding-top: 1rem; }
code, pre { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; }
pre { padding: 0.6rem 0.8rem; background: #8881; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; }
th, td { padding: 0.25rem 0.6rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
:target { color: #0f7b6c; }
`;

/** Whoever reads the page has no source to edit: that note stays behind. */
const blocksOf = (markdown: string): readonly string[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .filter((block) => !block.startsWith("Generated from"));

const toBlock = (block: string): string => {
  if (block.startsWith("# ")) return `<h1>${toInline(block.slice(2))}</h1>`;
  if (block.startsWith("## ")) return `<h2 id="${helpAnchor(block.slice(3))}">${toInline(block.slice(3))}</h2>`;
  if (block.startsWith("- ")) return `<ul>${lines(block, (line) => `<li>${toInline(line.slice(2))}</li>`)}</ul>`;
  if (block.startsWith("| ")) return toTable(block.split("\n"));
  if (block.startsWith("    ")) return `<pre>${lines(block, (line) => escapeHtml(line.slice(4)))}</pre>`;
  return `<p>${toInline(block)}</p>`;
};

const lines = (block: string, each: (line: string) => string): string => block.split("\n").map(each).join("\n");

const toTable = ([heads = "", , ...rows]: readonly string[]): string => {
  const row = (line: string, tag: "th" | "td"): string =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${toInline(cell)}</${tag}>`)
      .join("")}</tr>`;
  return `<table>${[row(heads, "th"), ...rows.map((line) => row(line, "td"))].join("\n")}</table>`;
};

/** A bar inside a cell is written `\|`. */
const cellsOf = (line: string): readonly string[] =>
  line
    .slice(2, -2)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

const toInline = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\[([^\]]+)\]\((#[a-z]+)\)/g, '<a href="$2">$1</a>');

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
