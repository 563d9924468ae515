import { setImmediate } from "node:timers/promises";
import { plainRows } from "../tables/table-text";
import { readTable, valuesHash } from "./answer";
import { type ToolAnswer, type ToolCall, WrongToolArgument } from "./assistant";
import type { Verdict, VerifiedNumber } from "./compare-cell";
import { compareNumber } from "./compare-number";
import { type VerifiedClause, withDirections } from "./directions";
import { rowMentions } from "./sentence-names";
import { type Source, toSource } from "./number-source";
import { type Clause, plainText, readClauses } from "./clauses";
import type { StatedNumber } from "./stated-numbers";
import { listPastAnswers, readPastAnswer } from "./past-answers";
import { answerFormula } from "./query-tool";
import { cleanLine, cleanText } from "./clean-text";
import { type Mention, VerifiedTable } from "./verified-table";

export interface VerifyArguments {
  readonly text: string;
  readonly formula?: string;
  readonly hash?: string;
}

/** An earlier answer. Its rows are read only where a number needs them. */
interface EarlierSource {
  readonly fetchedAt: number;
  readonly load: () => Promise<Source | undefined>;
}

interface Sources {
  readonly present: Source;
  /** The newest first. */
  readonly earlier: readonly EarlierSource[];
}

/** The answer with the newest records is the present one. Within seconds of a refresh a formula may still show those before it. */
const loadSources = async (call: ToolCall, { formula, hash }: VerifyArguments): Promise<Sources> => {
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
  const { fetchedAt = Infinity, calculations, isComplete } = table;
  const incomplete =
    calculations.find((each) => each.incomplete !== undefined)?.incomplete ??
    (isComplete ? undefined : "More rows exist.");
  // A text names a universe by its name, also where the formula has its id.
  const universes = call.deps
    .universesFor(call.person)
    .flatMap(({ universe_id: id, name }) => (answer.formula.includes(id) ? [name] : []));
  const sourceWith = (of: VerifiedTable, state: Pick<Source, "incomplete" | "fetchedAt">): Source =>
    toSource(answer.formula, of, { ...state, universes });
  const calculated = sourceWith(new VerifiedTable(columns, rows), { incomplete, fetchedAt: table.fetchedAt });
  const values = valuesHash(table.result);
  const others = past.filter((each) => each.formula === answer.formula && each.values !== values).toReversed();
  const earlier = others.slice(0, mostEarlier).map((each): EarlierSource => {
    let loaded: Promise<Source | undefined> | undefined;
    const read = async (): Promise<Source | undefined> => {
      const stored = await readPastAnswer(call, each);
      if (stored === undefined) return undefined;
      const all = [...plainRows(stored.calculation.result)];
      const old = new VerifiedTable(columns, stored.hasHeader ? all.slice(1) : all);
      return sourceWith(old, stored.calculation);
    };
    return { fetchedAt: each.fetchedAt, load: () => (loaded ??= read()) };
  });
  const newest = earlier[0] !== undefined && earlier[0].fetchedAt > fetchedAt ? await earlier[0].load() : undefined;
  if (newest === undefined) return { present: calculated, earlier };
  const before: EarlierSource = { fetchedAt, load: () => Promise.resolve(calculated) };
  return { present: newest, earlier: [before, ...earlier.slice(1)] };
};

/** Earlier answers that a number is compared with. */
const mostEarlier = 5;

/** `verify`: each number of a text, against the rows that it came from. */
export const verify = async (call: ToolCall, given: VerifyArguments): Promise<ToolAnswer> => {
  const sources = await loadSources(call, given);
  const { numbers, names } = await verifyText(call, given.text, sources);
  const count = (verdict: Verdict): number => numbers.filter((each) => each.verdict === verdict).length;
  const counts = {
    right: count("right"),
    rounded: count("rounded"),
    wrong: count("wrong"),
    no_source: count("no source"),
  };
  const text = [
    `${numbers.length === 1 ? "1 number" : `${numbers.length} numbers`}: ${counts.right} right, ${counts.rounded} rounded right, ${counts.wrong} wrong, ${counts.no_source} without a source.`,
    ...numbers.flatMap(({ number, clause, verdict, reason = "" }) =>
      verdict === "wrong" || verdict === "no source" ? [`- ${number} in "${clause}": ${verdict}. ${reason}`] : [],
    ),
    ...(names.length === 0 ? [] : [`Not checked, because they name something: ${names.join("; ")}.`]),
  ].join("\n");
  return { text, content: { formula: sources.present.formula, ...counts, numbers, not_checked: names } };
};

/** Numbers of one text; each is compared with every row that its sentence may mean. */
const mostNumbers = 500;

/** Compares each number of a text. Rejects with `WrongToolArgument` where there are too many, and as the signal where that is aborted. */
export const verifyText = async (
  { signal }: Pick<ToolCall, "signal">,
  given: string,
  sources: Sources,
): Promise<{ readonly numbers: readonly VerifiedNumber[]; readonly names: readonly string[] }> => {
  const text = plainText(given);
  const { table, texts, formula } = sources.present;
  const labels = [...table.labels.map((label) => label.text), ...texts].filter(
    (label) => /\d/.test(label) && text.includes(label),
  );
  const thresholds = new Set((formula.match(/(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/g) ?? []).map(Number));
  const isThreshold = ({ bound, value }: StatedNumber): boolean => bound !== undefined && thresholds.has(value);
  const clauses = readClauses(text, labels, (part) =>
    Math.min(...table.mentions(part).flatMap(({ column, start }) => (column === -1 ? [] : [start]))),
  );
  const count = clauses.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if (count > mostNumbers)
    throw new WrongToolArgument(`text may state ${mostNumbers} numbers at most, got ${count}. Verify it in parts.`);
  const verified: VerifiedClause[] = [];
  let before: readonly Mention[] = [];
  for (const clause of clauses) {
    const own = rowMentions(clause, sources.present);
    const carried = clause.continues && own.length === 0 ? before : [];
    if (own.length > 0) before = own;
    else if (!clause.continues) before = [];
    const results: VerifiedNumber[] = [];
    for (const number of clause.numbers) {
      if (isThreshold(number)) continue;
      // Others are answered between two numbers.
      await setImmediate();
      signal.throwIfAborted();
      results.push(await verifyNumber(clause, number, { ...sources, carried }));
    }
    verified.push({ clause, results });
  }
  const named = clauses.flatMap(({ names, numbers: own, text: words }) => [
    ...names,
    ...own.filter(isThreshold).map(({ start, end }) => words.slice(Math.max(0, start - 20), end)),
  ]);
  return { numbers: withDirections(verified), names: named.map((each) => cleanLine(each, 60)) };
};

interface NumberContext extends Sources {
  /** Rows that a sentence before named. */
  readonly carried: readonly Mention[];
}

const verifyNumber = async (
  clause: Clause,
  number: StatedNumber,
  { present, earlier, carried }: NumberContext,
): Promise<VerifiedNumber> => {
  const result = compareNumber(clause, number, present, carried);
  const shown = { number: cleanText(number.text, 80), clause: cleanText(clause.text.trim().slice(0, 160), 160) };
  if (result.verdict === "right" || result.verdict === "rounded") return { ...shown, ...result };
  const reason = cleanLine(result.reason ?? "", 400);
  for (const each of earlier) {
    const source = await each.load();
    const then = source && compareNumber(clause, number, source, carried);
    if (then?.verdict !== "right" && then?.verdict !== "rounded") continue;
    if (source?.fetchedAt === undefined) continue;
    const since = `It is out of date: it was so at ${new Date(source.fetchedAt).toISOString()}.`;
    return { ...shown, verdict: "wrong", reason: `${since} ${reason}`.trim() };
  }
  return { ...shown, verdict: result.verdict, reason };
};
