import { about, batch, enterCells, values } from "../step";
import { errorCode, type Fact } from "../trace";
import { failure } from "./object-model";

const linkTarget = "https://example.com/a?b=1#c";

/** The link of a range, its first value, and the look of its cells. */
const readLinkState = async (sheet: Excel.Worksheet, address: string): Promise<Fact> => {
  const range = sheet.getRange(address);
  range.load("hyperlink,values,format/font/color,format/font/underline");
  try {
    await sheet.context.sync();
  } catch (error) {
    return errorCode(error);
  }
  const { color, underline } = range.format.font;
  const [[value] = []] = range.values as Fact[][];
  return [range.hyperlink as unknown as Fact, value ?? null, color, underline];
};

const setLink = (sheet: Excel.Worksheet, address: string, hyperlink: Excel.RangeHyperlink): void => {
  sheet.getRange(address).hyperlink = hyperlink;
};

/** Links of cells, as an add-in sees them. */
export const linkSteps = about("Links", {
  "a cell without one": [enterCells({ A1: "x" }), batch("state", (_context, sheet) => readLinkState(sheet, "A1"))],
  "an address in an empty cell": [
    batch("state", (_context, sheet) => {
      setLink(sheet, "A1", { address: linkTarget });
      return readLinkState(sheet, "A1");
    }),
  ],
  "a mail address, with a tip and a text": [
    enterCells({ A1: "before" }),
    batch("state", (_context, sheet) => {
      setLink(sheet, "A1", { address: "mailto:a@b.example", screenTip: "Tip", textToDisplay: "=after" });
      return readLinkState(sheet, "A1");
    }),
  ],
  "a place in the workbook, in a cell with a number": [
    enterCells({ A1: 5 }),
    batch("state", (_context, sheet) => {
      setLink(sheet, "A1", { documentReference: "B2" });
      return readLinkState(sheet, "A1");
    }),
  ],
  "several cells, some of them, and cells with two links": [
    batch("states", async (_context, sheet) => {
      setLink(sheet, "A1:A3", { address: linkTarget });
      setLink(sheet, "B1", { address: "https://example.com/b" });
      return [
        await readLinkState(sheet, "A1:A3"),
        await readLinkState(sheet, "A2"),
        await readLinkState(sheet, "A3:A4"),
        await readLinkState(sheet, "A1:B1"),
      ];
    }),
  ],
  "a value that is written into its cell, and an empty one": [
    batch("states", async (_context, sheet) => {
      setLink(sheet, "A1:A2", { address: linkTarget });
      sheet.getRange("A1:A2").values = [["other"], [""]];
      return [await readLinkState(sheet, "A1"), await readLinkState(sheet, "A2")];
    }),
  ],
  "a row that is inserted above": [
    batch("states", async (_context, sheet) => {
      setLink(sheet, "A1", { address: linkTarget });
      sheet.getRange("1:1").insert("Down");
      return [await readLinkState(sheet, "A1"), await readLinkState(sheet, "A2")];
    }),
  ],
  "cells that a formula fills": [
    enterCells({ A1: "=SEQUENCE(3)" }),
    batch("states", async (_context, sheet) => {
      setLink(sheet, "A2", { address: linkTarget });
      setLink(sheet, "A1", { address: linkTarget });
      return [await readLinkState(sheet, "A1"), await readLinkState(sheet, "A2")];
    }),
    values("A1:A3"),
  ],
  "HYPERLINK, alone and in a spill": [
    enterCells({
      A1: '=HYPERLINK("https://example.com","text")',
      A2: '=HYPERLINK("https://example.com/"&SEQUENCE(2))',
    }),
    values("A1:A3"),
    batch("states", async (_context, sheet) => [await readLinkState(sheet, "A1"), await readLinkState(sheet, "A3")]),
  ],
  "links that lead nowhere, and doubtful ones": [
    batch("errors", async (_context, sheet) => {
      const links: readonly unknown[] = [
        {},
        null,
        { textToDisplay: "x" },
        { address: "" },
        { address: "javascript:alert(1)" },
        { address: "file:///c:/x.txt" },
        { address: `https://example.com/${"x".repeat(2_100)}` },
        { address: linkTarget, screenTip: "x".repeat(256) },
        { documentReference: "Nowhere!A1" },
      ];
      const codes: Fact[] = [];
      for (const hyperlink of links)
        codes.push(
          await failure(() => {
            setLink(sheet, "A1", hyperlink as Excel.RangeHyperlink);
            return sheet.context.sync();
          }),
        );
      return codes;
    }),
  ],
});
