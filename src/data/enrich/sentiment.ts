import {
  badEvents,
  badMeasures,
  downWords,
  goodEvents,
  goodMeasures,
  negations,
  strongMoves,
  upWords,
} from "./sentiment-words";

/** The sentiment of one sentence toward the company that it is about. */
export interface SentenceSentiment {
  /** -1 (bad) to 1 (good). */
  readonly polarity: number;
  readonly label: "negative" | "neutral" | "positive";
  /** What decided, in words of the text (`profit rose`, `from 8.7 to 13.1`), the strongest first; empty where nothing did. */
  readonly reasons: readonly string[];
}

interface Token {
  readonly text: string;
  /** The amount, for a number: `13.1 mn` is 13,100,000. */
  readonly amount?: number;
  /** What the amount counts: `%`, or nothing for money and pieces. */
  readonly unit?: string;
}

interface Signal {
  readonly value: number;
  readonly reason: string;
  /** Place among the tokens; what comes first counts more. */
  readonly at: number;
  /** The word for what moves, if one is named. */
  readonly measure?: string;
}

const multiples: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  bn: 1e9,
  bln: 1e9,
  b: 1e9,
  billion: 1e9,
  tn: 1e12,
  trillion: 1e12,
};

const tokenPattern =
  /(?<sign>[-+−–])?(?<![\w.,])(?<number>\d[\d,]*(?:\.\d+)?)(?:\s?(?<unit>%|percent\b|pct\b|k\b|thousand\b|mn\b|mln\b|mio\b|m\b|million\b|bn\b|bln\b|b\b|billion\b|tn\b|trillion\b))?|(?<word>[\p{L}][\p{L}'’]*(?:-[\p{L}]+)*)|(?<mark>[,;:.!?()])/giu;

const readTokens = (text: string): readonly Token[] =>
  [...text.matchAll(tokenPattern)].map(({ groups = {} }): Token => {
    const { number, unit = "", word, mark = "", sign } = groups;
    if (word !== undefined) {
      const plain = word.toLowerCase().replaceAll(/['’]/g, "");
      return { text: plain };
    }
    if (number === undefined) return { text: mark };
    const isPart = /^(?:%|percent|pct)$/i.test(unit);
    const amount = Number(number.replaceAll(",", "")) * (multiples[unit.toLowerCase()] ?? 1);
    const isMinus = sign !== undefined && sign !== "+" && isPart;
    return {
      text: `${sign === "+" ? "+" : isMinus ? "-" : ""}${number}${isPart ? "%" : ""}`,
      amount: isMinus ? -amount : amount,
      unit: isPart ? "%" : "",
    };
  });

const isClauseEnd = ({ text }: Token): boolean =>
  /^[;:.!?()]$/.test(text) || ["but", "while", "although", "though", "whereas", "however"].includes(text);

const isNegated = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - 3), at).some(({ text }) => negations.has(text)) ||
  (tokens[at - 1]?.text === "to" && /^(?:fail|unable|refus)/.test(tokens[at - 2]?.text ?? ""));

/** 1 for a measure of which more is better, -1 for one of which less is, 0 for another word. */
const measureSign = ({ text }: Token): number => (badMeasures.has(text) ? -1 : goodMeasures.has(text) ? 1 : 0);

const beforeReach = 9;
const afterReach = 5;

/** The measure that a move is about: after `in` (`increase in sales`), straight behind (`higher costs`), or before in the clause. */
const movedMeasure = (
  tokens: readonly Token[],
  at: number,
): { readonly sign: number; readonly text: string } | undefined => {
  let straight: { readonly sign: number; readonly text: string } | undefined;
  for (let place = at + 1; place <= Math.min(at + afterReach, tokens.length - 1); place += 1) {
    const token = tokens[place];
    if (token === undefined || isClauseEnd(token) || token.text === ",") break;
    if (["from", "to", "by", "compared", "against", "than", "as", "and"].includes(token.text)) break;
    const sign = measureSign(token);
    if (sign !== 0) {
      straight = { sign, text: token.text };
      if (sign < 0) break;
    }
  }
  if (straight !== undefined) return straight;
  for (let place = at - 1; place >= Math.max(0, at - beforeReach); place -= 1) {
    const token = tokens[place];
    if (token === undefined || isClauseEnd(token)) break;
    const sign = measureSign(token);
    if (sign === 0) continue;
    // `losses on sales fell`: the loss is what falls.
    const earlier = tokens.slice(Math.max(0, place - 3), place).find((each) => badMeasures.has(each.text));
    return earlier === undefined ? { sign, text: token.text } : { sign: -1, text: earlier.text };
  }
  return undefined;
};

/** Verbs whose `up` and `down` are no moves: `set up`, `close down`. */
const phrasalVerbs = new Set(
  "set end heat ramp pick sign follow start open back make made take took give gave come came show build break catch line speed team wake grow step stand lock settl shut close sit turn bog hold calm hunt hand".split(
    " ",
  ),
);

const isDirection = (tokens: readonly Token[], at: number): number => {
  const token = tokens[at];
  if (token === undefined) return 0;
  const isParticle = token.text === "up" || token.text === "down";
  if (isParticle && phrasalVerbs.has(tokens[at - 1]?.text ?? "")) return 0;
  return upWords.has(token.text) ? 1 : downWords.has(token.text) ? -1 : 0;
};

/** `profit rose`, `costs were cut`, `higher sales`, `shares +3%`. */
const directionSignals = (tokens: readonly Token[]): Signal[] =>
  tokens.flatMap((token, at): Signal[] => {
    const isSigned = token.unit === "%" && /^[-+]/.test(token.text);
    const direction = isSigned ? Math.sign(token.amount ?? 0) : isDirection(tokens, at);
    if (direction === 0) return [];
    const measure = movedMeasure(tokens, at);
    // `gain` or `rally` is itself the measure of another move: `gains fell` is told by `fell`.
    if (goodMeasures.has(token.text) && isDirection(tokens, at + 1) !== 0) return [];
    const turn = isNegated(tokens, at) ? -0.6 : 1;
    if (measure === undefined) {
      // A move of nothing that is known: prices and companies themselves move (`Nokia fell 3%`).
      const isQuoted = isSigned || tokens.slice(at + 1, at + 4).some(({ unit }) => unit === "%");
      if (isQuoted) return [{ value: 0.8 * direction * turn, reason: token.text, at }];
      return strongMoves.has(token.text) ? [{ value: 0.5 * direction * turn, reason: token.text, at }] : [];
    }
    return [
      { value: direction * measure.sign * turn, reason: `${measure.text} ${token.text}`, at, measure: measure.text },
    ];
  });

const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|q[1-4]|quarter)$/;

/** The amounts among tokens, without years and days of months. */
const amountsIn = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ amount, unit, text }, at) => {
    if (amount === undefined) return false;
    if (unit === "" && /^\d{4}$/.test(text) && amount > 1900 && amount < 2100) return false;
    return !months.test(tokens[at - 1]?.text ?? "") && !months.test(tokens[at + 1]?.text ?? "");
  });

const balance = /^(?:profits?|loss|losses)$/;

/** `a profit, against a loss a year ago`. */
const balanceTurn = (before: readonly Token[], after: readonly Token[], at: number): Signal | undefined => {
  const now = before.findLast(({ text }) => balance.test(text));
  const then = after.find(({ text }) => balance.test(text));
  if (now === undefined || then === undefined || now.text.startsWith("p") === then.text.startsWith("p"))
    return undefined;
  return { value: now.text.startsWith("p") ? 1.2 : -1.2, reason: `${now.text} after ${then.text}`, at };
};

/** The amount of now and the one that it is compared with: `13.1 from 8.7`, `from 8.7 to 13.1`. */
const comparedAmounts = (
  before: readonly Token[],
  after: readonly Token[],
  isFrom: boolean,
): readonly [Token | undefined, Token | undefined] => {
  const [then] = amountsIn(after);
  const to = after.findIndex(({ text }) => text === "to");
  const last = to === -1 ? undefined : amountsIn(after.slice(to + 1, to + 4))[0];
  const isRange = isFrom && last !== undefined && last !== then;
  return [isRange ? last : amountsIn(before).at(-1), then];
};

const comparisonWords = new Set(["from", "compared", "against", "versus", "vs"]);

/** `profit of 13.1 mn, compared to 8.7 mn`, `to 13.1 from 8.7`, a turn of profit and loss: the figures decide, not the words. */
const comparisonSignals = (tokens: readonly Token[]): Signal[] =>
  tokens.flatMap(({ text }, at): Signal[] => {
    if (!comparisonWords.has(text)) return [];
    const before = tokens.slice(Math.max(0, at - 12), at);
    const after = tokens.slice(at + 1, at + 10);
    const turn = balanceTurn(before, after, at);
    if (turn !== undefined) return [turn];
    const [now, then] = comparedAmounts(before, after, text === "from");
    const measure = before.findLast((each) => measureSign(each) !== 0);
    if (now?.amount === undefined || then?.amount === undefined || now.unit !== then.unit) return [];
    if (measure === undefined || now.amount === then.amount) return [];
    const sign = before.some((each) => badMeasures.has(each.text)) ? -1 : measureSign(measure);
    return [
      {
        value: 1.1 * sign * Math.sign(now.amount - then.amount),
        reason: `${measure.text} from ${then.text} to ${now.text}`,
        at,
        measure: measure.text,
      },
    ];
  });

/** `swung to a loss`, `turned to profit`, `narrowed its loss` needs no figures. */
const turnSignals = (tokens: readonly Token[]): Signal[] =>
  tokens.flatMap(({ text }, at): Signal[] => {
    if (!/^(?:sw[iu]ng|turn|return|fell|slip|slid|move|dip|sank|plunge)/.test(text)) return [];
    const next = tokens.slice(at + 1, at + 5);
    const to = next.findIndex((each) => each.text === "to" || each.text === "into");
    const target =
      to === -1
        ? undefined
        : next.slice(to + 1).find((each) => /^(?:profit|loss|losses|red|black|growth|profitability)$/.test(each.text));
    if (target === undefined) return [];
    return [{ value: /^(?:loss|losses|red)$/.test(target.text) ? -1.2 : 1.2, reason: `${text} to ${target.text}`, at }];
  });

const layOff = /^(?:lay|lays|laid|laying)$/;

const eventSignals = (tokens: readonly Token[]): Signal[] =>
  tokens.flatMap(({ text }, at): Signal[] => {
    if (layOff.test(text) && tokens.slice(at + 1, at + 4).some((each) => each.text === "off"))
      return [{ value: -0.9, reason: `${text} off`, at }];
    const strength = goodEvents.get(text) ?? -(badEvents.get(text) ?? 0);
    if (strength === 0) return [];
    return [{ value: strength * (isNegated(tokens, at) ? -0.6 : 1), reason: text, at }];
  });

/** A loss or a profit that is only named: weak, and only where nothing moves. */
const namedSignals = (tokens: readonly Token[]): Signal[] =>
  tokens.flatMap(({ text }, at): Signal[] =>
    text === "loss" || text === "losses" ? [{ value: isNegated(tokens, at) ? 0.3 : -0.5, reason: text, at }] : [],
  );

const neutralWithin = 0.25;
/** Keeps one clear signal at about half of the scale. */
const scale = 0.6;
/** A question claims less. */
const questionWeight = 0.5;
/** A later signal counts this much of the one before it. */
const laterWeight = 0.75;

/** True where a move in words is the one that the figures tell already: `profit rose to 13.1 from 8.7`. */
const tellsSame = (move: Signal, direction: Signal): boolean =>
  Math.abs(move.at - direction.at) <= 6 &&
  (move.measure === undefined || direction.measure === undefined || move.measure === direction.measure);

/** Scores an English sentence on a company by what its figures do, then by what happened. */
export const scoreSentiment = (text: string): SentenceSentiment => {
  const tokens = readTokens(text);
  const moves = [...turnSignals(tokens), ...comparisonSignals(tokens)];
  const directions = directionSignals(tokens).filter((direction) => !moves.some((move) => tellsSame(move, direction)));
  const main = [...moves, ...directions, ...eventSignals(tokens)].sort((one, other) => one.at - other.at);
  const signals = main.length > 0 ? main : namedSignals(tokens);
  const [sum] = signals.reduce<[number, number]>(
    ([total, weight], { value }) => [total + value * weight, weight * laterWeight],
    [0, 1],
  );
  const polarity = Math.tanh(scale * sum * (text.trimEnd().endsWith("?") ? questionWeight : 1));
  return {
    polarity: Math.round(polarity * 10_000) / 10_000,
    label: polarity >= neutralWithin ? "positive" : polarity <= -neutralWithin ? "negative" : "neutral",
    reasons: [...signals].sort((one, other) => Math.abs(other.value) - Math.abs(one.value)).map(({ reason }) => reason),
  };
};
