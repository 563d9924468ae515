import DOMPurify from "dompurify";
import { parse } from "papaparse";

/** The rows of a text on the clipboard. A cell in quotes may have line breaks, tabs and doubled quotes. */
export const readRows = (text: string): string[][] =>
  parse<string[]>(text.replaceAll(/\r\n?/g, "\n").replace(/\n$/, ""), {
    delimiter: "\t",
    newline: "\n",
    skipEmptyLines: false,
  }).data;

/** Rows as a text for the clipboard. As in Excel, only cells with tabs, line breaks or quotes are quoted. */
export const writeRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t"))
    .join("\n");

/**
 * HTML of the clipboard without what runs or loads something. Its styles stay: number formats of Excel are among them. Excel
 * puts them into a comment, which the sanitizer takes for hidden markup.
 */
export const cleanHtml = (html: string): string => {
  const keepStyles = (element: Node): void => {
    if (element.nodeName === "STYLE")
      element.textContent = (element.textContent ?? "").replaceAll(/<!--|-->|@import[^;]*;?/gi, "");
  };
  DOMPurify.addHook("uponSanitizeElement", keepStyles);
  try {
    return DOMPurify.sanitize(html, { WHOLE_DOCUMENT: true, ADD_ATTR: ["x:num", "x:str", "sdval", "sdnum"] });
  } finally {
    DOMPurify.removeHook("uponSanitizeElement", keepStyles);
  }
};
