import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = "src/formulas/functions";
const index = `${folder}/index.ts`;
const root = path.join(__dirname, "../..");

interface FunctionFile {
  /** `esgEvents`, the export of `esg/esg-events.ts`. */
  readonly name: string;
  readonly family: string;
  /** `./esg/esg-events`. */
  readonly specifier: string;
}

const camelCase = (text: string): string => text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The files whose name begins with that of their family. The other files of a family are helpers. */
const functionFiles = (): readonly FunctionFile[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: family }) =>
      readdirSync(path.join(root, folder, family))
        .filter((file) => file.startsWith(`${family}-`))
        .map((file) => file.replace(/\.ts$/, ""))
        .map((file) => ({ name: camelCase(file), family, specifier: `./${family}/${file}` })),
    )
    .toSorted((one, other) => (one.specifier < other.specifier ? -1 : 1));

/** @throws where a file defines a function but its name does not begin with that of its family: the index would leave it out. */
const checkNames = (): void => {
  for (const { name: family } of readdirSync(path.join(root, folder), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  ))
    for (const file of readdirSync(path.join(root, folder, family))) {
      const [, name] = /^ {2}name: "([A-Z]+\.[A-Z]+)",$/m.exec(
        readFileSync(path.join(root, folder, family, file), "utf8"),
      ) ?? [undefined, undefined];
      const expected = name === undefined ? file : `${name.toLowerCase().replace(".", "-")}.ts`;
      if (file !== expected)
        throw new Error(`${folder}/${family}/${file} defines ${String(name)}: name the file ${expected}`);
    }
};

/** The names in the list of an index, in order. */
const listedIn = (text: string): readonly string[] =>
  (/= \[([^\]]*)\]/.exec(text)?.[1] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/**
 * src/formulas/functions/index.ts from the files of the folder and the index so far. Functions keep their order, which is that of
 * the reference; a new one comes last in its family.
 */
export const renderIndex = (before = readFileSync(path.join(root, index), "utf8")): string => {
  const files = functionFiles();
  const familyOf = (name: string): string => files.find((file) => file.name === name)?.family ?? "";
  const names = listedIn(before).filter((name) => familyOf(name) !== "");
  for (const { name, family } of files) {
    if (names.includes(name)) continue;
    const last = names.findLastIndex((other) => familyOf(other) === family);
    names.splice(last === -1 ? names.length : last + 1, 0, name);
  }
  return `// Generated from the files of this folder by \`npm run generate\`. Only the order of the list is written by hand.
import { functions as texts } from "../../i18n/locales/en/functions";
import { addMessages } from "../../i18n/t";
import type { FunctionDefinition } from "../define/definition";
${files.map(({ name, specifier }) => `import { ${name} } from "${specifier}";`).join("\n")}

addMessages("en", texts);

/** Every worksheet function, in the order of the reference. */
export const functions: readonly FunctionDefinition[] = [
${names.map((name) => `  ${name},`).join("\n")}
];
`;
};

/** @throws where the file of a function is not named after it. */
export const generateIndex = (): ReadonlyMap<string, string> => {
  checkNames();
  return new Map([[index, renderIndex()]]);
};
