import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { linesToResult, resultToLines } from "../../formulas/editions/edition-file";
import type { Calculation, FormulaResult, ResultRecords } from "../../formulas/table/formula-result";
import type { Table } from "../tables/tables";
import { valuesHash } from "./answer";
import type { ToolCall } from "./assistant";

/** What is known of an answer that was given earlier. */
export interface PastAnswer {
  readonly formula: string;
  /** What QUERY.INFO shows: of a formula with several functions, that of one of them. */
  readonly hash: string;
  /** The hash of all its values. */
  readonly values: string;
  /** When the service gave its records; when it was answered, where it has none (ms since 1970). */
  readonly fetchedAt: number;
  /** When it was given first, and last without a newer answer between (ms since 1970). */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Bytes in the store. */
  readonly size: number;
}

interface StoredContent {
  readonly function: string;
  readonly query: string;
  readonly fetchedAt: number | null;
  readonly total: number | null;
  readonly incomplete: string | null;
  readonly partial: boolean;
  readonly hasHeader: boolean;
  readonly lines: readonly string[];
  readonly records: ResultRecords;
}

/** Milliseconds for which an answer is kept. */
const keptFor = 30 * 86_400_000;
/** Characters of the largest answer that is kept, before it is packed. */
const largestAnswer = 4_000_000;
/** What one person keeps at most; the oldest leave. */
const mostAnswers = 400;
const mostBytes = 8_000_000;

const [pack, unpack] = [promisify(deflateRaw), promisify(inflateRaw)];
/** The gateway compares answers of bounded size in one piece. */
export const noYield = (): undefined => undefined;

/**
 * Answers of one person through one of the firm's accounts: nobody else meets them, and neither does the same person with another account.
 */
const scopeKey = ({ deps, person }: ToolCall): string =>
  `past/${deps.accountOf(person) ?? ""}/${createHash("sha256").update(person.id).digest("base64url").slice(0, 22)}`;

const contentKey = (call: ToolCall, { formula, values }: Pick<PastAnswer, "formula" | "values">): string =>
  `${scopeKey(call)}/${createHash("sha256").update(`${formula} ${values}`).digest("base64url").slice(0, 22)}`;

/** All earlier answers of the person, that with the oldest records first. Empty where the store cannot be reached. */
export const listPastAnswers = async (call: ToolCall): Promise<readonly PastAnswer[]> => {
  const text = await call.deps.store.get(scopeKey(call)).catch(() => undefined);
  const since = call.deps.clock.now() - keptFor;
  return text === undefined ? [] : (JSON.parse(text) as readonly PastAnswer[]).filter(({ lastAt }) => lastAt >= since);
};

/** Milliseconds for which one process changes the index of a person alone, and after which another one tries again. */
const [leaseFor, retryAfter] = [5_000, 20];

/** Runs `change` while no other call changes the index of the person, in any process. */
const changeIndex = async (call: ToolCall, change: () => Promise<void>): Promise<void> => {
  const { store, clock } = call.deps;
  const key = `${scopeKey(call)}/index`;
  const end = clock.now() + leaseFor;
  while (clock.now() < end) {
    const lease = await store.lease([key], leaseFor);
    if (lease.keys.has(key)) {
      try {
        await change();
        return;
      } finally {
        await lease.release();
      }
    }
    await setTimeout(retryAfter);
  }
};

/** Keeps an answer for 30 days. Without a store, or with too large an answer, nothing is kept. */
export const notePastAnswer = async (
  call: ToolCall,
  given: Pick<PastAnswer, "formula" | "hash"> & { readonly table: Table },
): Promise<void> => {
  try {
    await changeIndex(call, () => addPastAnswer(call, given));
  } catch {
    // The store is away, or full: the answer is given all the same.
  }
};

const addPastAnswer = async (
  call: ToolCall,
  { formula, hash, table }: Pick<PastAnswer, "formula" | "hash"> & { readonly table: Table },
): Promise<void> => {
  const { store, clock } = call.deps;
  const [now, earlier] = [clock.now(), await listPastAnswers(call)];
  const [values, fetchedAt] = [valuesHash(table.result), table.fetchedAt ?? now];
  const key = contentKey(call, { formula, values });
  const own = earlier.filter((each) => each.formula === formula);
  // For some seconds another process may still give the answer before the newest one.
  const known = own.findLast(
    (each, place) => each.values === values && (place === own.length - 1 || each.fetchedAt >= fetchedAt),
  );
  const content = (known && (await store.get(key))) ?? (await packAnswer(table));
  if (content === undefined) return;
  // The content is renewed, so that it lives as long as its entry.
  await store.set(key, content, keptFor);
  const entry =
    known === undefined
      ? { formula, hash, values, fetchedAt, firstAt: now, lastAt: now, size: content.length }
      : { ...known, lastAt: now, fetchedAt: Math.max(known.fetchedAt, fetchedAt) };
  const others = earlier.filter((each) => each !== known);
  await writeIndex(
    call,
    [...others, entry].toSorted((one, other) => one.fetchedAt - other.fetchedAt),
  );
};

const writeIndex = async (call: ToolCall, answers: readonly PastAnswer[]): Promise<void> => {
  const { store } = call.deps;
  const kept: PastAnswer[] = [];
  let bytes = 0;
  for (const answer of answers.toReversed()) {
    bytes += answer.size;
    if (kept.length < mostAnswers && bytes <= mostBytes) kept.unshift(answer);
    else if (!kept.some(({ formula, values }) => formula === answer.formula && values === answer.values))
      await store.delete(contentKey(call, answer));
  }
  await store.set(scopeKey(call), JSON.stringify(kept), keptFor);
};

/** Undefined for an answer that is too large. */
const packAnswer = async (table: Table): Promise<string | undefined> => {
  const { result, calculations, hasHeader, isComplete, fetchedAt } = table;
  const last = calculations.at(-1);
  const content: StoredContent = {
    function: last?.function ?? "",
    query: last?.query ?? "",
    fetchedAt: fetchedAt ?? null,
    total: last?.total ?? null,
    incomplete: last?.incomplete ?? null,
    ...{ partial: !isComplete, hasHeader, records: result.records },
    lines: await resultToLines(result, noYield),
  };
  const text = JSON.stringify(content);
  return text.length > largestAnswer ? undefined : (await pack(text)).toString("base64");
};

/** An earlier answer as it was given. */
export interface PastTable {
  readonly answer: PastAnswer;
  readonly hasHeader: boolean;
  /** As a comparison with a later answer takes it. */
  readonly calculation: Calculation;
}

/** The rows of an earlier answer; undefined where the store has them no longer. */
export const readPastAnswer = async (call: ToolCall, answer: PastAnswer): Promise<PastTable | undefined> => {
  const packed = await call.deps.store.get(contentKey(call, answer)).catch(() => undefined);
  if (packed === undefined) return undefined;
  const content = JSON.parse((await unpack(Buffer.from(packed, "base64"))).toString()) as StoredContent;
  const result: FormulaResult = (await linesToResult(content.lines, noYield)).describeRecords(
    readRecords(content.records),
  );
  const { function: name, query, partial, hasHeader, incomplete, fetchedAt, total } = content;
  return {
    ...{ answer, hasHeader },
    calculation: {
      ...{ function: name, input: undefined, query, partial, result },
      fetchedAt: fetchedAt ?? undefined,
      total: total ?? undefined,
      incomplete: incomplete ?? undefined,
    },
  };
};

/** JSON has null where a row has no record. */
const readRecords = (records: ResultRecords): ResultRecords => ({
  ...records,
  origins: records.origins.map((origin) => origin ?? undefined),
});

/** The calculation of a table, as a comparison takes it: of its last function, where nothing changed its result. */
export const toCalculation = ({ result, calculations, isComplete, fetchedAt }: Table): Calculation => {
  const last = calculations.at(-1);
  return {
    ...{ function: last?.function ?? "", input: undefined, query: last?.query ?? "", result },
    ...{ partial: !isComplete, total: last?.total, incomplete: last?.incomplete, fetchedAt },
  };
};
