import { isUuid } from "../../contract/values";

/** Identifiers that are recognized by shape and check digits. */
export type IdentifierKind = "entity_id" | "isin" | "lei" | "figi";

const toDigits = (text: string): string =>
  Array.from(text)
    .map((letter) => parseInt(letter, 36).toString())
    .join("");

/** ISO 6166: each letter becomes two digits, then the Luhn algorithm. */
const isIsin = (text: string): boolean => {
  const digits = Array.from(toDigits(text)).reverse().map(Number);
  const sum = digits.reduce((all, digit, index) => all + (index % 2 === 0 ? digit : crossSum(digit * 2)), 0);
  return sum % 10 === 0;
};

const crossSum = (value: number): number => Math.floor(value / 10) + (value % 10);

/** ISO 17442: the remainder modulo 97 is 1. */
const isLei = (text: string): boolean =>
  Array.from(toDigits(text)).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;

/** FIGI: the value of every second character is doubled; the check digit completes the sum of all digits to a multiple of ten. */
const isFigi = (text: string): boolean => {
  const sum = Array.from(text.slice(0, 11)).reduce((all, letter, index) => {
    const value = parseInt(letter, 36) * (index % 2 === 0 ? 1 : 2);
    return all + Array.from(value.toString()).reduce((digits, digit) => digits + Number(digit), 0);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(text[11]);
};

const identifierShapes: readonly {
  readonly kind: IdentifierKind;
  readonly shape: RegExp;
  readonly valid: (text: string) => boolean;
}[] = [
  { kind: "figi", shape: /^(?:BBG|[B-DF-HJ-NP-TV-Z]{2}G)[B-DF-HJ-NP-TV-Z0-9]{8}\d$/, valid: isFigi },
  { kind: "isin", shape: /^[A-Z]{2}[A-Z0-9]{9}\d$/, valid: isIsin },
  { kind: "lei", shape: /^[A-Z0-9]{18}\d{2}$/, valid: isLei },
];

/** An identifier in the spelling of the service; `valid` says whether its check digits are right. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly text: string;
  readonly valid: boolean;
}

/** The lengths of FIGI and ISIN, LEI and uuid: a quick test, because most texts are names. */
const checkedLengths: ReadonlySet<number> = new Set([12, 20, 36]);

/** The identifier that a text is by its shape; undefined for other texts. Where two shapes fit, the check digits decide. */
export const identify = (input: string): Identifier | undefined => {
  if (!checkedLengths.has(input.length)) return undefined;
  if (isUuid(input)) return { kind: "entity_id", text: input.toLowerCase(), valid: true };
  const text = input.toUpperCase();
  const fitting = identifierShapes.filter(({ shape }) => shape.test(text));
  const proven = fitting.find(({ valid }) => valid(text));
  const first = fitting[0];
  if (first === undefined) return undefined;
  return { kind: (proven ?? first).kind, text, valid: proven !== undefined };
};

/** True where the text has the shape of this kind and right check digits. */
export const isIdentifier = (kind: IdentifierKind, input: string): boolean => {
  if (kind === "entity_id") return isUuid(input);
  const text = input.toUpperCase();
  return identifierShapes.some((shape) => shape.kind === kind && shape.shape.test(text) && shape.valid(text));
};
