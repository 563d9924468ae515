/** Most texts: printable ASCII, which needs no cleaning. */
const plain = /^[\n\x20-\x7e]*$/;

/** Invisible characters that come along when texts are copied: marks of format and direction, joiners, fillers, variation selectors. */
const invisible = /[\p{Cf}\p{DI}]/gu;

/** Other forms of a letter: ligatures, full and half width, letters of mathematics. `…`, `½` and `™` are none: they stay. */
const otherForms = /[\ufb00-\ufb06\uff01-\uffef\u{1d400}-\u{1d7ff}]+/gu;

/**
 * What a person typed or pasted, in one form: letters composed and of usual width, usual spaces, nothing invisible. Every text of a person is
 * read so before it is compared, sent or made a key of the cache.
 */
export const cleanText = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .replaceAll(otherForms, (letters) => letters.normalize("NFKC"))
        .normalize("NFC")
        .replaceAll(invisible, "")
        .replaceAll(/[^\S\r\n\t]/g, " ");

/** A text as it is compared with another one: cleaned, trimmed, without case, one space for several. */
export const comparableText = (text: string): string => cleanText(text).trim().replaceAll(/\s+/g, " ").toLowerCase();
