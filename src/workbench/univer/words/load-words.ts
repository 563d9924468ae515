import { type ILanguagePack, LocaleType } from "@univerjs/core";
import type { Language } from "../../texts/t";
import { words as english } from "./en";

/** The texts of the engine's own menus and dialogs. */
export interface EngineWords {
  readonly locale: LocaleType;
  readonly words: ILanguagePack;
}

type Load = () => Promise<{ readonly words: ILanguagePack }>;

const translations: Readonly<Record<Exclude<Language, "en">, readonly [LocaleType, Load]>> = {
  de: [LocaleType.DE_DE, () => import(/* webpackChunkName: "words-de" */ "./de")],
  es: [LocaleType.ES_ES, () => import(/* webpackChunkName: "words-es" */ "./es")],
  fr: [LocaleType.FR_FR, () => import(/* webpackChunkName: "words-fr" */ "./fr")],
};

/** Loads the engine's texts in a language. */
export const loadWords = async (language: Language): Promise<EngineWords> => {
  if (language === "en") return { locale: LocaleType.EN_US, words: english };
  const [locale, load] = translations[language];
  return { locale, words: (await load()).words };
};
