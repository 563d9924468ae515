// Lists what is not translated, and what is translated though English does not have it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { english } from "../../src/i18n/locales/en";
import { translatedLanguages } from "../../src/i18n/translations";

const readKeys = (language: string, file: string): readonly string[] =>
  Object.keys(
    JSON.parse(
      readFileSync(path.join(__dirname, "../../src/i18n/locales", language, `${file}.json`), "utf8"),
    ) as object,
  );

/** The keys of the English texts by file; those of help are in a generated file. */
const englishKeys: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(english).map(([file, texts]) => [file, Object.keys(texts)])),
  help: readKeys("en", "help"),
};

/** The missing and the unknown keys of a language, each with its file. */
export const compareWithEnglish = (language: string): { readonly missing: string[]; readonly unknown: string[] } => {
  const missing: string[] = [];
  const unknown: string[] = [];
  for (const [file, keys] of Object.entries(englishKeys)) {
    const known = new Set(keys);
    const translated = new Set(readKeys(language, file));
    missing.push(...keys.filter((key) => !translated.has(key)).map((key) => `${file}.json ${key}`));
    unknown.push(...[...translated].filter((key) => !known.has(key)).map((key) => `${file}.json ${key}`));
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
