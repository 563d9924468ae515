import { stemWord } from "../words";
import { type TextWord, textWords } from "./text-words";

const phraseStem = ({ lower }: TextWord): string => stemWord(lower.split(/['’]/, 1)[0] ?? "");

/** A phrase by the stems of its words: two phrases with the same key are found at the same places. */
export const phraseKey = (phrase: string): string => textWords(phrase).map(phraseStem).join(" ");

/** A place where a phrase stands: the first word and the number of words. */
export interface PhraseMatch<Value> {
  readonly value: Value;
  readonly at: number;
  readonly count: number;
}

interface Entry<Value> {
  readonly stems: readonly string[];
  readonly value: Value;
}

/** Finds phrases in texts, whatever the forms of their words: `oil spill` finds `oil spills`. */
export class PhraseFinder<Value> {
  readonly #entries = new Map<string, Entry<Value>[]>();

  /** Phrases with the value that a match carries. */
  constructor(phrases: Iterable<readonly [string, Value]>) {
    for (const [phrase, value] of phrases) {
      const stems = textWords(phrase).map(phraseStem);
      const [first] = stems;
      if (first === undefined) continue;
      const entries = this.#entries.get(first) ?? [];
      this.#entries.set(first, entries);
      entries.push({ stems, value });
    }
  }

  /** All matches in the order of the text; phrases may overlap. */
  find(words: readonly TextWord[]): readonly PhraseMatch<Value>[] {
    const stems = words.map(phraseStem);
    return stems.flatMap((stem, at) =>
      (this.#entries.get(stem) ?? [])
        .filter((entry) => entry.stems.every((each, offset) => stems[at + offset] === each))
        .map(({ value, stems: { length } }) => ({ value, at, count: length })),
    );
  }
}
