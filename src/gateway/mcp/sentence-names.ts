import type { Clause } from "./clauses";
import { blankOut } from "./clean-text";
import { countNouns, type Source } from "./number-source";
import type { StatedNumber } from "./stated-numbers";
import { anyOther, rankWords } from "./ranks";
import { nounAfter } from "./sentence-measure";
import { isLegalForm, type Mention, stem } from "./verified-table";

/** What stands before the name of somebody whom a sentence is not about. */
const asideBefore =
  /\b(?:unlike|followed by|formerly|previously|(?:also )?known as|renamed from|ex|not|rather than|instead of)[ -](?:the )?$/i;

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

/** Words of a sentence that change nothing of what a number in it says. */
const plainWords = new Set(
  "a an the it its they their we our s i e g i.e and or but while whereas as also both at in on from to of for with among between during since so far compared against versus vs than respectively together altogether overall all total sum whole combined there here then has have had having is are was were be been being did do does stands stood sits shows show showed shown reports report reported reporting records record recorded counts counted count counting saw see sees seen comes come came accounts account accounted makes make made contributes contributed leads led tops topped followed employs employ employed employing involved found covers cover covered names named mentions mention mentioned gives give according reached reaches stayed remained number numbers value values figure figures amount company companies firm bank group universe portfolio list country data answer spillway esg sdg ungc un usd eur gbp chf sek source sources hash formula q utc highest most largest maximum top peak lowest fewest smallest least minimum fewer less lower higher smaller larger more each points point about around roughly approximately currently worldwide globally over monitored different distinct separate such out by lead exceed exceeds exceeded rounded scale faced faces experienced linked period".split(
    " ",
  ),
);

/** Words of a change or a range, which one number alone does not show. */
const changeWords = new Set(
  "up rose rise rises risen fell falls fallen grew grows grown climbed climbs dropped drops increased decreased declined ranges ranged range".split(
    " ",
  ),
);

export const isKnownWord = (word: string, { table, counted }: Source): boolean => {
  const lower = word.toLowerCase();
  return (
    plainWords.has(lower) ||
    counted.has(lower) ||
    countNouns.has(lower) ||
    table.variants.some((all) => all.some((words) => words.includes(lower)))
  );
};

/** What parts a sentence into pieces that each say something. */
const pieceEnd = /[,;:()[\]–—]| - /g;
/** What is the answer itself. */
const emptyWords = /\bthis (?:answer|list|period|portfolio|universe)\b/gi;
/** A piece of so few words before or behind a number limits it: "In the last month, …", "148 events, on average". */
const [shortLead, shortTail] = [6, 3];

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Where a text is parted: at marks, and at "and" between two numbers of a piece. */
const piecesOf = (text: string, numbers: readonly Piece[]): readonly Piece[] => {
  const marks = [...text.matchAll(pieceEnd)].map(({ index }) => index);
  const isBetween = (place: number): boolean => {
    const from = Math.max(0, ...marks.filter((mark) => mark < place));
    const to = Math.min(text.length, ...marks.filter((mark) => mark > place));
    return (
      numbers.some(({ start, end }) => start >= from && end <= place) &&
      numbers.some(({ start, end }) => start >= place && end <= to)
    );
  };
  const joints = [...text.matchAll(/ (?:and|but|while|whereas) /g)].map(({ index }) => index).filter(isBetween);
  const ends = [...marks, ...joints, text.length].toSorted((one, other) => one - other);
  return ends.map((end, place) => ({ start: place === 0 ? 0 : (ends[place - 1] ?? 0) + 1, end }));
};

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * What a sentence says of a number: the piece with the number and those to the rows and periods that it is of, with blanks for what the
 * answer has.
 */
export const saidOf = (clause: Clause, number: StatedNumber, source: Source, own: readonly Piece[]): string => {
  const { text, numbers, periods } = clause;
  const named = rowMentions(clause, source);
  const mentions = source.table.mentions(text);
  const asides = mentions
    .filter((each) => isAside(text, each))
    .map(({ start, end }) => ({ start: text.slice(0, start).search(asideBefore), end }));
  const empty = [...text.matchAll(emptyWords)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const stated = numbers.map(({ from, to }) => ({ start: from, end: to }));
  let rest = blankOut(clause.words, [...named, ...asides, ...empty, ...periods, ...stated]);
  for (const known of [...source.texts.filter(({ length }) => length > 1), source.table.phrases])
    rest = rest.replaceAll(known, (match) => " ".repeat(match.length));
  rest = blankOut(
    rest,
    mentions.filter(({ column }) => column === -1),
  );
  const pieces = piecesOf(rest, stated);
  const has = (piece: Piece, { start, end }: Piece): boolean => start <= piece.end && end > piece.start;
  const ends = [number, ...own].flatMap((place) =>
    pieces.flatMap((piece, index) => (has(piece, place) ? [index] : [])),
  );
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const isShort = (piece: Piece | undefined, most: number): boolean =>
    piece !== undefined &&
    !numbers.some((each) => has(piece, each)) &&
    wordsIn(rest.slice(piece.start, piece.end)).length <= most;
  // A sentence that names no row may be about somebody whom its beginning names.
  const from = pieces[own.length === 0 || isShort(pieces[0], shortLead) ? 0 : first]?.start;
  const next = pieces[last + 1];
  const isMeant = isShort(next, shortTail) || (next !== undefined && anyOther.test(rest.slice(next.start, next.end)));
  const to = (isMeant ? next : pieces[last])?.end;
  return rest.slice(from, to);
};

/** Rows whose texts a sentence may repeat. */
const mostRows = 50;

/** A question, or a condition: "Had it had 5 events, …". */
const notStated = /^\W*(?:ha[sd]|have|w(?:as|ere)|is|are|do(?:es)?|did)\b|\?\s*$/i;

/** The first word of what is said of a number that the answer does not have, and that is not plain. */
export const findUnknownWord = (
  { text, numbers }: Clause,
  number: StatedNumber,
  { counted, table }: Source,
  { said, rows }: { readonly said: string; readonly rows: readonly number[] },
): string | undefined => {
  const own = new Set(rows.slice(0, mostRows).flatMap((row) => table.rowStems(row)));
  const noun = nounAfter(text, number);
  const isKnown = (word: string): boolean => {
    const counts = countNouns.get(word);
    return (
      plainWords.has(word) ||
      (numbers.length > 1 && changeWords.has(word)) ||
      counted.has(word) ||
      (counts !== undefined && (counted.has(counts) || (counts === noun && !number.isPercent))) ||
      own.has(stem(word))
    );
  };
  const [inverted] = notStated.exec(text) ?? [];
  if (inverted !== undefined) return inverted;
  return wordsIn(said.replaceAll(rankWords, " ")).find((word, place) => {
    // A name in capital letters is none of the formula's words: "EU Insurers".
    if (place > 0 && /^\p{Lu}/u.test(word) && !plainWords.has(word.toLowerCase()) && !own.has(stem(word)))
      return !isLegalForm(word);
    const lower = word.toLowerCase();
    const singular = lower.replace(/ies$/, "y").replace(/s$/, "");
    return !isKnown(lower) && !isKnown(singular) && !isLegalForm(word) && !/\d/.test(word);
  });
};

/** A goal of the SDGs that the answer does not have: "for SDG 13". */
export const findGoal = ({ text }: Clause, { formula, table }: Source): string | undefined => {
  const [goal, place] = /\b(?:SDGs?|goals?) (\d{1,2})\b/i.exec(text) ?? [];
  const isKnown = [formula, ...table.labels.map((label) => label.text)].some((each) =>
    new RegExp(String.raw`(?<![\d.])${place ?? ""}(?![\d.])`).test(each),
  );
  return isKnown ? undefined : goal;
};
