import { getAlpha2Code, isValid } from "i18n-iso-countries";
import { readMic, readTicker, type Identifier } from "./identifiers";

/** What one row of one source says about a company. Members that it does not say are absent. */
export interface SourceCompany {
  /** Names the row within its source: a second import of the row replaces the first. */
  readonly key: string;
  readonly name?: string;
  readonly aliases?: readonly string[];
  /** Names that earlier files of the source gave to it. */
  readonly formerNames?: readonly string[];
  readonly lei?: string;
  /** Ten digits. */
  readonly cik?: string;
  readonly isins?: readonly string[];
  readonly figis?: readonly string[];
  readonly tickers?: readonly { readonly symbol: string; readonly mic: string | null }[];
  /** The market (MIC) of a security that is listed there no more, so that its ticker says nothing. */
  readonly formerMarket?: string;
  readonly duns?: string;
  /** ISO 3166 alpha-2. */
  readonly country?: string;
  readonly region?: string;
  readonly city?: string;
  readonly website?: string;
  readonly description?: string;
  readonly legalForm?: string;
  readonly employeeCount?: number;
  /** By what names the classification, for example `GICS sector`. */
  readonly industries?: Readonly<Record<string, string>>;
  readonly registrations?: readonly { readonly value: string; readonly description: string }[];
  readonly parentLei?: string;
  readonly ultimateParentLei?: string;
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0);

/** Removes members without a value, and empty lists. */
export const withoutBlanks = <T extends object>(record: { readonly [K in keyof T]: T[K] | undefined }): T => {
  // Called for each row of a file: entries of all members would be most of the work.
  const filled: Partial<T> = {};
  for (const member of Object.keys(record) as (keyof T)[]) {
    const value = record[member];
    if (value !== undefined && value !== "" && !isEmptyObject(value)) filled[member] = value;
  }
  return filled as T;
};

/** Characters of a name, a key or a code. The database's indexes refuse entries of more than 2,700 bytes. */
const longestValue = 800;

/** Returns the company. @throws Error that names a member with a value that is too long; descriptions may be long */
export const checkLengths = (company: SourceCompany): SourceCompany => {
  const tooLong = Object.entries(company).find(
    ([member, value]) => member !== "description" && textLength(value) > longestValue,
  );
  if (tooLong !== undefined)
    throw new Error(
      `has ${textLength(tooLong[1]).toLocaleString("en")} characters in "${tooLong[0]}"; at most ${longestValue} are allowed`,
    );
  return company;
};

/** The length of the longest text in a value. */
const textLength = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((longest, each) => Math.max(longest, textLength(each)), 0)
    : 0;
};

/** The identifiers that join a row to others. A ticker without a market joins nothing. */
export const companyIdentifiers = (company: SourceCompany): readonly Identifier[] => [
  ...(company.lei === undefined ? [] : [{ kind: "lei" as const, value: company.lei }]),
  ...(company.cik === undefined ? [] : [{ kind: "cik" as const, value: company.cik }]),
  ...(company.isins ?? []).map((value) => ({ kind: "isin" as const, value })),
  ...(company.figis ?? []).map((value) => ({ kind: "figi" as const, value })),
  ...(company.tickers ?? []).flatMap(({ symbol, mic }) =>
    mic === null ? [] : [{ kind: "ticker" as const, value: readTicker(mic, symbol) }],
  ),
];

/** A ticker as a source writes it. @throws Error if it is none */
export const toTicker = (symbol: string, market: string): { readonly symbol: string; readonly mic: string | null } => {
  const mic = readMic(market);
  readTicker(mic, symbol);
  return { symbol: symbol.trim().toUpperCase(), mic: mic === "" ? null : mic };
};

/** Countries by the names that lists use, beside those of ISO 3166. */
const otherCountries: Readonly<Record<string, string>> = { UK: "GB", USA: "US", "South Korea": "KR", Turkey: "TR" };

const countryByName = (value: string): string | undefined => {
  for (const language of countryLanguages) {
    const code = getAlpha2Code(value, language);
    if (code !== undefined) return code;
  }
  return undefined;
};

const countryCodes = new Map<string, string | undefined>();

/** The languages of the add-in. */
const countryLanguages = ["en", "de", "fr", "es"];

/** ISO 3166 alpha-2 of a code or a name; undefined if it is neither. */
export const readCountry = (text: string): string | undefined => {
  const value = text.trim();
  if (!countryCodes.has(value)) {
    const upper = value.toUpperCase();
    const isCode = /^[A-Z]{2}$/.test(upper) && isValid(upper);
    const code = isCode ? upper : (otherCountries[value] ?? countryByName(value));
    // Hostile files have any number of countries.
    if (countryCodes.size > 10_000) countryCodes.clear();
    countryCodes.set(value, code);
  }
  return countryCodes.get(value);
};
