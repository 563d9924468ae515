import type { Clause } from "./clauses";
import { blankOut } from "./clean-text";
import { countNouns, type Source } from "./number-source";
import type { StatedNumber } from "./stated-numbers";
import { isLegalForm, type Mention } from "./verified-table";

/** What stands before the name of somebody whom a sentence is not about. */
const asideBefore =
  /\b(?:unlike|formerly|previously|(?:also )?known as|renamed from|ex|not|rather than|instead of)[ -](?:the )?$/i;

/** Whether a name is of somebody whom a sentence is not about, and has no number of its own. */
const isAside = (text: string, { start, end }: Pick<Mention, "start" | "end">): boolean =>
  asideBefore.test(text.slice(0, start)) && !/^(?:['’]s)? \(?\d/.test(text.slice(end));

/** The rows that a clause names. "Acme Credit Bank" does not name the row "Acme", and "unlike Acme" names none but with a number behind it. */
export const rowMentions = ({ text }: Pick<Clause, "text">, source: Source): readonly Mention[] => {
  const mentions = source.table.mentions(text);
  return mentions.filter(({ column, start, end, isPart }) => {
    if (column === -1 || isAside(text, { start, end })) return false;
    const last = isPart ? /(?<![\p{L}'’-])(\p{Lu}[\p{L}'’-]*) $/u.exec(text.slice(0, start))?.[1] : undefined;
    if (last !== undefined && !isKnownWord(last, source)) return false;
    const next = /^ (\p{Lu}\p{Ll}[\p{L}'’-]*)/u.exec(text.slice(end, end + 60))?.[1];
    return (
      next === undefined ||
      !/^\p{Lu}/u.test(text.slice(start, end)) ||
      isLegalForm(next) ||
      isKnownWord(next, source) ||
      mentions.some((other) => other.start === end + 1)
    );
  });
};

const sentenceWords = new Set(
  "the a an in on at it its there this that these those for with by from of as between during since over total all both each and but while they their no only up top several most more fewer less about around roughly nearly when where whereas however also then after before until altogether together overall its we our i e s g esg sdg un ungc usd eur gbp chf sek source sources hash formula q jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred dozen unlike compared not universe portfolio list".split(
    " ",
  ),
);

export const isKnownWord = (word: string, { table, counted }: Source): boolean => {
  const lower = word.toLowerCase();
  return (
    sentenceWords.has(lower) ||
    counted.has(lower) ||
    countNouns.has(lower) ||
    table.variants.some((all) => all.some((words) => words.includes(lower)))
  );
};

interface Phrase {
  readonly text: string;
  readonly words: number;
  readonly start: number;
  readonly end: number;
}

/** Names in a sentence that neither the answer nor the formula has. */
const unknownNames = ({ text }: Clause, source: Source): readonly Phrase[] => {
  const mentions = new Set(rowMentions({ text }, source));
  let rest = blankOut(
    text,
    source.table
      .mentions(text)
      .filter((mention) => mention.column === -1 || mentions.has(mention) || isAside(text, mention)),
  );
  for (const known of source.texts)
    if (known.length > 1) rest = rest.replaceAll(known, (match) => " ".repeat(match.length));
  return [...rest.matchAll(/\p{Lu}[\p{L}&'’.-]*(?: \p{Lu}[\p{L}&'’.-]*)*/gu)].flatMap((match) => {
    const words = match[0].split(" ").filter((word) => !isKnownWord(word.replaceAll(/[.'’]s?$/g, ""), source));
    if (words.length === 0) return [];
    return [{ text: words.join(" "), words: words.length, start: match.index, end: match.index + match[0].length }];
  });
};

/** What stands behind the name of whom a sentence is about. */
const subjectTail =
  /^(?:['’]s\b|:|,? (?:had|has|have|is|was|reports?|reported|shows?|showed|counts?|stands?|saw|recorded|posted|sits|scores?|scored|comes|came|employs?|employed|made|earned|with|at)\b)/i;

/** The name of somebody else whom a number is about. */
export const findStranger = (
  clause: Clause,
  number: StatedNumber,
  source: Source,
  { mentions, carried }: { readonly mentions: readonly Mention[]; readonly carried: readonly Mention[] },
): string | undefined => {
  const names = unknownNames(clause, source);
  if (mentions.length + carried.length === 0) return names[0]?.text;
  const last = Math.max(-1, ...mentions.map(({ end }) => end).filter((end) => end <= number.start));
  return names.findLast(({ start, end, words }) => {
    if (end > number.start || start < last) return false;
    const isSubject = subjectTail.test(clause.text.slice(end, end + 20));
    if (last === -1) return isSubject || words > 1;
    return isSubject && /[;,]|\b(?:and|but|while|whereas)\b/i.test(clause.text.slice(last, start));
  })?.text;
};

/** What stands between a number and a name that limits it: "12 events in Germany". */
const limitAfter = /^(?: [\p{L}-]+){0,4}? (?:in|at|from|for|against|on|by) (?:the )?(?=\p{Lu})/u;

/** A condition on a number that the answer knows nothing of: "in Germany", "for SDG 13". */
export const findRestriction = (clause: Clause, number: StatedNumber, source: Source): string | undefined => {
  const [goal, place] = /\b(?:SDGs?|goals?) (\d{1,2})\b/i.exec(clause.text) ?? [];
  if (goal !== undefined && place !== undefined) {
    const isKnown = [source.formula, ...source.table.labels.map(({ text }) => text)].some((text) =>
      new RegExp(String.raw`(?<![\d.])${place}(?![\d.])`).test(text),
    );
    if (!isKnown) return goal;
  }
  const limit = limitAfter.exec(clause.text.slice(number.end));
  if (limit === null) return undefined;
  const start = number.end + limit[0].length;
  return unknownNames(clause, source).find((name) => name.start === start)?.text;
};
