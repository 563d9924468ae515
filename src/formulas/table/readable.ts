import { onDemand } from "../../i18n/on-demand";

/** Shows a text of the service as people write it. A text that the rules do not cover stays as it is. */
export type ReadableText = (wire: string) => string;

/** Words of places that no rule gives. */
const exceptions = new Map(
  ["DC", "DRC", "KwaZulu", "PRC", "SAR", "UAE", "UK", "US", "USA"].map((spelling) => [
    spelling.toLowerCase(),
    spelling,
  ]),
);

const splitWordSet = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words with a small letter inside a name, in the languages of places: `Pays de la Loire`, `Stoke-on-Trent`, `Mo i Rana`. */
const small = splitWordSet(
  "aan am and au aux bei da das de degli dei del della delle des di do dos du e em en et i im in nad ob of on op pod sous sur the und under upon van von vor y zu zum zur",
);
/** The same, but only behind another small word (`de la`) or between hyphens (`-la-`), because of `North Las Vegas`. */
const articles = splitWordSet("dem den der la las le les los");
/** The same, also at the end: `Stockholms län`, `Korea, Republic of`. */
const smallAtEnd = splitWordSet("kraj län megye of the");

const wordsPattern = /[\p{L}\p{M}\p{N}'’.]+/gu;
const initials = /^(?:\p{L}\.){2,}$/u;
const elided = /^(?:(?:d|l|all|dall|dell|nell|sull)|([no]))['’](?=\p{L})/u;

/** `munich` → `Munich`, `mckinney` → `McKinney`, `ijmuiden` → `IJmuiden` (but `Ijebu`, where a vowel follows). */
const capital = (text: string): string =>
  text
    .replace(/^\p{L}/u, (letter) => letter.toUpperCase())
    .replace(/^Mc\p{L}(?=\p{L})/u, (start) => `Mc${start.slice(2).toUpperCase()}`)
    .replace(/^Ij(?=[^aeiou])/, "IJ");

/** One word of a name in small letters. `before` and `after`: the texts around it. */
const placeWord = (text: string, before: string, after: string): string => {
  const exception = exceptions.get(text);
  if (exception !== undefined) return exception;
  if (initials.test(text)) return text.toUpperCase();
  const isFirst = before === "" || before.endsWith("(");
  const elision = elided.exec(text);
  if (elision !== null) {
    const start = isFirst || elision[1] !== undefined ? capital(elision[0]) : elision[0];
    return start + capital(text.slice(elision[0].length));
  }
  return !isFirst && isSmallWord(text, before, after) ? text : capital(text);
};

const isSmallWord = (text: string, before: string, after: string): boolean => {
  if (smallAtEnd.has(text)) return true;
  if (after === "" || after.startsWith(")")) return false;
  if (small.has(text)) return true;
  if (text === "an") return /^ de[mnr] /.test(after);
  if (!articles.has(text)) return false;
  const previous = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)[ -]$/u.exec(before)?.[1] ?? "";
  return small.has(previous) || previous === "an" || (before.endsWith("-") && after.startsWith("-"));
};

/** Whether a text has small and capital letters: then somebody decided about them. */
const isMixed = (text: string): boolean => text !== text.toLowerCase() && text !== text.toUpperCase();

/** The name of a country, region, city or language. It differs from the text of the service in capital letters only. */
const placeName: ReadableText = (wire) => {
  if (isMixed(wire)) return wire;
  const lower = wire.toLowerCase();
  const titleCase = lower.replace(wordsPattern, (text, start: number) =>
    placeWord(text, lower.slice(0, start), lower.slice(start + text.length)),
  );
  return titleCase.toLowerCase() === lower ? titleCase : wire;
};

const regionNamesInEnglish = onDemand(() => new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }));
const languageNames = onDemand(() => new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }));

/** The English name of a country by its ISO 3166 code of two letters, without case; undefined for any other text. */
export const countryOfCode = (code: string): string | undefined =>
  /^[a-z]{2}$/i.test(code) ? regionNamesInEnglish().of(code.toUpperCase()) : undefined;

/** Documents carry codes, companies carry names. */
const countryText: ReadableText = (wire) => (wire.length === 2 ? (countryOfCode(wire) ?? wire) : placeName(wire));

/** ESG and SDG documents carry codes (ISO 639-2), documents of analyses carry names. */
const language: ReadableText = (wire) =>
  /^[a-z]{2,3}$/.test(wire) ? (languageNames().of(wire) ?? wire) : placeName(wire);

/** A value of an enumeration: `VERY_NEGATIVE` → `very negative`, `SDG:7` → `SDG 7`. Codes of up to three capitals stay. */
const valueName: ReadableText = (wire) => {
  if (/^SDG:\d+$/.test(wire)) return wire.replace(":", " ");
  const isName = !isMixed(wire) && /^\w+(?: \w+)*$/.test(wire) && !/^[A-Z]{1,3}$/.test(wire);
  return isName ? wire.toLowerCase().replaceAll("_", " ") : wire;
};

/** Distinct texts that are kept: places and values come again in every row. */
const mostKept = 5_000;

const memoizeText = (read: ReadableText): ReadableText => {
  const known = new Map<string, string>();
  return (wire) => {
    const before = known.get(wire);
    if (before !== undefined) return before;
    const text = read(wire);
    if (known.size < mostKept) known.set(wire, text);
    return text;
  };
};

const [readPlace, readValue] = [memoizeText(placeName), memoizeText(valueName)];

/** By field of the service, with the pivots of time series. */
const byField = new Map<string, ReadableText>([
  ["country", memoizeText(countryText)],
  ["region", readPlace],
  ["city", readPlace],
  ["language", memoizeText(language)],
  ...["categories", "sub_categories", "ungc_classification", "site_type", "entity_type", "type", "status"].map(
    (name) => [name, readValue] as const,
  ),
]);

/** How the texts of a field are shown; undefined for fields that hold no name of a place and no enumeration. */
export const readableField = (field: string): ReadableText | undefined => byField.get(field);

/** A text of a field as people write it, for messages and the task pane. */
export const readable = (field: string, wire: string): string => byField.get(field)?.(wire) ?? wire;

/** A test whether a text of the service is one that a person wrote: in its spelling or as it is shown, without case. */
export const meaning = (field: string, inputs: readonly string[]): ((wire: string) => boolean) => {
  const texts = new Set(inputs.map(folded));
  return (wire) => texts.has(folded(wire)) || texts.has(folded(readable(field, wire)));
};

const folded = (text: string): string => text.trim().toLowerCase();
