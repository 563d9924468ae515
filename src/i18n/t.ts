import type { englishTexts } from "./locales/en";
import { core } from "./locales/en/core";

/** A text of a locale file: one text, or one for each plural form that `count` selects. */
export type Message = string | { readonly one?: string; readonly other: string };

/** The texts of a locale file by key. */
export type Messages = Readonly<Record<string, Message>>;

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** The names in braces of a message, from its own type (`as const`). A plural form has `count` too. */
type MessagePlaceholders<Of extends Message> = Of extends string
  ? PlaceholdersIn<Of>
  : "count" | PlaceholdersIn<Of[keyof Of] & string>;

/** The values of a message: exactly its placeholders. */
type PlaceholderValues<Of extends Message> = {
  readonly [Name in MessagePlaceholders<Of>]: Name extends "count" ? number : string | number;
};

/** The arguments after the key: the values, and none where the message has no placeholder. */
type ValueArguments<Of extends Message> = [MessagePlaceholders<Of>] extends [never]
  ? []
  : [values: PlaceholderValues<Of>];

/** The keys of texts without placeholders. */
type PlainKeys<Texts extends Messages> = {
  [Key in keyof Texts]: [MessagePlaceholders<Texts[Key]>] extends [never] ? Key : never;
}[keyof Texts];

/** The text with `{name}` replaced by the value of that name. */
const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  formatNumber: (value: number) => string = String,
): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? formatNumber(value) : value;
  });

type Texts = typeof englishTexts;

/** A key of the English texts of code; help texts have other keys. */
export type Key = keyof Texts;

/** A key whose text has no placeholders. */
export type PlainKey = PlainKeys<Texts>;

/** The locale of the page, as a valid BCP 47 tag. One page has one user, so this is module state: see docs/decisions/0012. */
let locale = "en-US";

/** The texts that are loaded, by language. English is complete in each chunk; other languages are loaded on demand. */
const messages: Record<string, Messages> = { en: core };

// Creating an Intl object takes milliseconds, so each is created once, when it is first used.
const formatters = new Map<string, unknown>();
const formatter = <Formatter>(kind: string, create: () => Formatter): Formatter => {
  const key = `${locale} ${kind}`;
  if (!formatters.has(key)) formatters.set(key, create());
  return formatters.get(key) as Formatter;
};

/** The language of a locale: `fr` of `fr-CA`. */
export const baseLanguage = (tag: string): string => tag.split("-", 1)[0]?.toLowerCase() ?? "";

/** Sets the locale of texts, numbers and dates (`fr-FR`). An invalid tag means English. */
export const setLocale = (tag: string): void => {
  try {
    locale = Intl.getCanonicalLocales(tag)[0] ?? "en-US";
  } catch {
    locale = "en-US";
  }
};

/** The locale of the page, `fr-FR`. */
export const currentLocale = (): string => locale;

/** Adds the texts of a chunk to a language. */
export const addMessages = (language: string, translations: Messages): void => {
  messages[language] = { ...messages[language], ...translations };
};

const pluralForm = (forms: Exclude<Message, string>, language: string, count: number): string => {
  const rules = formatter(`plural ${language}`, () => new Intl.PluralRules(language));
  return forms[rules.select(count) as "one" | "other"] ?? forms.other;
};

/**
 * The text of a key in the language of the page, in English where it is not translated, with `{name}` replaced by the value of that name.
 * Numbers are formatted for the locale; `count` selects the plural form.
 */
export const t = <K extends Key>(key: K, ...[values]: ValueArguments<Texts[K]>): string => {
  const byName: Readonly<Record<string, string | number>> = values ?? {};
  const translated = messages[baseLanguage(locale)]?.[key];
  const message = translated ?? messages["en"]?.[key] ?? key;
  const text =
    typeof message === "string"
      ? message
      : pluralForm(message, translated === undefined ? "en" : locale, Number(byName["count"]));
  return fillPlaceholders(text, byName, formatNumber);
};

/** A number in the format of the locale (`1,900.5`, `1.900,5`), with a fixed number of decimals if given. */
export const formatNumber = (value: number, decimals?: number): string =>
  formatter(
    `number ${decimals ?? ""}`,
    () =>
      new Intl.NumberFormat(
        locale,
        decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      ),
  ).format(value);

/** Date and time of a moment (ms since 1970). */
export const formatMoment = (at: number): string =>
  formatter("moment", () => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })).format(at);

/** The time of day of a moment (ms since 1970). */
export const formatTime = (at: number): string =>
  formatter("time", () => new Intl.DateTimeFormat(locale, { timeStyle: "short" })).format(at);

/** `a, b or c`, for texts that say what is allowed. */
export const formatList = (items: readonly (string | number)[]): string =>
  items.length < 2
    ? String(items[0] ?? "")
    : t("text.or", { first: items.slice(0, -1).join(", "), last: String(items.at(-1)) });
