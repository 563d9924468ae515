import { figiCheckDigit, isinCheckDigit, leiCheckDigits } from "../../../../src/facts/check-digits";

const padded = (number: number, length: number): string => String(number).padStart(length, "0");

/** A valid LEI for a number. */
export const leiFor = (number: number): string => {
  const body = `549300${padded(number, 12)}`;
  return body + leiCheckDigits(body);
};

export const isinFor = (number: number, country = "DE"): string => {
  const body = country + padded(number, 9);
  return body + isinCheckDigit(body);
};

export const figiFor = (number: number): string => {
  const body = `BBG00${padded(number, 6)}`;
  return body + figiCheckDigit(body);
};
