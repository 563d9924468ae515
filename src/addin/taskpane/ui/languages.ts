import { currentLocale } from "../../../i18n/t";

/** The languages on offer, as the service calls them, with their codes. */
export const languages = {
  english: "en",
  french: "fr",
  german: "de",
  spanish: "es",
  italian: "it",
  dutch: "nl",
  portuguese: "pt",
  japanese: "ja",
  chinese: "zh",
} as const;

/** A language in the display language, `English`. */
export const showLanguage = (language: string): string => {
  const code = Object.entries(languages).find(([name]) => name === language)?.[1];
  if (code === undefined) return language;
  const name = new Intl.DisplayNames(currentLocale(), { type: "language" }).of(code) ?? language;
  return name.charAt(0).toLocaleUpperCase(currentLocale()) + name.slice(1);
};

/** The choices of a list. */
export const languageChoices = (): readonly { readonly value: string; readonly label: string }[] =>
  Object.keys(languages).map((value) => ({ value, label: showLanguage(value) }));

/** The language to translate into at first: that of the pane; where it is English, French. */
export const translationLanguage = (): string =>
  Object.entries(languages).find(([, code]) => code !== "en" && currentLocale().startsWith(code))?.[0] ?? "french";
