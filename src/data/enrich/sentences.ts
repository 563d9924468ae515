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

/**
 * Splits a text into sentences, trimmed, without empty ones. A line break after a full line (a heading, an item of a list) ends one too;
 * an abbreviation before a lowercase word, a digit or a name does not.
 */
export const splitSentences = (text: string, language = "en"): readonly SentenceSpan[] => {
  const sentences: SentenceSpan[] = [];
  let start = 0;
  let open = "";
  const close = (): void => {
    const trimmed = open.trim();
    if (trimmed !== "") sentences.push({ text: trimmed, start: start + open.indexOf(trimmed[0] ?? "") });
    open = "";
  };
  for (const { segment, index } of segmenter(language).segment(text)) {
    if (open === "") start = index;
    open += segment;
    if (/\n\s*$/.test(segment) || !abbreviation.test(open)) close();
  }
  close();
  return sentences;
};
