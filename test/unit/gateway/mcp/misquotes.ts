import type { Answer } from "../../../../src/gateway/mcp/answer";

/** A sentence about an answer, and how it misquotes it; undefined where it is true. */
export interface Quote {
  readonly formula: string;
  readonly sentence: string;
  readonly fault: Fault | undefined;
}

export const faults = ["company", "neighbour row", "period", "unit", "sign", "rounding", "stale"] as const;
export type Fault = (typeof faults)[number];

/** The answer to a formula, and what an earlier answer to it was. */
export interface Quotable {
  readonly formula: string;
  readonly answer: Answer;
  readonly earlier?: Answer;
}

interface Fact {
  readonly quotable: Quotable;
  readonly row: number;
  readonly column: number;
  /** What the sentence says of it, without the number. */
  readonly subject: string;
  readonly measure: string;
  readonly value: number;
  readonly currency: string | undefined;
}

const measures: Readonly<Record<string, string>> = {
  events: "events",
  documents: "documents",
  companies: "companies",
  employee_count: "employees",
  highest_score: "highest score",
  mean_score: "mean score",
  mean_polarity: "mean polarity",
  share: "share",
  net: "net",
  positive: "positive",
  negative: "negative",
  revenue: "revenue",
};
const nouns = new Set(["events", "documents", "companies", "employees", "sentences", "cases", "universes"]);
const monthNames = "January February March April May June July August September October November December".split(" ");

export const subjectText = (value: unknown): string => {
  const month = /^(\d{4})-(\d\d)-01/.exec(String(value));
  return month === null ? String(value) : `${monthNames[Number(month[2]) - 1] ?? ""} ${month[1] ?? ""}`;
};

const factsOf = (quotable: Quotable): readonly Fact[] => {
  const { columns, rows } = quotable.answer;
  const money = columns.findIndex(({ name }) => name === "revenue.currency");
  return rows.flatMap((row, place) =>
    row.flatMap((value, column): Fact[] => {
      const { name = "", label = name } = columns[column] ?? {};
      if (typeof value !== "number" || row[0] === null) return [];
      const subject = subjectText(row[0]);
      const measure = measures[name] ?? `events in ${label}`;
      const currency = name === "revenue" ? String(row[money]) : undefined;
      return [{ quotable, row: place, column, subject, measure, value, currency }];
    }),
  );
};

export type Random = () => number;
const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
};

const grouped = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 20 });

/** A number as people write it: whole, grouped, as percentage, or with some of its digits, rounded. */
const written = ({ measure, value, currency }: Fact, random: Random): string => {
  if (measure === "share") return `${(value * 100).toFixed(1)}%`;
  if (currency !== undefined && Math.abs(value) >= 1e6 && random() < 0.7)
    return Math.abs(value) >= 1e9
      ? `${(value / 1e9).toFixed(2)} billion ${currency}`
      : `${(value / 1e6).toFixed(1)} million ${currency}`;
  if (currency !== undefined) return `${currency} ${grouped(value)}`;
  if (Number.isInteger(value)) return random() < 0.5 ? grouped(value) : String(value);
  return random() < 0.3 ? String(value) : value.toFixed(random() < 0.5 ? 1 : 2);
};

const phrase = (subject: string, measure: string, number: string, random: Random): string => {
  const isPeriod = /^[A-Z][a-z]+ \d{4}$/.test(subject);
  if (nouns.has(measure))
    return isPeriod
      ? pick(
          [`In ${subject} there were ${number} ${measure}.`, `There were ${number} ${measure} in ${subject}.`],
          random,
        )
      : pick(
          [
            `${subject} has ${number} ${measure}.`,
            `There are ${number} ${measure} for ${subject}.`,
            `${subject}: ${number} ${measure}.`,
            `With ${number} ${measure}, ${subject} stands out.`,
          ],
          random,
        );
  if (measure.startsWith("events in ")) return `${subject} had ${number} ${measure}.`;
  return isPeriod
    ? pick([`In ${subject} the ${measure} was ${number}.`, `The ${measure} for ${subject} was ${number}.`], random)
    : pick(
        [
          `The ${measure} of ${subject} is ${number}.`,
          `${subject} has a ${measure} of ${number}.`,
          `For ${subject}, the ${measure} stands at ${number}.`,
        ],
        random,
      );
};

const trueSentence = (fact: Fact, random: Random, facts: readonly Fact[]): string => {
  const first = phrase(fact.subject, fact.measure, written(fact, random), random);
  if (random() > 0.25) return first;
  // A second claim about another row, in the same sentence.
  const other = facts.find(
    ({ column, row, quotable }) => column === fact.column && quotable === fact.quotable && row !== fact.row,
  );
  if (other === undefined) return first;
  return `${first.slice(0, -1)}, while ${phrase(other.subject, other.measure, written(other, random), random).replace(/^(In|There|The|For|With)\b/, (word) => word.toLowerCase())}`;
};

const differsFrom = (fact: Fact, other: Fact): boolean =>
  other.quotable === fact.quotable &&
  other.column === fact.column &&
  other.row !== fact.row &&
  Math.abs(other.value - fact.value) >
    Math.max(Number.isInteger(other.value) || Number.isInteger(fact.value) ? 0.51 : 0.11, Math.abs(fact.value) * 0.06);

/** Undefined where a fact cannot be misquoted in this way. */
// eslint-disable-next-line complexity -- one case for each kind
const misquote = (fact: Fact, fault: Fault, facts: readonly Fact[], random: Random): string | undefined => {
  const { subject, measure, value, currency } = fact;
  const isPeriod = /^[A-Z][a-z]+ \d{4}$/.test(subject);
  const misquoted = (changed: Partial<Fact>): string => {
    const told = { ...fact, ...changed };
    return phrase(told.subject, told.measure, written(told, random), random);
  };
  switch (fault) {
    case "company": {
      const others = facts.filter((other) => differsFrom(fact, other));
      if (isPeriod) return undefined;
      // A company that the answer does not have, or another one that it has.
      if (others.length === 0 || random() < 0.3)
        return misquoted({ subject: pick(["Zanderhof Bank AG", "Quellmark plc", "Orvento Capital SA"], random) });
      return misquoted({ subject: pick(others, random).subject });
    }
    case "neighbour row": {
      const next = facts.find((other) => differsFrom(fact, other) && Math.abs(other.row - fact.row) === 1);
      return next === undefined ? undefined : misquoted({ value: next.value });
    }
    case "period": {
      if (!isPeriod)
        return random() < 0.5
          ? `${phrase(subject, measure, written(fact, random), random).slice(0, -1)} in 2013.`
          : undefined;
      const others = facts.filter((other) => differsFrom(fact, other));
      return others.length === 0
        ? misquoted({ subject: "March 2014" })
        : misquoted({ subject: pick(others, random).subject });
    }
    case "unit":
      if (currency !== undefined) return misquoted({ currency: currency === "USD" ? "GBP" : "USD" });
      if (measure === "share")
        return misquoted({ measure: "mean polarity" }) && phrase(subject, "share", (value * 100).toFixed(1), random);
      if (nouns.has(measure)) return misquoted({ measure: pick(["sentences", "cases", "universes"], random) });
      return phrase(subject, measure, `${String(Math.round(Math.abs(value) * 100) / 100)}%`, random);
    case "sign":
      return Math.abs(value) < 0.05 || nouns.has(measure) || currency !== undefined || measure === "share"
        ? undefined
        : misquoted({ value: -value });
    case "rounding": {
      if (Number.isInteger(value) && currency === undefined) return undefined;
      if (currency !== undefined) {
        if (Math.abs(value) < 1e6) return undefined;
        const [scale, word] = Math.abs(value) >= 1e9 ? [1e9, "billion"] : [1e6, "million"];
        return phrase(subject, measure, `${(value / scale + 0.1).toFixed(1)} ${word} ${currency}`, random);
      }
      const scaled = measure === "share" ? value * 100 : value;
      const off = `${(scaled + (random() < 0.5 ? 0.1 : -0.1)).toFixed(1)}${measure === "share" ? "%" : ""}`;
      return phrase(subject, measure, off, random);
    }
    case "stale": {
      const before = fact.quotable.earlier?.rows[fact.row]?.[fact.column];
      return typeof before !== "number" || Math.abs(before - value) / Math.abs(value) < 0.02
        ? undefined
        : misquoted({ value: before });
    }
  }
};

/** `count` true sentences and as many misquotes, of all kinds alike. */
export const makeQuotes = (quotables: readonly Quotable[], count: number, random: Random): readonly Quote[] => {
  const facts = quotables.flatMap(factsOf);
  const quotes: Quote[] = [];
  for (let place = 0; place < count; place += 1) {
    const fact = pick(facts, random);
    quotes.push({ formula: fact.quotable.formula, sentence: trueSentence(fact, random, facts), fault: undefined });
    const fault = faults[place % faults.length] ?? "company";
    for (let attempt = 0; ; attempt += 1) {
      const other = pick(facts, random);
      const sentence = misquote(other, fault, facts, random);
      if (sentence !== undefined) {
        quotes.push({ formula: other.quotable.formula, sentence, fault });
        break;
      }
      if (attempt > 5_000) throw new Error(`No fact can be misquoted: ${fault}.`);
    }
  }
  return quotes;
};
