import languages from "./languages.json";
import { isTextLanguage } from "./statement";
import type { TextLanguage } from "./topics";

/** A language: its codes (ISO 639-1, 639-2/B, 639-2/T) and its lowercase English name. */
export interface Language {
  readonly alpha2: string;
  readonly code: string;
  readonly terminology: string;
  readonly name: string;
}

const all: readonly Language[] = (languages as string[][]).map(
  ([alpha2 = "", code = "", terminology = "", name = ""]) => ({
    alpha2,
    code,
    terminology,
    name: name.toLowerCase(),
  }),
);

const byWord = new Map<string, Language>();
for (const language of all) {
  for (const word of [language.alpha2, language.code, language.terminology, language.name]) {
    if (!byWord.has(word)) byWord.set(word, language);
  }
  for (const part of language.name.split(/[;,(]/)) if (!byWord.has(part.trim())) byWord.set(part.trim(), language);
}

/** Finds a language by a code of two or three letters or by its English name, case-insensitive. */
export const findLanguage = (text: string): Language | undefined => byWord.get(text.trim().toLowerCase());

/** The lowercase English name of a language, by its three-letter code. */
export const languageName = (code: string): string => byWord.get(code)?.name.split(/[;,(]/)[0]?.trim() ?? code;

/** The language to render in; undefined if no statement has this language. */
export const renderable = (language: Language): TextLanguage | undefined =>
  isTextLanguage(language.code) ? language.code : undefined;
