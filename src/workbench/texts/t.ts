import { de } from "./de";
import { en, type TextKey } from "./en";
import { es } from "./es";
import { fr } from "./fr";

/** The names in braces of a text. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Values<Key extends TextKey> = Readonly<Record<Placeholders<(typeof en)[Key]>, string>>;

/** The languages besides English. */
export const translations = { de, es, fr } as const;

export type Language = "en" | keyof typeof translations;

let language: Language = "en";

/** The language of a display language such as `fr-CA`; English for those that the workbench does not speak. */
export const languageOf = (displayLanguage: string): Language => {
  const tag = displayLanguage.split("-", 1)[0]?.toLowerCase() ?? "";
  return tag in translations ? (tag as Language) : "en";
};

/** Sets the language of all texts. Call it before the page is built. */
export const setLanguage = (next: Language): void => {
  language = next;
};

/** The text of a key in the language of the page, with `{name}` replaced by the value of that name. */
export const t = <Key extends TextKey>(
  key: Key,
  ...[values]: [Placeholders<(typeof en)[Key]>] extends [never] ? [] : [values: Values<Key>]
): string => {
  const text: string = language === "en" ? en[key] : translations[language][key];
  const given: Readonly<Record<string, string>> = values ?? {};
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => given[name] ?? placeholder);
};
