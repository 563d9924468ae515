import { readFileSync } from "node:fs";
import path from "node:path";

/** The files whose formulas people get: questions, and the sample report. */
const files = ["src/formulas/questions.ts", "scripts/build/demo-report.ts"];

/** The arguments of each LET in a text, quotes and parentheses respected. */
const listLets = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/\bLET\(/g)].map(({ index }) => {
    const parts = [""];
    let [depth, quoted] = [1, false];
    for (const letter of text.slice(index + "LET(".length)) {
      if (letter === '"') quoted = !quoted;
      if (!quoted && "({".includes(letter)) depth += 1;
      if (!quoted && ")}".includes(letter)) depth -= 1;
      if (depth === 0) break;
      if (letter === "," && depth === 1 && !quoted) parts.push("");
      else parts.push(`${parts.pop() ?? ""}${letter}`);
    }
    return parts;
  });

const listNames = (file: string): readonly string[] =>
  listLets(readFileSync(path.join(__dirname, "../..", file), "utf8")).flatMap((parts) =>
    parts.filter((_, place) => place % 2 === 0 && place < parts.length - 1).map((name) => name.trim()),
  );

test("Excel takes each name of a LET: it is no cell, and neither R nor C, which mean a row and a column", () => {
  const names = files.map((file) => [file, listNames(file)] as const);
  expect(names.every(([, list]) => list.length > 0)).toBe(true);
  const refused = names.flatMap(([file, list]) =>
    list
      .filter((name) => !/^[a-z_]\w*$/i.test(name) || /^(?:[rc]|[a-z]{1,3}\d+|r\d*c\d*)$/i.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(refused).toEqual([]);
});
