import { foldText } from "../../facts/folded-text";
import { listFrom, toScalar } from "../table/nested/values";
import type { WireRecord } from "../../contract/page";

// How alike the names of companies are. One limit decides everywhere whether a name is taken without a question.

/**
 * Names at least this alike are one company without a question, where no other candidate comes near. `npm run bench:names` measures it
 * (docs/decisions/0029-a-company-is-never-guessed.md). At 0.92 no name of another company is taken, at 0.9 three of 2,000 are.
 */
export const acceptedSimilarity = 0.94;
/** Names at least this alike are suggested: "Did you mean …?" */
export const suggestedSimilarity = 0.7;
/** Names of different legal forms, numbers or initials are never more alike than this. */
const otherCompany = 0.9;

/** Spellings of legal forms by the form that they mean. Forms of one line are the same; another line is another company. */
const legalForms: ReadonlyMap<string, string> = new Map(
  [
    "ltd limited ltda limitada",
    "plc",
    "inc incorporated",
    "corp corporation",
    "co company cie",
    "llc",
    "lp",
    "llp",
    "ag aktiengesellschaft",
    "gmbh",
    "kgaa",
    "kg",
    "se",
    "sa",
    "sas",
    "sarl",
    "spa",
    "srl",
    "nv",
    "bv",
    "ab",
    "asa",
    "as",
    "aps",
    "oy",
    "oyj",
    "kk",
    "pte",
    "pty",
    "bhd",
    "tbk",
    "sl",
    "cv",
    "sab",
    "sca",
    "scs",
    "hf",
    "ehf",
    "doo",
    "zrt",
    "nyrt",
    "kft",
    "pao",
    "ooo",
    "jsc",
    "pjsc",
  ].flatMap((line) => {
    const spellings = line.split(" ");
    return spellings.map((spelling) => [spelling, spellings[0] ?? spelling] as const);
  }),
);

/** A name in parts that can be compared. */
interface ComparableName {
  /** The words without legal form, folded. */
  readonly words: readonly string[];
  /** The legal forms at the end in one spelling; "" without one. */
  readonly form: string;
}

const nameWords = (text: string): readonly string[] =>
  foldText(text)
    .replaceAll(/\ba\/s\b/g, "as")
    .replaceAll(/[&+]/g, " and ")
    .replaceAll(/['’`´]/g, "")
    // `S.p.A.` and `S.A.` are one word each.
    .replaceAll(/(?<=(?:^|[^\p{L}\p{N}])\p{L})\.(?=\p{L})/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const comparableName = (text: string): ComparableName => {
  const words = [...nameWords(text)];
  if (words.length > 1 && words[0] === "the") words.shift();
  const forms: string[] = [];
  while (words.length > 1 && legalForms.has(words.at(-1) ?? "")) forms.unshift(legalForms.get(words.pop() ?? "") ?? "");
  // `Co., Ltd.` is a limited company.
  const form = forms.filter((each, index) => each !== "co" || index === forms.length - 1).join(" ");
  return { words, form };
};

/** Words that tell one company of a family from another: numbers, Roman numerals and single letters. */
const distinguishing = (words: readonly string[]): string =>
  words
    .filter((word) => /\p{N}/u.test(word) || /^[ivx]+$/.test(word) || word.length === 1)
    .sort()
    .join(" ");

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (Damerau–Levenshtein). */
const swapDistance = (one: string, other: string): number => {
  let [before, previous] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      let least = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    [before, previous] = [previous, current];
  }
  return previous[other.length] ?? 0;
};

const textSimilarity = (one: string, other: string): number => {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : 1 - swapDistance(one, other) / longest;
};

/** Words in alphabetical order, legal forms in one spelling among them. */
const sortedWords = (text: string): string =>
  nameWords(text)
    .map((word) => legalForms.get(word) ?? word)
    .sort()
    .join(" ");

const sortedSimilarity = (one: string, other: string): number =>
  0.98 * textSimilarity(sortedWords(one), sortedWords(other));

/** Whether two legal forms are those of different companies; one that lacks says nothing. */
const differ = (one: string, other: string): boolean => one !== "" && other !== "" && one !== other;

/**
 * How alike two names are, 0 to 1, rounded down to two decimals. Case, accents, punctuation and a legal form that one of them lacks do not
 * count, the order of words hardly. Two legal forms, numbers or initials that differ keep the similarity at 0.9 or below.
 */
export const nameSimilarity = (one: string, other: string): number => {
  const [first, second] = [comparableName(one), comparableName(other)];
  const differs = differ(first.form, second.form) || distinguishing(first.words) !== distinguishing(second.words);
  const [inOrder, otherInOrder] = [first.words.join(""), second.words.join("")];
  const similarity =
    inOrder === otherInOrder ? 1 : Math.max(textSimilarity(inOrder, otherInOrder), sortedSimilarity(one, other));
  return Math.floor((differs ? Math.min(similarity, otherCompany) : similarity) * 100) / 100;
};

/** The name and the other names of a candidate. */
const candidateNames = (candidate: WireRecord): readonly string[] =>
  [candidate["name"], ...listFrom(candidate["alias"])]
    .map((name) => String(toScalar(name) ?? ""))
    .filter((name) => name !== "");

/**
 * The similarity of the name of a candidate that is nearest to the text. Another name without a legal form has that of the name: "Arakov
 * Bank" of Arakov Bank Oyj is not Arakov Bank Plc.
 */
export const candidateSimilarity = (text: string, candidate: WireRecord): number => {
  const names = candidateNames(candidate);
  const [own, given] = [comparableName(names[0] ?? "").form, comparableName(text).form];
  const similarities = names.map((name) => {
    const form = comparableName(name).form || own;
    return Math.min(nameSimilarity(text, name), differ(form, given) ? otherCompany : 1);
  });
  return Math.max(0, ...similarities);
};

/** How a name or another name of a candidate holds a text. */
export type NameMatch =
  "name" | "alias" | "start of name" | "words of name" | "part of name" | "part of alias" | "similar name" | "";

const spacedWords = (text: string): string => ` ${nameWords(text).join(" ")} `;

/** Words as they are written: `All-Star` is one word, so that a name does not begin with `All`. */
const wholeWords = (text: string): string => spacedWords(text.replaceAll(/[-‐‑](?=\p{L})/gu, ""));

/** Whether a name begins with the whole words of a text, or has them as words somewhere. */
const wordsIn = (text: string, name: string): "start" | "inside" | undefined => {
  const words = spacedWords(text);
  if (words.trim() === "") return undefined;
  if (wholeWords(name).startsWith(wholeWords(text))) return "start";
  return spacedWords(name).includes(words) ? "inside" : undefined;
};

/** How the names of a candidate match a text, the strongest way first; "" where they do not. */
export const nameMatch = (text: string, candidate: WireRecord): NameMatch => {
  const name = String(toScalar(candidate["name"]) ?? "");
  const aliases = candidateNames({ alias: candidate["alias"] });
  const folded = foldText(text);
  if (folded === "") return "";
  if (foldText(name) === folded) return "name";
  if (aliases.some((alias) => foldText(alias) === folded)) return "alias";
  const place = wordsIn(text, name);
  if (place === "start") return "start of name";
  if (candidateSimilarity(text, candidate) >= acceptedSimilarity) return "similar name";
  if (place === "inside") return "words of name";
  if (foldText(name).includes(folded)) return "part of name";
  return aliases.some((alias) => foldText(alias).includes(folded)) ? "part of alias" : "";
};

/** The shortest text that may be the beginning of a name, in letters. */
const shortestBeginning = 3;

/**
 * The one candidate that a name means without a doubt: the only one of that very name, else of that alias, else the only one that is nearly
 * equal or begins with its whole words, where no other candidate has these words. Undefined where a person must choose.
 * `complete`: the candidates are all that the service has. `beginnings`: false where a beginning alone is not enough.
 */
export const namedCandidate = (
  text: string,
  candidates: readonly WireRecord[],
  { complete, beginnings = true }: { readonly complete: boolean; readonly beginnings?: boolean },
): WireRecord | undefined => {
  const matches = candidates.map((candidate) => ({ candidate, match: nameMatch(text, candidate) }));
  const matching = (...ways: readonly NameMatch[]): readonly WireRecord[] =>
    matches.filter(({ match }) => ways.includes(match)).map(({ candidate }) => candidate);
  const equal = matching("name");
  if (equal.length > 0) return equal.length === 1 ? equal[0] : undefined;
  const alias = matching("alias");
  if (alias.length > 0) return alias.length === 1 ? alias[0] : undefined;
  const near = matching("start of name", "similar name", "words of name");
  const [only] = near;
  if (!complete || near.length !== 1 || only === undefined) return undefined;
  const isBeginning = matching("start of name").length === 1 && foldText(text).length >= shortestBeginning;
  const isSimilar = candidateSimilarity(text, only) >= acceptedSimilarity;
  return isSimilar || (isBeginning && beginnings) ? only : undefined;
};

/** Words that many names have, so that a search for one of them finds too many. */
const commonWords = new Set(
  "bank banks group holding holdings international global capital insurance industries energy finance financial partners services systems technologies the and of de".split(
    " ",
  ),
);

/** A part of a pattern that finds a name with other accents: anything stands for a Latin letter that has one. */
const withoutAccents = (part: string): string =>
  part.normalize("NFC").replaceAll(/(?!\p{ASCII})\p{Script=Latin}/gu, "%");

/**
 * Patterns that find a name although letters are wrong, words are in another order, or its legal form differs: its two longest rare words,
 * and all its words with the first or last half of the longest. Empty for a text without letters.
 */
export const similarNamePatterns = (text: string): readonly string[] => {
  const words = text.split(/[\s.,;:()/&+'’"-]+/u).filter((word) => /^[\p{L}\p{N}]{2,}$/u.test(word));
  const core = words.filter((word, index) => index === 0 || !legalForms.has(foldText(word)));
  const byLength = [...core]
    .filter((word) => !commonWords.has(foldText(word)))
    .sort((one, other) => other.length - one.length);
  const longest = byLength[0] ?? core[0];
  if (longest === undefined || longest.length < 3) return [];
  const half = Math.max(3, Math.ceil(longest.length / 2));
  const pattern = (...parts: readonly string[]): string => `%${parts.map(withoutAccents).join("%")}%`;
  const withPart = (part: string): string => pattern(...core.map((word) => (word === longest ? part : word)));
  const patterns = [
    pattern(longest),
    ...(byLength[1] !== undefined && byLength[1].length > 3 ? [pattern(byLength[1])] : []),
    withPart(longest.slice(0, half)),
    withPart(longest.slice(-half)),
  ];
  return [...new Set(patterns)];
};
