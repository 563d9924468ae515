import { figiCheckDigit, isValidIsin, leiCheckDigits } from "../../facts/check-digits";

/** Identifiers of companies, the strongest first. A company has one LEI and one CIK, and any number of the others. */
export const identifierKinds = ["lei", "cik", "isin", "figi", "ticker"] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

export interface Identifier {
  readonly kind: IdentifierKind;
  /** Normalised. A ticker is written `MIC:TICKER`. */
  readonly value: string;
}

const compact = (text: string): string => text.toUpperCase().replace(/[\s\u00a0]/g, "");

const checked =
  (shape: RegExp, name: string, isRight: (value: string) => boolean) =>
  (text: string): string => {
    const value = compact(text);
    if (!shape.test(value)) throw new Error(`"${text.slice(0, 40)}" is no ${name}`);
    if (!isRight(value)) throw new Error(`the ${name} ${value} has a wrong check digit`);
    return value;
  };

/** @throws Error with a reason that names the identifier, as all of these do */
export const readLei = checked(
  /^[A-Z0-9]{18}\d{2}$/,
  "LEI",
  (value) => leiCheckDigits(value.slice(0, 18)) === value.slice(18),
);

export const readIsin = checked(/^[A-Z]{2}[A-Z0-9]{9}\d$/, "ISIN", isValidIsin);

export const readFigi = checked(
  /^[B-DF-HJ-NP-TV-Z]{2}G[B-DF-HJ-NP-TV-Z0-9]{8}\d$/,
  "FIGI",
  (value) => figiCheckDigit(value.slice(0, 11)) === value.slice(11),
);

/** The central index key of the SEC, ten digits. */
export const readCik = (text: string): string => {
  const value = compact(text).replace(/^CIK/, "").replace(/\.0$/, "");
  if (!/^\d{1,10}$/.test(value) || /^0+$/.test(value)) throw new Error(`"${text.slice(0, 40)}" is no CIK`);
  return value.padStart(10, "0");
};

/**
 * Exchanges of the United States. A ticker belongs to one security there, wherever it is traded, so that `US` stands
 * for all of them. The SEC's list names no exchange.
 */
const unitedStates = new Set([
  ..."XNAS XNGS XNMS XNCM XNYS XASE ARCX BATS BATY EDGA EDGX IEXG XBOS XPHL XCHI MEMX LTSE".split(" "),
  ..."OTCM OTCQ OTCB PINX PSGM XOTC OOTC EXPM US".split(" "),
]);

export const isUnitedStates = (mic: string): boolean => unitedStates.has(mic);

/** Names of exchanges in American lists. */
const exchangeMics: Readonly<Record<string, string>> = {
  NASDAQ: "XNAS",
  NYSE: "XNYS",
  "NYSE ARCA": "ARCX",
  "NYSE MKT": "XASE",
  "NYSE AMERICAN": "XASE",
  AMEX: "XASE",
  CBOE: "BATS",
  BATS: "BATS",
  OTC: "OTCM",
  // The letters of NYSE's own list.
  N: "XNYS",
  A: "XASE",
  P: "ARCX",
  Z: "BATS",
  V: "IEXG",
};

/** The market of a MIC or of an exchange's usual name; empty if it is not known. */
export const readMic = (text: string): string => {
  const value = text.trim().toUpperCase();
  return exchangeMics[value] ?? (/^[A-Z0-9]{4}$/.test(value) || value === "US" ? value : "");
};

/** A ticker on a market, `XETR:SAP`. Classes of American shares are written with a dot: `US:BRK.B`. */
export const readTicker = (mic: string, text: string): string => {
  const ticker = text.trim().toUpperCase().replace(/\s+/g, " ");
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .\-/$&*=^+#_]{0,29}$/u.test(ticker))
    throw new Error(`"${text.slice(0, 40)}" is no ticker`);
  return isUnitedStates(mic)
    ? `US:${ticker.replace(/[-/ ^]/g, ".").replace(/\$|\.P(?=[A-Z]$)/, ".PR")}`
    : `${mic}:${ticker}`;
};
