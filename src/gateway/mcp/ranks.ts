/** The place of a number among those of all rows. */
export interface Rank {
  /** From 1. */
  readonly place: number;
  /** Counted from the smallest number, and not from the largest. */
  readonly isFromSmallest: boolean;
}

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const ordinalSource = String.raw`(${ordinals.join("|")}|\d{1,3}(?:st|nd|rd|th))`;
const largest =
  "highest|most|largest|maximum|top|peak(?:ed)?|leads|led|the lead|tops|topped|an? record(?! low)|record (?:of|high)|more than any other";
const smallest = "lowest|fewest|smallest|least|minimum|record low|(?:fewer|less) than any other";

const extreme = new RegExp(
  String.raw`(?:\b${ordinalSource}[- ])?\b(?:(?:${largest})|(${smallest}))\b([^.]* but one\b)?`,
  "i",
);
/** What may follow "is third" where it is a rank: "was first reported" is none. */
const afterRank = String.raw`\s*(?:$|[.,;:)]|(?:with|among|at|by|place|behind|after|overall)\b)`;
const placed = new RegExp(
  String.raw`\b(?:ranks?|ranked|(?:is|was|comes?|came)(?=(?: in| the)? \w+${afterRank}))(?: in| the)? ${ordinalSource}\b(?! of\b)`,
  "i",
);

/** More or less than all others, which is the first rank. */
export const anyOther = /^\s*(?:more|fewer|less) than any other\b/i;

/** What says a rank and nothing else: "ranks third", "second" of "second largest", "more than any other". */
export const rankWords = new RegExp(
  String.raw`${placed.source}|\b${ordinalSource}(?=[- ](?:${largest}|${smallest})\b)|\b(?:more|fewer|less) than any other\b`,
  "gi",
);

const readOrdinal = (text: string): number => {
  const place = ordinals.indexOf(text.toLowerCase());
  return place === -1 ? Number.parseInt(text, 10) : place + 1;
};

/** The rank that a sentence gives: "the highest", "the second largest", "ranks third". */
export const readRank = (text: string): Rank | undefined => {
  const [found, place, small, butOne] = extreme.exec(text) ?? [];
  if (found !== undefined)
    return {
      place: place === undefined ? (butOne === undefined ? 1 : 2) : readOrdinal(place),
      isFromSmallest: small !== undefined,
    };
  const [, ordinal] = placed.exec(text) ?? [];
  return ordinal === undefined ? undefined : { place: readOrdinal(ordinal), isFromSmallest: false };
};

/** The number of a rank; NaN where there are fewer numbers. */
export const valueOfRank = ({ place, isFromSmallest }: Rank, values: readonly number[]): number =>
  values.toSorted((one, other) => (isFromSmallest ? one - other : other - one))[place - 1] ?? Number.NaN;

/** A rank in a sentence: "largest", or "smallest (place 2)". */
export const rankName = ({ place, isFromSmallest }: Rank): string =>
  `${isFromSmallest ? "smallest" : "largest"}${place === 1 ? "" : ` (place ${place})`}`;
