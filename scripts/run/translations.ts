// Lists what is not translated, and what is translated though English does not have it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { translatedLanguages } from "../../src/i18n/translations";

const files = ["core", "functions", "further", "office", "team", "pane", "analyses", "help"];

const keysOf = (language: string, file: string): readonly string[] =>
  Object.keys(
    JSON.parse(
      readFileSync(path.join(__dirname, "../../src/i18n/locales", language, `${file}.json`), "utf8"),
    ) as object,
  );

/** The missing and the unknown keys of a language, each with its file. */
export const compareWithEnglish = (language: string): { readonly missing: string[]; readonly unknown: string[] } => {
  const missing: string[] = [];
  const unknown: string[] = [];
  for (const file of files) {
    const english = new Set(keysOf("en", file));
    const translated = new Set(keysOf(language, file));
    missing.push(...[...english].filter((key) => !translated.has(key)).map((key) => `${file}.json ${key}`));
    unknown.push(...[...translated].filter((key) => !english.has(key)).map((key) => `${file}.json ${key}`));
  }
  return { missing, unknown };
};

if (require.main === module)
  for (const language of translatedLanguages) {
    const { missing, unknown } = compareWithEnglish(language);
    console.log(`${language}: ${missing.length} missing, ${unknown.length} unknown`);
    for (const key of missing) console.log(`  missing  ${key}`);
    for (const key of unknown) console.log(`  unknown  ${key}`);
  }
