/** A sentence with its place in the text, in UTF-16 units. */
export interface SentenceSpan {
  readonly text: string;
  readonly start: number;
}

const segmenters = new Map<string, Intl.Segmenter>();
const segmenter = (language: string): Intl.Segmenter => {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: "sentence" });
  segmenters.set(language, known);
  return known;
};

/** Endings after which no sentence ends, as `Intl.Segmenter` does not know abbreviations. */
const abbreviation =
  /(?:^|[\s("“])(?:[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|vs|No|Nos|Inc|Corp|Co|Ltd|Bros|Sen|Rep|Gen|Gov|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|approx|bzw|ca|Nr|z\.B|d\.h|u\.a|Mio|Mrd|env|art|p|pp)\.["”)]?\s*$/;

const firstWord = /^[ \t]*\S+/;

/** Lines of wrapped text that must stand below one another. */
const leastWrapped = 4;

/** Whether lines end where the next word would not have fitted: the text was wrapped at a width, as mails and wires are. */
const isWrapped = (text: string): boolean => {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (width < 50 || width > 100) return false;
  const wrapped = lines.flatMap((line, at) => {
    const next = lines[at + 1] ?? "";
    return line === "" || next === "" ? [] : [line.length + (firstWord.exec(next)?.[0].length ?? 0) >= width];
  });
  return wrapped.length >= leastWrapped && wrapped.every(Boolean);
};

/** A line that ends without the end of a sentence. */
const openLine = /[^.!?:;…\s][ \t]*\r?\n[ \t]*$/;

/**
 * Splits a text into sentences, trimmed, without empty ones and with spaces in the place of line breaks. A line break after a full line
 * (a heading, an item of a list) ends one too; one before a lowercase word, or in a text that was wrapped, does not. Nor
 * does an abbreviation before a lowercase word, a digit or a name.
 */
export const splitSentences = (text: string, language = "en"): readonly SentenceSpan[] => {
  const sentences: SentenceSpan[] = [];
  const isWrappedText = isWrapped(text);
  let start = 0;
  let open = "";
  const close = (): void => {
    const trimmed = open.trim();
    if (trimmed !== "")
      sentences.push({ text: trimmed.replace(/[\r\n\t]/g, " "), start: start + open.indexOf(trimmed[0] ?? "") });
    open = "";
  };
  for (const { segment, index } of segmenter(language).segment(text)) {
    if (open === "") start = index;
    open += segment;
    const next = text.slice(index + segment.length, index + segment.length + 1);
    const goesOn = openLine.test(segment) && (isWrappedText ? /\S/ : /\p{Ll}/u).test(next);
    if (!goesOn && (/\n\s*$/.test(segment) || !abbreviation.test(open))) close();
  }
  close();
  return sentences;
};
