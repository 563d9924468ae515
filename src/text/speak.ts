import { type Translation, chooseLanguage } from "./language";

const languages: Readonly<Record<string, () => Promise<Translation>>> = {
  fr: async () => (await import(/* webpackChunkName: "sentences-fr" */ "./french")).french,
  de: async () => (await import(/* webpackChunkName: "sentences-de" */ "./german")).german,
  es: async () => (await import(/* webpackChunkName: "sentences-es" */ "./spanish")).spanish,
};

/** Speaks the language of a locale (`fr-FR`) as soon as its sentences have come; English where there is no other. */
export const speak = async (locale: string): Promise<void> => {
  const sentences = await languages[locale.slice(0, 2).toLowerCase()]?.();
  if (sentences !== undefined) chooseLanguage({ tag: locale, sentences });
};
