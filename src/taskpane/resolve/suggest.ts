import { identify } from "../../formula/identifiers";

const swapped = (text: string, at: number): string =>
  text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);

const lookalikes: Readonly<Record<string, string>> = {
  O: "0",
  "0": "O",
  I: "1",
  "1": "I",
  S: "5",
  "5": "S",
  B: "8",
  "8": "B",
};

/** What an identifier with wrong check digits may have been meant as: two neighbours swapped, a look-alike, another last digit. */
export const suggestionsFor = (text: string): readonly string[] => {
  const written = text.trim().toUpperCase();
  const places = [...Array.from(written).keys()];
  const candidates = [
    ...places.slice(1).map((at) => swapped(written, at - 1)),
    ...places.map((at) => written.slice(0, at) + (lookalikes[written[at] ?? ""] ?? "") + written.slice(at + 1)),
    ...Array.from({ length: 10 }, (_, digit) => written.slice(0, -1) + String(digit)),
  ];
  const right = candidates.filter((candidate) => candidate !== written && identify(candidate)?.valid === true);
  return [...new Set(right)].slice(0, 3);
};
