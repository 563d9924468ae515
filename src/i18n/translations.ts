import type { Messages } from "./t";
import { addMessages, baseLanguage, setLocale } from "./t";

/** What is loaded together: the texts of cells (core, functions, office and team), or those of the pane. Help is in files of its own. */
export type TranslationPart = "cells" | "pane";

type Load = () => Promise<{ readonly texts: readonly Messages[] }>;

/** The languages besides English. Only the one in use is fetched. */
const translations: Readonly<Record<string, Readonly<Record<TranslationPart, Load>>>> = {
  fr: {
    cells: () => import(/* webpackChunkName: "cells-fr" */ "./locales/fr/cells"),
    pane: () => import(/* webpackChunkName: "pane-fr" */ "./locales/fr/pane"),
  },
  de: {
    cells: () => import(/* webpackChunkName: "cells-de" */ "./locales/de/cells"),
    pane: () => import(/* webpackChunkName: "pane-de" */ "./locales/de/pane"),
  },
  es: {
    cells: () => import(/* webpackChunkName: "cells-es" */ "./locales/es/cells"),
    pane: () => import(/* webpackChunkName: "pane-es" */ "./locales/es/pane"),
  },
};

/** The languages besides English. */
export const translatedLanguages: readonly string[] = Object.keys(translations);

/** Sets the locale and loads a part of its translation. A part that cannot be fetched stays English. */
export const loadTranslation = async (locale: string, part: TranslationPart): Promise<void> => {
  setLocale(locale);
  const language = baseLanguage(locale);
  const loaded = await translations[language]?.[part]().catch(() => undefined);
  for (const texts of loaded?.texts ?? []) addMessages(language, texts);
};
