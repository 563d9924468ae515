import { iso6392 } from "iso-639-2";

/** A language: its codes (ISO 639-1, 639-2/B, 639-2/T) and its lowercase English name. */
export interface Language {
  readonly alpha2: string;
  readonly code: string;
  readonly terminology: string;
  readonly name: string;
}

/** Only the languages with a code of two letters: the others are families, and languages that no text has. */
const allLanguages: readonly Language[] = iso6392.flatMap(({ iso6391, iso6392B, iso6392T = iso6392B, name }) =>
  iso6391 === undefined ? [] : [{ alpha2: iso6391, code: iso6392B, terminology: iso6392T, name: name.toLowerCase() }],
);

const languageDisplay = new Intl.DisplayNames(["en"], { type: "language" });

/** The names in the table (`Bokmål, Norwegian; Norwegian Bokmål`, `Greek, Modern (1453-)`), and the one that Node has. */
const languageNames = ({ alpha2, name }: Language): readonly string[] => [
  ...name.split(";").map((each) => each.replace(/\([^()]*\)/, "").trim()),
  (languageDisplay.of(alpha2) ?? alpha2).toLowerCase(),
];

const byWord = new Map<string, Language>();
const addLanguage = (word: string, language: Language): void => {
  if (!byWord.has(word)) byWord.set(word, language);
};
for (const language of allLanguages)
  for (const word of [language.alpha2, language.code, language.terminology, ...languageNames(language)])
    addLanguage(word, language);
// `greek` finds `greek, modern`. Whole names come first: `norwegian` is no part of `norwegian, bokmål`.
for (const language of allLanguages)
  for (const name of languageNames(language)) addLanguage(name.split(",")[0] ?? name, language);

/** Finds a language by a code of two or three letters or by its English name, case-insensitive. */
export const findLanguage = (text: string): Language | undefined => byWord.get(text.trim().toLowerCase());

/** The lowercase English name of a language, by its three-letter code. */
export const languageName = (code: string): string => byWord.get(code)?.name.split(/[;,(]/, 1)[0]?.trim() ?? code;
