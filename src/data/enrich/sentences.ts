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
  const close = (end: number): void => {
    const open = text.slice(start, end);
    const trimmed = open.trim();
    if (trimmed !== "")
      sentences.push({ text: trimmed.replace(/[\r\n\t]/g, " "), start: start + open.indexOf(trimmed[0] ?? "") });
    start = end;
  };
  for (const { segment, index } of segmenter(language).segment(text)) {
    const end = index + segment.length;
    const goesOn = openLine.test(segment) && (isWrappedText ? /\S/ : /\p{Ll}/u).test(text.slice(end, end + 1));
    if (!goesOn && (endsLine(segment) || !endsInAbbreviation(text, start, end))) close(end);
  }
  close(text.length);
  return sentences;
};

const endsLine = (segment: string): boolean => segment.slice(segment.trimEnd().length).includes("\n");

/** Longer than any abbreviation with what stands around it. */
const longestEnding = 100;

/** Looks at the end only: a text of abbreviations is one sentence, whose beginning would be read again for each of them. */
const endsInAbbreviation = (text: string, start: number, end: number): boolean => {
  const from = Math.max(start, end - longestEnding);
  // A cut word is not the beginning of one.
  return abbreviation.test(`${from > start ? "x" : ""}${text.slice(from, end)}`);
};
