/** Says a sentence of the help (of functions, arguments, options, examples and fields) in one language; its key is what it says in English. */
export type HelpVoice = (english: string) => string;

type Dictionary = Readonly<Record<string, string>>;

const dictionaries: Readonly<Record<string, () => Promise<{ readonly default: Dictionary }>>> = {
  fr: () => import(/* webpackChunkName: "help-fr" */ "./help/french.json"),
  de: () => import(/* webpackChunkName: "help-de" */ "./help/german.json"),
  es: () => import(/* webpackChunkName: "help-es" */ "./help/spanish.json"),
};

/** The languages that the help speaks besides English. */
export const helpLanguages: readonly string[] = Object.keys(dictionaries);

/** The help's voice in the language of a locale; it speaks English where there is no other, or where that does not come. */
export const loadHelpVoice = async (locale: string): Promise<HelpVoice> => {
  const loaded = await dictionaries[locale.slice(0, 2).toLowerCase()]?.().catch(() => undefined);
  return (english) => loaded?.default[english] ?? english;
};
