import { onDemand } from "../../text/on-demand";
import { english } from "./english";

/** A sentence of the pane: `{name}` stands for a value; where a count matters, one sentence for one and one for all others. */
export type Sentence = string | { readonly one: string; readonly other: string };

/** The keys of all sentences; English is the reference. */
export type TextKey = keyof typeof english;

/** All sentences in one language: a missing key does not compile. */
export type PaneTexts = Readonly<Record<TextKey, Sentence>>;

/** The values of a sentence; numbers are written as the locale writes them. `count` chooses between one and other. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** Says a sentence in the language and the numbers of the user. */
export interface Say {
  (key: TextKey, values?: SentenceValues): string;
  readonly locale: string;
  readonly number: (value: number) => string;
  /** Day and time of a moment (ms since 1970). */
  readonly moment: (at: number) => string;
  /** The day of a moment. */
  readonly day: (at: number) => string;
}

const languages: Readonly<Record<string, () => Promise<PaneTexts>>> = {
  fr: async () => (await import(/* webpackChunkName: "text-fr" */ "./french")).french,
  de: async () => (await import(/* webpackChunkName: "text-de" */ "./german")).german,
  es: async () => (await import(/* webpackChunkName: "text-es" */ "./spanish")).spanish,
};

/** The sentences of a locale's language; undefined where English is meant. */
export const loadTexts = async (locale: string): Promise<PaneTexts | undefined> =>
  languages[locale.slice(0, 2).toLowerCase()]?.();

const validLocale = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
};

/** The voice of a locale once its sentences have come; where they do not come it speaks English. */
export const loadSay = async (locale: string): Promise<Say> =>
  createSay(locale, await loadTexts(locale).catch(() => undefined));

/** Makes the voice of a locale. */
export const createSay = (wanted: string, texts: PaneTexts = english): Say => {
  const locale = validLocale(wanted);
  const language = texts === english ? "en" : locale;
  const numbers = onDemand(() => new Intl.NumberFormat(locale));
  const plurals = onDemand(() => new Intl.PluralRules(language));
  const moments = onDemand(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));
  const days = onDemand(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
  const written = (value: string | number): string => (typeof value === "number" ? numbers().format(value) : value);
  const chosen = (sentence: Sentence, count: string | number | undefined): string => {
    if (typeof sentence === "string") return sentence;
    return plurals().select(Number(count ?? 0)) === "one" ? sentence.one : sentence.other;
  };
  const say = (key: TextKey, values: SentenceValues = {}): string =>
    chosen(texts[key], values["count"]).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      values[name] === undefined ? whole : written(values[name]),
    );
  return Object.assign(say, {
    locale,
    number: (value: number) => numbers().format(value),
    moment: (at: number) => moments().format(at),
    day: (at: number) => days().format(at),
  });
};
