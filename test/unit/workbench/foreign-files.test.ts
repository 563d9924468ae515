import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { byHand } from "../ooxml/by-hand";
import { compareButOneCell, partsOf } from "../ooxml/compare-parts";
import { throughTheEngine } from "./through-the-engine";

const folder = path.join(__dirname, "../ooxml/files");
const files: readonly (readonly [string, Uint8Array])[] = [
  ...Object.entries(byHand).map(([name, bytes]) => [`by hand: ${name}`, bytes] as const),
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".xlsx"))
    .map((name) => [name, new Uint8Array(readFileSync(path.join(folder, name)))] as const),
];

/** openpyxl stores no results of formulas: the engine calculates them, and they are written. */
const results: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "openpyxl-table.xlsx": { "Sales!D1": 30 },
  "openpyxl-values.xlsx": { "Values!A9": 3, "Values!A10": 1.4999997, "'It''s & <two>'!B2": 2.5 },
};

/** A sheet without the results of its formulas, and without what is written anew with them. */
const withoutResults = (parts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [
      name,
      text
        .replace(/^<\?xml[^>]*>\s*/, "")
        .replaceAll(/<\/f><v>[^<]*<\/v>/g, "</f>")
        .replace(/<dimension\b[^>]*\/>/, ""),
    ]),
  );

describe.each(files)("in the engine, %s", (name, bytes) => {
  it("shows its values and formulas, is written back without loss, and keeps the rest when one cell changes", async () => {
    const { stored, shown, saved, changed } = await throughTheEngine(bytes, name);
    const calculated = Object.entries(results[name] ?? {});
    const added = calculated.map(([address, value]) => [address, { ...stored[address], value }] as const);
    expect(shown).toEqual({ ...stored, ...Object.fromEntries(added) });
    if (added.length === 0) expect(partsOf(saved)).toEqual(partsOf(bytes));
    else expect(withoutResults(partsOf(saved))).toEqual(withoutResults(partsOf(bytes)));
    const comparison = compareButOneCell(saved, changed, { custom: [] });
    expect(comparison.after).toEqual(comparison.before);
    expect(comparison.changed).toBe("new here");
  });
});
