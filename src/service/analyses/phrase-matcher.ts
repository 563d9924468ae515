import { splitWords } from "../../data/words";

/** Finds many phrases in a text at once. */
export interface PhraseMatcher {
  /** The number of occurrences of each phrase that occurs, by id. */
  readonly count: (text: string) => ReadonlyMap<number, number>;
}

/**
 * A node of the tree of phrases, which branches by words. A text is compared with all phrases that begin alike at once,
 * so the time does not grow with their number.
 */
interface PhraseNode {
  /** The phrases that end here. */
  readonly ids: number[];
  readonly next: Map<string, PhraseNode>;
}

type Counts = Map<number, number>;

const createNode = (): PhraseNode => ({ ids: [], next: new Map() });

const createTree = (phrases: readonly string[]): PhraseNode => {
  const root = createNode();
  phrases.forEach((text, id) => {
    let node = root;
    for (const word of splitWords(text)) {
      const known = node.next.get(word) ?? createNode();
      node.next.set(word, known);
      node = known;
    }
    if (node !== root) node.ids.push(id);
  });
  return root;
};

const nothing: ReadonlyMap<number, number> = new Map();

const raise = (counts: Counts | undefined, ids: readonly number[]): Counts | undefined => {
  if (ids.length === 0) return counts;
  const raised: Counts = counts ?? new Map<number, number>();
  for (const id of ids) raised.set(id, (raised.get(id) ?? 0) + 1);
  return raised;
};

/** Whether a character code of lowercase ASCII text belongs to a word; false past the end of the text. */
const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

const endOfWord = (text: string, begin: number): number => {
  let end = begin;
  while (isWordCode(text.charCodeAt(end))) end += 1;
  return end;
};

const startOfWord = (text: string, from: number): number => {
  let begin = from;
  while (begin < text.length && !isWordCode(text.charCodeAt(begin))) begin += 1;
  return begin;
};

/**
 * For each first letter of a phrase, a bit set of the lengths of first words. It rules out most words of a text
 * quickly.
 */
const beginningLengths = (beginnings: ReadonlyMap<string, PhraseNode>): Int32Array => {
  const lengths = new Int32Array(128);
  for (const word of beginnings.keys()) {
    const code = word.charCodeAt(0);
    if (code < 128) lengths[code] = (lengths[code] ?? 0) | (1 << Math.min(word.length, 31));
  }
  return lengths;
};

/** Counts in ASCII text without splitting it into words. */
const createPlainCount = ({ next: beginnings }: PhraseNode): ((text: string) => ReadonlyMap<number, number>) => {
  const lengths = beginningLengths(beginnings);
  return (text) => {
    let counts: Counts | undefined;
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at);
      const end = endOfWord(text, at);
      const fits = end > at && (((lengths[code] ?? 0) >>> Math.min(end - at, 31)) & 1) === 1;
      let node = fits ? beginnings.get(text.slice(at, end)) : undefined;
      for (let after = end; node !== undefined;) {
        counts = raise(counts, node.ids);
        if (node.next.size === 0) break;
        const begin = startOfWord(text, after);
        after = endOfWord(text, begin);
        node = node.next.get(text.slice(begin, after));
      }
      at = end + 1;
    }
    return counts ?? nothing;
  };
};

const countWords = (words: readonly string[], root: PhraseNode): ReadonlyMap<number, number> => {
  let counts: Counts | undefined;
  for (let at = 0; at < words.length; at += 1) {
    let node = root.next.get(words[at] ?? "");
    for (let after = at + 1; node !== undefined; after += 1) {
      counts = raise(counts, node.ids);
      node = node.next.get(words[after] ?? "");
    }
  }
  return counts ?? nothing;
};

const beyondAscii = /[^\x00-\x7f]/;

/**
 * Creates the matcher: whole words, case-insensitive, the words of a phrase in order. A phrase without words never
 * matches.
 */
export const createPhraseMatcher = (phrases: readonly string[]): PhraseMatcher => {
  const root = createTree(phrases);
  const countPlain = createPlainCount(root);
  return {
    count: (text) => {
      const lower = text.toLowerCase();
      return beyondAscii.test(lower) ? countWords(splitWords(lower), root) : countPlain(lower);
    },
  };
};
