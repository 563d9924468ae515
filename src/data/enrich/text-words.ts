/** A word of a text with its place, in UTF-16 units. */
export interface TextWord {
  /** As it stands in the text. */
  readonly text: string;
  readonly lower: string;
  readonly start: number;
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}]+)*/gu;

/** The words of a text: letters, digits and inner apostrophes. Hyphens separate. */
export const textWords = (text: string): readonly TextWord[] =>
  Array.from(text.matchAll(wordPattern), (match) => ({
    text: match[0],
    lower: match[0].toLowerCase(),
    start: match.index,
  }));
