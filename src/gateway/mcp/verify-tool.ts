import { plainRows, type PlainCell } from "../tables/table-text";
import { readTable } from "./answer";
import { type ToolAnswer, type ToolCall, WrongToolArgument } from "./assistant";
import { type Clause, type StatedNumber, type PeriodMention, readClauses } from "./stated-numbers";
import { listPastAnswers, readPastAnswer } from "./past-answers";
import { answerFormula } from "./query-tool";
import { type Mention, VerifiedTable } from "./verified-table";

export interface VerifyArguments {
  readonly text: string;
  readonly formula?: string;
  readonly hash?: string;
}

type Verdict = "right" | "rounded" | "wrong" | "no source";

interface VerifiedNumber {
  readonly number: string;
  readonly clause: string;
  readonly verdict: Verdict;
  /** Why it is not right. */
  readonly reason?: string;
}

/** What a number is compared with. */
interface Source {
  readonly formula: string;
  readonly table: VerifiedTable;
  /** The words of the formula, which say what is counted. */
  readonly counted: ReadonlySet<string>;
  /** Texts in the formula, such as the name of a universe. */
  readonly texts: readonly string[];
  /** When the service gave its records (ms since 1970). */
  readonly fetchedAt: number | undefined;
}

/** Words for what is counted, by the word of a column or formula. */
const countNouns: Readonly<Record<string, string>> = {
  event: "events",
  events: "events",
  incident: "events",
  incidents: "events",
  controversy: "events",
  controversies: "events",
  document: "documents",
  documents: "documents",
  article: "documents",
  articles: "documents",
  company: "companies",
  companies: "companies",
  firm: "companies",
  firms: "companies",
  issuers: "companies",
  employee: "employee_count",
  employees: "employee_count",
  staff: "employee_count",
  sentence: "sentences",
  sentences: "sentences",
  universe: "universes",
  universes: "universes",
  case: "cases",
  cases: "cases",
  goal: "goals",
  goals: "goals",
  task: "tasks",
  tasks: "tasks",
};

const formulaNouns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bUNIVERSE\.(?:COUNT|ENTITIES|COVERAGE|CONTAINS)/i, ["companies"]],
  [/\bENTITY\./i, ["companies"]],
  [/\bESG\.(?:EVENTS|CASE)/i, ["events"]],
  [/\b(?:ESG|SDG)\.DOCUMENTS/i, ["documents"]],
  [/\bESG\.SUMMARY(?!.*\bof\s*=\s*documents)/is, ["events"]],
  [/\bof\s*=\s*documents|\bSDG\.SUMMARY|\bANALYSIS\./i, ["documents"]],
];

const toSource = (formula: string, table: VerifiedTable, fetchedAt: number | undefined): Source => ({
  ...{ formula, table, fetchedAt },
  counted: new Set([
    ...formulaNouns.flatMap(([pattern, nouns]) => (pattern.test(formula) ? nouns : [])),
    ...table.columns.map(({ name }) => name),
    ...table.columns.flatMap(({ name }) => (name === "related_documents_count" ? ["documents"] : [])),
    ...(formula.match(/[a-z_]+/gi) ?? []).map((word) => word.toLowerCase()),
  ]),
  texts: [...formula.matchAll(/"((?:[^"]|"")*)"/g)].flatMap(([, text = ""]) => (/[=;]/.test(text) ? [] : [text])),
});

/** The answer with the newest records first. Within seconds of a refresh a formula may still show those before it. */
const loadSources = async (call: ToolCall, { formula, hash }: VerifyArguments): Promise<readonly Source[]> => {
  if (formula === undefined && hash === undefined)
    throw new WrongToolArgument("verify needs the formula that the numbers came from, or its hash.");
  const past = await listPastAnswers(call);
  const text = formula ?? past.findLast((answer) => answer.hash === hash)?.formula;
  if (text === undefined)
    throw new WrongToolArgument(
      `No answer of yours with the hash "${(hash ?? "").slice(0, 40)}" is kept. Give the formula: it is calculated again.`,
    );
  const { table, answer } = await answerFormula(call, text, { first: 1, rows: 1 });
  const { columns, rows } = readTable(table);
  const present = toSource(answer.formula, new VerifiedTable(columns, rows), table.fetchedAt);
  const earlier = past.filter((each) => each.formula === answer.formula && each.hash !== answer.hash).toReversed();
  const sources: Source[] = [present];
  for (const each of earlier.slice(0, mostEarlier)) {
    const stored = await readPastAnswer(call, each);
    if (stored === undefined) continue;
    const all = [...plainRows(stored.calculation.result)];
    const old = new VerifiedTable(columns, stored.hasHeader ? all.slice(1) : all);
    sources.push(toSource(answer.formula, old, stored.calculation.fetchedAt));
  }
  return sources.toSorted((one, other) => (other.fetchedAt ?? 0) - (one.fetchedAt ?? 0));
};

/** Earlier answers that a number is compared with. */
const mostEarlier = 5;

/** `verify`: each number of a text, against the rows that it came from. */
export const verify = async (call: ToolCall, given: VerifyArguments): Promise<ToolAnswer> => {
  const sources = await loadSources(call, given);
  const [present] = sources;
  if (present === undefined) throw new WrongToolArgument("verify needs a formula or a hash.");
  const numbers = verifyText(given.text, present, sources.slice(1));
  const count = (verdict: Verdict): number => numbers.filter((each) => each.verdict === verdict).length;
  const counts = {
    right: count("right"),
    rounded: count("rounded"),
    wrong: count("wrong"),
    no_source: count("no source"),
  };
  const text = [
    `${numbers.length} numbers: ${counts.right} right, ${counts.rounded} rounded right, ${counts.wrong} wrong, ${counts.no_source} without a source.`,
    ...numbers.flatMap(({ number, clause, verdict, reason = "" }) =>
      verdict === "wrong" || verdict === "no source" ? [`- ${number} in "${clause}": ${verdict}. ${reason}`] : [],
    ),
  ].join("\n");
  return { text, content: { formula: present.formula, ...counts, numbers } };
};

const verifyText = (text: string, present: Source, earlier: readonly Source[]): readonly VerifiedNumber[] => {
  const { table } = present;
  const labels = [...table.labels.map((label) => label.text), ...present.texts].filter((label) => /\d/.test(label));
  const clauses = readClauses(text, labels, (part) => table.mentions(part).some(({ column }) => column !== -1));
  let before: readonly Mention[] = [];
  return clauses.flatMap((clause) => {
    const own = table.mentions(clause.text);
    const carried = clause.continues && !own.some(({ column }) => column !== -1) ? before : [];
    if (own.some(({ column }) => column !== -1)) before = own.filter(({ column }) => column !== -1);
    else if (!clause.continues) before = [];
    return clause.numbers.map((number) => verifyNumber(clause, number, { present, earlier, carried }));
  });
};

interface NumberContext {
  readonly present: Source;
  readonly earlier: readonly Source[];
  /** Rows that a sentence before named. */
  readonly carried: readonly Mention[];
}

const verifyNumber = (
  clause: Clause,
  number: StatedNumber,
  { present, earlier, carried }: NumberContext,
): VerifiedNumber => {
  const result = compareNumber(clause, number, present, carried);
  const shown = { number: number.text, clause: clause.text.trim().slice(0, 160) };
  if (result.verdict === "right" || result.verdict === "rounded") return { ...shown, ...result };
  for (const source of earlier) {
    const then = compareNumber(clause, number, source, carried);
    if ((then.verdict !== "right" && then.verdict !== "rounded") || source.fetchedAt === undefined) continue;
    const reason =
      `It is out of date: it was so at ${new Date(source.fetchedAt).toISOString()}. ${result.reason ?? ""}`.trim();
    return { ...shown, verdict: "wrong", reason };
  }
  return { ...shown, ...result };
};

type Result = Pick<VerifiedNumber, "verdict" | "reason">;

const wrong = (reason: string): Result => ({ verdict: "wrong", reason });
const noSource = (reason: string): Result => ({ verdict: "no source", reason });

/** The one of several places in a text that a number belongs to: the last one before it, else the next one. */
const nearest = <Place extends { readonly start: number; readonly end: number }>(
  places: readonly Place[],
  { start, end }: StatedNumber,
): Place | undefined =>
  places.filter((place) => place.end <= start).toSorted((one, other) => other.end - one.end)[0] ??
  places.filter((place) => place.start >= end).toSorted((one, other) => one.start - other.start)[0];

const compareNumber = (clause: Clause, number: StatedNumber, source: Source, carried: readonly Mention[]): Result => {
  const { table } = source;
  const mentions = table.mentions(clause.text);
  const byColumn = new Map<number, Mention[]>();
  for (const mention of [...mentions, ...carried])
    if (mention.column !== -1) byColumn.set(mention.column, [...(byColumn.get(mention.column) ?? []), mention]);
  let rows: readonly number[] = [...table.rows.keys()];
  for (const group of byColumn.values()) {
    const one = nearest(group, number) ?? group[0];
    if (one !== undefined) rows = rows.filter((row) => one.rows.has(row));
  }
  if (rows.length === 0) return noSource("No row has all that the sentence names.");
  const isNamed = byColumn.size > 0;
  const stranger = isNamed ? undefined : unknownName(clause.text, source);
  if (stranger !== undefined) return noSource(`The answer has no row for "${stranger}".`);
  const unit = checkUnit(clause, number, source);
  if (unit !== undefined) return unit;
  const period = placePeriod(clause, number, source, rows);
  if ("verdict" in period) return period;
  const columns = chooseColumns(clause, number, source, period.columns);
  const cells = period.rows.flatMap((row) =>
    columns.map((column) => ({ row, column, cell: table.rows[row]?.[column] })),
  );
  const results = cells.map(({ row, column, cell }) => compareCell(number, cell, source, { row, column }));
  // What names no row may be any number only where there is one row.
  if (isNamed || period.rows.length === 1) return bestResult(results);
  return compareWhole(clause, number, source, { rows: period.rows, columns });
};

const bestResult = (results: readonly Result[]): Result =>
  results.find(({ verdict }) => verdict === "right") ??
  results.find(({ verdict }) => verdict === "rounded") ??
  results.find(({ reason = "" }) => reason !== "") ??
  noSource("The answer has no number there.");

const shownCell = (cell: PlainCell | undefined): string => (cell instanceof Error ? cell.message : String(cell));

/** Whether a number is a value, exactly or by its digits. */
const closeness = (number: StatedNumber, value: number): "right" | "rounded" | undefined => {
  const difference = Math.abs(number.value - value);
  if (difference <= Math.abs(value) * 1e-12) return "right";
  return difference <= (number.step / 2) * (1 + 1e-9) ? "rounded" : undefined;
};

const isShare = ({ columns }: VerifiedTable, column: number): boolean =>
  /share|percent|weight/i.test(`${columns[column]?.name ?? ""} ${columns[column]?.label ?? ""}`);

const columnLabel = ({ columns }: VerifiedTable, column: number): string =>
  columns[column]?.label ?? columns[column]?.name ?? "";

const compareCell = (
  number: StatedNumber,
  cell: PlainCell | undefined,
  source: Source,
  place: { readonly row: number; readonly column: number },
): Result => {
  const label = columnLabel(source.table, place.column);
  if (cell instanceof Error) return wrong(`${label} is missing: ${cell.message}`);
  if (cell === "" || cell === undefined) return wrong(`${label} is missing, which is not 0.`);
  if (typeof cell !== "number") return noSource("");
  const share = isShare(source.table, place.column);
  const value = share && number.isPercent ? cell * 100 : cell;
  const expected = `${label} is ${shownCell(value)}${share && number.isPercent ? " %" : ""}.`;
  const close = closeness(number, value);
  if (close === undefined) return wrong(expected);
  if (number.isPercent && !share) return wrong(`${label} is no percentage: ${expected}`);
  return compareCurrency(number, source, place) ?? { verdict: close };
};

/** Undefined where no currency is stated, or the right one. */
const compareCurrency = (
  number: StatedNumber,
  { table, formula }: Source,
  { row, column }: { readonly row: number; readonly column: number },
): Result | undefined => {
  if (number.currency === undefined) return undefined;
  const name = table.columns[column]?.name ?? "";
  const place = table.columns.findIndex((each) => each.name === `${name}.currency` || each.name === "currency");
  const option = /\bcurrency\s*=\s*([A-Z]{3})\b/i.exec(formula)?.[1]?.toUpperCase();
  const currency = place === -1 ? option : table.rows[row]?.[place];
  if (currency === number.currency) return undefined;
  const label = columnLabel(table, column);
  return wrong(
    currency === undefined ? `${label} has no currency in the answer.` : `${label} is in ${shownCell(currency)}.`,
  );
};

/** What several numbers give together, by the words of a sentence. */
const wholes: readonly (readonly [words: RegExp, name: string, calculate: (values: readonly number[]) => number])[] = [
  [
    /\b(?:total|altogether|in all|together|sum|overall)\b/i,
    "sum of",
    (values) => values.reduce((sum, value) => sum + value, 0),
  ],
  [/\b(?:highest|most|largest|maximum|top|peak)\b/i, "largest", (values) => Math.max(...values)],
  [/\b(?:lowest|fewest|smallest|least|minimum)\b/i, "smallest", (values) => Math.min(...values)],
];

/** Sums, counts and extremes of several rows. */
const compareWhole = (
  clause: Clause,
  number: StatedNumber,
  { table, counted }: Source,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly number[] },
): Result => {
  const noun = nounAfter(clause.text, number);
  const isCount = noun === undefined || noun === "companies" || counted.has(noun);
  const candidates = columns.flatMap((column) => {
    const values = rows.map((row) => table.rows[row]?.[column]).filter((cell) => typeof cell === "number");
    return wholes.flatMap(([words, name, calculate]) =>
      words.test(clause.text) ? [{ value: calculate(values), name: `The ${name} ${columnLabel(table, column)}` }] : [],
    );
  });
  const all = [...candidates, ...(isCount ? [{ value: rows.length, name: "The number of rows" }] : [])];
  const results = all.map(({ value, name }): Result => {
    const close = closeness(number, value);
    return close === undefined ? wrong(`${name} is ${value}.`) : { verdict: close };
  });
  const best = bestResult(results);
  return best.verdict === "wrong" && candidates.length === 0
    ? noSource("The sentence does not say whose number it is.")
    : best;
};

const sentenceWords = new Set(
  "the a an in on at it its there this that these those for with by from of as between during since over total all both each and but while they their no only most more fewer less about around roughly nearly when where whereas however also then after before until altogether together overall its we our i e s g esg sdg un ungc usd eur gbp chf sek source sources hash formula q jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december".split(
    " ",
  ),
);

/** A name in a sentence that neither the answer nor the formula has. */
const unknownName = (text: string, { table, texts, counted }: Source): string | undefined => {
  let rest = text;
  for (const { start, end } of table.mentions(text))
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  for (const known of texts) if (known.length > 1) rest = rest.replaceAll(known, (found) => " ".repeat(found.length));
  const known = (word: string): boolean => {
    const lower = word.toLowerCase();
    return (
      sentenceWords.has(lower) ||
      counted.has(lower) ||
      countNouns[lower] !== undefined ||
      table.variants.some((all) => all.some((words) => words.includes(lower)))
    );
  };
  return [...rest.matchAll(/\p{Lu}[\p{L}&'’.-]*(?: \p{Lu}[\p{L}&'’.-]*)*/gu)]
    .map(([phrase]) =>
      phrase
        .split(" ")
        .filter((word) => !known(word.replaceAll(/[.'’]s?$/g, "")))
        .join(" "),
    )
    .find((phrase) => phrase !== "");
};

/** What a number counts, by the nouns behind it. */
const nounAfter = (text: string, { end }: StatedNumber): string | undefined => {
  const words = /^(?:\s+\p{L}[\p{L}-]*){1,3}/u.exec(text.slice(end))?.[0].trim().toLowerCase().split(/\s+/) ?? [];
  const stop = words.findIndex((word) =>
    /^(?:of|in|for|with|and|at|on|by|from|to|is|was|were|had|has|a|the)$/.test(word),
  );
  return words
    .slice(0, stop === -1 ? words.length : stop)
    .map((word) => countNouns[word])
    .find((noun) => noun !== undefined);
};

const checkUnit = (clause: Clause, number: StatedNumber, { counted, table }: Source): Result | undefined => {
  const noun = nounAfter(clause.text, number);
  if (noun === undefined || number.isPercent) return undefined;
  const hasColumn = table.columns.some(({ name }) => name === noun || name.startsWith(`${noun}_`));
  if (hasColumn || (counted.has(noun) && !table.columns.some(({ name }) => Object.values(countNouns).includes(name))))
    return undefined;
  return counted.has(noun) ? undefined : wrong(`The answer does not count ${noun.replace("_", " ")}.`);
};

/** The rows and columns of the period that a sentence names. */
const placePeriod = (
  clause: Clause,
  number: StatedNumber,
  { table, fetchedAt }: Source,
  rows: readonly number[],
): Result | { readonly rows: readonly number[]; readonly columns: readonly number[] } => {
  const isAsOf = ({ start }: PeriodMention): boolean =>
    /\b(?:as of|as at|retrieved|fetched)(?: on)?\s*$/i.test(clause.text.slice(0, start));
  const asOf = clause.periods.find(isAsOf);
  const day = fetchedAt === undefined ? undefined : Math.floor(fetchedAt / 86_400_000);
  if (asOf !== undefined && day !== undefined && (day < asOf.from || day >= asOf.to))
    return wrong(`The answer is of ${new Date(day * 86_400_000).toISOString().slice(0, 10)}.`);
  const period = nearest(
    clause.periods.filter((each) => !isAsOf(each)),
    number,
  );
  if (period === undefined) return { rows, columns: table.numeric };
  const columns = table.numeric.filter((column) => {
    const own = table.headerPeriods[column];
    return own?.from === period.from && own.to === period.to;
  });
  if (columns.length > 0) return { rows, columns };
  if (table.headerPeriods.some((each, column) => each !== undefined && table.numeric.includes(column)))
    return wrong(`The answer has no column for ${period.text}.`);
  const placed = rows.filter((row) =>
    (table.periods[row] ?? []).some(({ from, to, isPeriod }) =>
      isPeriod ? from === period.from && to === period.to : from >= period.from && to <= period.to,
    ),
  );
  if (placed.length > 0) return { rows: placed, columns: table.numeric };
  if (table.periods.some((each) => each.length > 0)) return wrong(`The answer has no row for ${period.text} there.`);
  return noSource(`The answer does not say that it is of ${period.text}.`);
};

/** The columns that the words beside a number name; all where none are named. */
const chooseColumns = (
  clause: Clause,
  number: StatedNumber,
  { table }: Source,
  columns: readonly number[],
): readonly number[] => {
  const place = clause.numbers.indexOf(number);
  const from = clause.numbers[place - 1]?.end ?? 0;
  const to = clause.numbers[place + 1]?.start ?? clause.text.length;
  // Letters of a name, such as those of "a.s.", name no column.
  const text = table
    .mentions(clause.text)
    .filter(({ column }) => column !== -1)
    .reduce((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), clause.text);
  const words = [...text.slice(from, to).matchAll(/\p{L}+/gu)].map((match) => {
    const start = from + match.index;
    const distance = start >= number.end ? start - number.end : number.start - start - match[0].length;
    return { word: match[0].toLowerCase(), distance: Math.max(0, distance) };
  });
  const noun = nounAfter(clause.text, number);
  const scored = columns.map((column) => {
    const points = (table.variants[column] ?? []).map((variant) => {
      const matches = variant.flatMap((word) =>
        words
          .filter((each) => each.word === word)
          .toSorted((one, other) => one.distance - other.distance)
          .slice(0, 1),
      );
      if (matches.length < variant.length) return 0;
      const distance = Math.min(...matches.map((each) => each.distance));
      return 10 + variant.length * 2 - Math.min(distance, 100) / 10;
    });
    const isNoun = noun !== undefined && table.columns[column]?.name === noun;
    const isUnit = number.isPercent && isShare(table, column);
    return { column, points: Math.max(0, ...points) + (isNoun ? 20 : 0) + (isUnit ? 6 : 0) };
  });
  const most = Math.max(0, ...scored.map(({ points }) => points));
  const chosen = scored.filter(({ points }) => points > 0 && points >= most - 0.05).map(({ column }) => column);
  return chosen.length > 0 ? chosen : columns;
};
