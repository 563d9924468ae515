/**
 * Characters that change how a text is shown or hide one: controls, the marks and overrides of bidirectional text,
 * characters without a width, and tags. Joiners (U+200C, U+200D) stay: words of some languages need them.
 */
const hiddenCharacters =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** A text of a record as an assistant may read it: without hidden characters, at most `longest` characters. */
export const cleanText = (text: string, longest: number): string => {
  const clean = text
    .replaceAll("\r\n", "\n")
    .replaceAll(hiddenCharacters, "")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  const characters = clean.length > longest ? Array.from(clean.slice(0, longest + 1)) : undefined;
  return characters === undefined
    ? clean
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
};

/** A text with blanks in place of some of its parts, so that the others stay where they are. */
export const blankOut = (text: string, parts: readonly { readonly start: number; readonly end: number }[]): string => {
  const characters = text.split("");
  for (const { start, end } of parts) characters.fill(" ", start, end);
  return characters.join("");
};

/** One line of it. */
export const cleanLine = (text: string, longest: number): string =>
  cleanText(text.replaceAll(/\s+/g, " ").trim(), longest);
