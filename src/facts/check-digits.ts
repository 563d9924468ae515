const lettersToDigits = (text: string): string =>
  Array.from(text)
    .map((character) => Number.parseInt(character, 36).toString())
    .join("");

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/** The check digit for the first eleven characters of an ISIN (ISO 6166: Luhn over the letters as numbers). */
export const isinCheckDigit = (body: string): string => {
  const digits = Array.from(lettersToDigits(body), Number).reverse();
  const sum = digits.reduce((total, digit, position) => total + (position % 2 === 0 ? doubled(digit) : digit), 0);
  return String((10 - (sum % 10)) % 10);
};

/** The two check digits for the first eighteen characters of an LEI (ISO 17442: modulo 97). */
export const leiCheckDigits = (body: string): string => {
  let remainder = 0;
  for (const digit of `${lettersToDigits(body)}00`) remainder = (remainder * 10 + Number(digit)) % 97;
  return String(98 - remainder).padStart(2, "0");
};

/** The check digit for the first eleven characters of a FIGI (every second value doubled, digits added). */
export const figiCheckDigit = (body: string): string => {
  const sum = Array.from(body).reduce((total, character, position) => {
    const value = Number.parseInt(character, 36) * (position % 2 === 1 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};

/** Whether an ISIN has the right format and check digit. */
export const isValidIsin = (isin: string): boolean =>
  /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin) && isinCheckDigit(isin.slice(0, 11)) === isin.slice(11);
