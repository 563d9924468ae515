import { addMessages, languageOf, type Messages, setLocale } from "./t";

/** What is loaded together: the texts of cells (core, functions, further and team), or those of the pane. Help is in files of its own. */
export type TranslationPart = "cells" | "pane";

type Load = () => Promise<readonly { readonly default: Messages }[]>;

/** The languages besides English. Only the one in use is fetched. */
const translations: Readonly<Record<string, Readonly<Record<TranslationPart, Load>>>> = {
  fr: {
    cells: () =>
      Promise.all([
        import(/* webpackChunkName: "cells-fr" */ "./locales/fr/core.json"),
        import(/* webpackChunkName: "cells-fr" */ "./locales/fr/functions.json"),
        import(/* webpackChunkName: "cells-fr" */ "./locales/fr/further.json"),
        import(/* webpackChunkName: "cells-fr" */ "./locales/fr/team.json"),
      ]),
    pane: () =>
      Promise.all([
        import(/* webpackChunkName: "pane-fr" */ "./locales/fr/pane.json"),
        import(/* webpackChunkName: "pane-fr" */ "./locales/fr/views.json"),
        import(/* webpackChunkName: "pane-fr" */ "./locales/fr/analyses.json"),
      ]),
  },
  de: {
    cells: () =>
      Promise.all([
        import(/* webpackChunkName: "cells-de" */ "./locales/de/core.json"),
        import(/* webpackChunkName: "cells-de" */ "./locales/de/functions.json"),
        import(/* webpackChunkName: "cells-de" */ "./locales/de/further.json"),
        import(/* webpackChunkName: "cells-de" */ "./locales/de/team.json"),
      ]),
    pane: () =>
      Promise.all([
        import(/* webpackChunkName: "pane-de" */ "./locales/de/pane.json"),
        import(/* webpackChunkName: "pane-de" */ "./locales/de/views.json"),
        import(/* webpackChunkName: "pane-de" */ "./locales/de/analyses.json"),
      ]),
  },
  es: {
    cells: () =>
      Promise.all([
        import(/* webpackChunkName: "cells-es" */ "./locales/es/core.json"),
        import(/* webpackChunkName: "cells-es" */ "./locales/es/functions.json"),
        import(/* webpackChunkName: "cells-es" */ "./locales/es/further.json"),
        import(/* webpackChunkName: "cells-es" */ "./locales/es/team.json"),
      ]),
    pane: () =>
      Promise.all([
        import(/* webpackChunkName: "pane-es" */ "./locales/es/pane.json"),
        import(/* webpackChunkName: "pane-es" */ "./locales/es/views.json"),
        import(/* webpackChunkName: "pane-es" */ "./locales/es/analyses.json"),
      ]),
  },
};

/** The languages besides English. */
export const translatedLanguages: readonly string[] = Object.keys(translations);

/** Sets the locale and loads a part of its translation. A part that cannot be fetched stays English. */
export const loadTranslation = async (locale: string, part: TranslationPart): Promise<void> => {
  setLocale(locale);
  const language = languageOf(locale);
  const files = await translations[language]?.[part]().catch(() => []);
  for (const file of files ?? []) addMessages(language, file.default);
};
