import { Gunzip, gzipSync } from "fflate";
import { millisecondsPerDay } from "../../facts/dates";
import { isObject } from "../../facts/json";
import { createYieldToHost, type Clock, type YieldToHost } from "../../engine/clock";
import { AddinError, type ErrorCode } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { EntityCard } from "../table/data-types";
import { FormulaResult, type ResultRecords, type RowOrigin } from "../table/formula-result";
import { type CardSections, CellError, type CellValue, type Matrix, plainValue } from "../table/matrix";
import type { AnswerToStore, Edition, StoredAnswer } from "./edition-store";

/** An edition in a file (docs/decisions/0027-editions-of-answers.md). */
export interface EditionFile {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly answers: readonly AnswerToStore[];
  /** The account that is open stored it. */
  readonly isOwnAccount: boolean;
}

export interface EditionFileDeps {
  readonly crypto: EditionCrypto;
  readonly clock: Clock;
  /** Names the account that is open, without its key. */
  readonly account: string;
  /** The hash under which lines are stored. */
  readonly hash: (text: string) => Promise<string>;
}

export type EditionCrypto = Pick<Crypto, "getRandomValues"> & { readonly subtle: AccountSubtle };
type AccountSubtle = Pick<SubtleCrypto, "importKey" | "deriveBits" | "digest">;

/** Bytes of a file as it is and unzipped, characters of its first line, and answers. */
const fileLimits = { file: 64_000_000, text: 128_000_000, header: 10_000, answers: 20_000 } as const;
/** Bytes that are unzipped at once, so that a file that unzips to too much is noticed early. */
const slice = 16_384;
const fileFormat = "spillway-edition";
const version = 3;

/** The account is an API key that somebody may guess: each guess takes so many rounds, for each file anew. */
const kdf = { name: "PBKDF2-SHA-256", iterations: 600_000, saltBytes: 16 } as const;

const toHexText = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOfHex = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

const accountHash = async (account: string, salt: Uint8Array<ArrayBuffer>, subtle: AccountSubtle): Promise<string> => {
  const key = await subtle.importKey("raw", new TextEncoder().encode(account), "PBKDF2", false, ["deriveBits"]);
  const derived = { name: "PBKDF2", hash: "SHA-256", salt, iterations: kdf.iterations };
  return toHexText(new Uint8Array(await subtle.deriveBits(derived, key, 256)));
};

/** @throws AddinError where it is too large for a file; Error where an answer is not complete on this device. */
export const writeEditionFile = async (
  { name, at, answers }: Edition,
  linesOf: (content: string) => Promise<readonly string[]>,
  { crypto, account, hash }: EditionFileDeps,
): Promise<Uint8Array> => {
  const salt = crypto.getRandomValues(new Uint8Array(kdf.saltBytes));
  const blocks = [...new Set(answers.map(({ content }) => content))];
  const header = {
    format: fileFormat,
    version,
    account: {
      kdf: kdf.name,
      iterations: kdf.iterations,
      salt: toHexText(salt),
      hash: await accountHash(account, salt, crypto.subtle),
    },
    name,
    at,
    answers: answers.length,
    blocks: blocks.length,
  };
  const head = [JSON.stringify(header), ...answers.map((answer) => JSON.stringify(answer))];
  const parts: string[] = [...head];
  for (const content of blocks) {
    const lines = await linesOf(content);
    parts.push(JSON.stringify({ content, lines: lines.length }), ...lines);
  }
  parts.push(JSON.stringify({ end: await hash(head.join("\n")) }), "");
  const bytes = new TextEncoder().encode(parts.join("\n"));
  if (bytes.length > fileLimits.text) throw fileTooLarge();
  return gzipSync(bytes, { mtime: 0 });
};

const refuseFile = (key: "editions.file.other" | "editions.file.newer" | "editions.file.damaged"): AddinError =>
  new AddinError("invalid-argument", t(key));

/** The lines of a file. @throws AddinError where it is no gzip, ends too early or unzips to too much. */
const unzippedLines = async (bytes: Uint8Array, clock: Clock): Promise<readonly string[]> => {
  if (bytes.length > fileLimits.file) throw fileTooLarge();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const lines: string[] = [];
  /** What came of the line that is not complete. Joined once, because a line may come in thousands of parts. */
  let pending: string[] = [];
  let size = 0;
  const end = { isReached: false };
  const unzip = new Gunzip((data, final) => {
    size += data.length;
    if (size > fileLimits.text) throw fileTooLarge();
    const [first = "", ...others] = decoder.decode(data, { stream: !final }).split("\n");
    pending.push(first);
    for (const other of others) {
      lines.push(pending.join(""));
      pending = [other];
    }
    end.isReached ||= final;
    if (lines.length === 0 && size > fileLimits.header) throw refuseFile("editions.file.other");
  });
  const yieldToHost = createYieldToHost(clock);
  try {
    for (let from = 0; from < bytes.length; from += slice) {
      const turn = yieldToHost();
      if (turn !== undefined) await turn;
      unzip.push(bytes.subarray(from, from + slice), from + slice >= bytes.length);
    }
  } catch (error) {
    throw error instanceof AddinError ? error : refuseFile("editions.file.other");
  }
  if (!end.isReached || pending.join("") !== "") throw refuseFile("editions.file.damaged");
  return lines;
};

const fileTooLarge = (): AddinError =>
  new AddinError("too-large", t("editions.file.tooLarge", { most: fileLimits.text / 1_000_000 }));

interface FileHeader {
  readonly name: string;
  readonly at: number;
  readonly answers: number;
  readonly blocks: number;
  readonly account: { readonly salt: string; readonly hash: string };
}

type Json = Readonly<Record<string, unknown>>;

const readObject = (line: string | undefined): Json => {
  const value = parsed(line ?? "");
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuseFile("editions.file.damaged");
  return value as Json;
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const isHash = (value: unknown, length: number): value is string =>
  typeof value === "string" && value.length === length && /^[0-9a-f]*$/.test(value);
const isCount = (value: unknown, upTo: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= upTo;
const isMoment = (value: unknown, now: number): value is number =>
  typeof value === "number" && value > 0 && value <= now + millisecondsPerDay;

const readHeader = (line: string | undefined, now: number): FileHeader => {
  const header = parsed(line ?? "") as Json | null | undefined;
  if (header?.["format"] !== fileFormat) throw refuseFile("editions.file.other");
  if (header["version"] !== version) throw refuseFile("editions.file.newer");
  const { name, at, answers, blocks } = header;
  const account = (header["account"] ?? {}) as Json;
  const { salt, hash } = account;
  if (
    typeof name !== "string" ||
    !isMoment(at, now) ||
    !isCount(answers, fileLimits.answers) ||
    !isCount(blocks, fileLimits.answers) ||
    // Others would let a file choose how long it takes to read.
    account["kdf"] !== kdf.name ||
    account["iterations"] !== kdf.iterations ||
    !isHash(salt, 2 * kdf.saltBytes) ||
    !isHash(hash, 64)
  )
    throw refuseFile("editions.file.damaged");
  return { name, at, answers, blocks, account: { salt, hash } };
};

const readStoredAnswer = (line: string | undefined, now: number): StoredAnswer => {
  const answer = readObject(line);
  const { query, content, fetchedAt, total, incomplete, capturedAt } = answer;
  const { function: name, address, formula, partial } = answer;
  if (!isShortText(address, 300) || !isShortText(formula, 100_000)) throw refuseFile("editions.file.damaged");
  if (!isHash(query, 32) || !isHash(content, 32) || !isShortText(name, 100) || typeof partial !== "boolean")
    throw refuseFile("editions.file.damaged");
  if (!isMomentOrNone(fetchedAt, now) || !isMomentOrNone(capturedAt, now)) throw refuseFile("editions.file.damaged");
  if (total !== undefined && !isCount(total, Number.MAX_SAFE_INTEGER)) throw refuseFile("editions.file.damaged");
  if (incomplete !== undefined && !isShortText(incomplete, 2_000)) throw refuseFile("editions.file.damaged");
  const known = { query, content, address, formula, function: name, partial, fetchedAt, total, incomplete };
  return { ...known, ...(capturedAt && { capturedAt }) };
};

const isShortText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value.length <= longest;
const isMomentOrNone = (value: unknown, now: number): value is number | undefined =>
  value === undefined || isMoment(value, now);

/**
 * Reads and checks a whole file; nothing of it is used before all of it was found good.
 * @throws AddinError with one sentence for any other file and a newer release.
 */
export const readEditionFile = async (
  bytes: Uint8Array,
  { crypto, clock, account, hash }: EditionFileDeps,
): Promise<EditionFile> => {
  const lines = await unzippedLines(bytes, clock);
  const now = clock.now();
  const header = readHeader(lines[0], now);
  const own = await accountHash(account, bytesOfHex(header.account.salt), crypto.subtle);
  const head = lines.slice(0, 1 + header.answers);
  const end = readObject(lines.at(-1));
  if (head.length + 1 > lines.length || end["end"] !== (await hash(head.join("\n"))))
    throw refuseFile("editions.file.damaged");
  const answers = head.slice(1).map((line) => readStoredAnswer(line, now));
  const blocks = await readFileBlocks(lines.slice(head.length, -1), header.blocks, { clock, hash });
  const isComplete =
    new Set(answers.map(({ query }) => query)).size === answers.length &&
    new Set(answers.map(({ content }) => content)).size === blocks.size;
  const withLines = answers.flatMap(({ content, ...answer }): AnswerToStore[] => {
    const own = blocks.get(content);
    return own === undefined ? [] : [{ ...answer, lines: own }];
  });
  if (!isComplete || withLines.length < answers.length) throw refuseFile("editions.file.damaged");
  return { name: header.name, at: header.at, answers: withLines, isOwnAccount: own === header.account.hash };
};

const readFileBlocks = async (
  lines: readonly string[],
  count: number,
  { clock, hash }: Pick<EditionFileDeps, "clock" | "hash">,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const yieldToHost = createYieldToHost(clock);
  const blocks = new Map<string, readonly string[]>();
  let place = 0;
  while (place < lines.length) {
    const turn = yieldToHost();
    if (turn !== undefined) await turn;
    const { content, lines: height } = readObject(lines[place]);
    if (!isHash(content, 32) || !isCount(height, lines.length - place - 1) || blocks.has(content))
      throw refuseFile("editions.file.damaged");
    const own = lines.slice(place + 1, place + 1 + height);
    if ((await hash(own.join("\n"))) !== content || !(await checkAnswerLines(own, yieldToHost)))
      throw refuseFile("editions.file.damaged");
    blocks.set(content, own);
    place += 1 + height;
  }
  if (blocks.size !== count) throw refuseFile("editions.file.damaged");
  return blocks;
};

/** Rows between two looks at the clock. */
const rowsAtOnce = 256;

/** A value that JSON does not have. One member names its type. */
type LineCell =
  | string
  | number
  | boolean
  | { readonly number: number; readonly format: string }
  | { readonly cell: string; readonly message: string }
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly text: string; readonly sections: CardSections };

const toStored = (cell: CellValue): LineCell => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError) return { code: cell.code, message: cell.message };
  if (cell instanceof CellError) return { cell: cell.excelCode, message: cell.message };
  return cell.kind === "formatted"
    ? { number: cell.value, format: cell.numberFormat }
    : { text: cell.text, sections: cell.sections };
};

const fromStored = (cell: LineCell): CellValue => {
  if (typeof cell !== "object") return cell;
  if ("number" in cell) return { kind: "formatted", value: cell.number, numberFormat: cell.format };
  if ("cell" in cell) return new CellError(cell.cell, cell.message);
  if ("code" in cell) return new AddinError(cell.code, cell.message);
  return new EntityCard(cell.text, cell.sections);
};

/** What the first line says of a result. */
interface FirstLine {
  /** How many lines of cells follow; behind them is a line for each row of records. */
  readonly cells: number;
  readonly formats: FormulaResult["formats"] | null;
  readonly records: Omit<ResultRecords, "origins">;
}

/** The record of one row as JSON: its key and the id of its company; null for a row that is no record. */
type LineOrigin = readonly [key: string, entityId: string | null] | null;

/** A result as lines of JSON: what its rows are, its cells, and the records behind its rows. `linesToResult` reads them. */
export const resultToLines = async (result: FormulaResult, yieldToHost: YieldToHost): Promise<readonly string[]> => {
  const { cells, formats = null, records } = result;
  const { origins, identity, columns, headers, transposed } = records;
  const first: FirstLine = {
    cells: cells.length,
    formats,
    records: {
      identity: identity && { kind: identity.kind, key: identity.key, ignored: identity.ignored ?? [] },
      // A column of a definition has readers too, which are no data.
      columns: columns.map(({ name, label, type }) => ({ name, label, type })),
      headers,
      transposed,
    },
  };
  const lines = [JSON.stringify(first)];
  const add = async <Item>(items: readonly Item[], toLine: (item: Item) => unknown): Promise<void> => {
    for (const [place, item] of items.entries()) {
      const turn = place % rowsAtOnce === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      lines.push(JSON.stringify(toLine(item)));
    }
  };
  await add(cells, (row) => row.map(toStored));
  await add(origins, (origin): LineOrigin => (origin === undefined ? null : [origin.key, origin.entityId ?? null]));
  return lines;
};

export const linesToResult = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<FormulaResult> => {
  const [first = "", ...others] = lines;
  const { cells: height, formats, records } = JSON.parse(first) as FirstLine;
  const [cells, origins]: [CellValue[][], (RowOrigin | undefined)[]] = [[], []];
  for (const [place, line] of others.entries()) {
    const turn = place % rowsAtOnce === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    if (place < height) cells.push((JSON.parse(line) as LineCell[]).map(fromStored));
    else origins.push(toOrigin(JSON.parse(line) as LineOrigin));
  }
  return FormulaResult.ofStored(cells, {
    records: { ...records, origins },
    formats: formats?.map((format) => format ?? undefined),
  });
};

const toOrigin = (origin: LineOrigin): RowOrigin | undefined =>
  origin === null ? undefined : { key: origin[0], entityId: origin[1] ?? undefined };

/** Whether lines of a file are those of a result, so that no cell gets a value that `resultToLines` could not have written. */
export const checkAnswerLines = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<boolean> => {
  try {
    const [first = "", ...others] = lines;
    const head: unknown = JSON.parse(first);
    if (!isFirstLine(head) || head.cells > others.length) return false;
    let width: number | undefined;
    for (const [place, line] of others.entries()) {
      const turn = place % rowsAtOnce === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      const row: unknown = JSON.parse(line);
      if (place >= head.cells) {
        if (!isLineOrigin(row)) return false;
        continue;
      }
      if (!Array.isArray(row) || row.length === 0 || row.length !== (width ??= row.length)) return false;
      if (!row.every(isStoredCell)) return false;
    }
    return true;
  } catch {
    return false;
  }
};

const isFirstLine = (value: unknown): value is FirstLine => {
  if (!isObject(value)) return false;
  const { cells, formats, records } = value;
  return (
    Number.isInteger(cells) &&
    Number(cells) > 0 &&
    (formats === null || isListOf(formats, (format) => format === null || isWord(format))) &&
    isRecords(records)
  );
};

const isRecords = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { identity, columns, headers, transposed } = value;
  return (
    (identity === undefined || isIdentity(identity)) &&
    isListOf(
      columns,
      (column) => isObject(column) && [column["name"], column["label"], column["type"]].every(isWord),
    ) &&
    (headers === 0 || headers === 1) &&
    typeof transposed === "boolean"
  );
};

const isIdentity = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { kind, key, ignored = [] } = value;
  return isWord(kind) && isListOf(key, isWord) && isListOf(ignored, isWord);
};

const isLineOrigin = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === "string" &&
    (value[1] === null || isWord(value[1])));

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

/** Of a number format, a column or an error. */
const isWord = (value: unknown): value is string => isShortText(value, 1_000);

/** JSON reads a number that is too large as Infinity, and Excel has no such number. */
const isStoredCell = (cell: unknown): boolean => {
  if (typeof cell === "number") return Number.isFinite(cell);
  if (typeof cell === "string") return true;
  if (typeof cell !== "object" || cell === null) return typeof cell === "boolean";
  const { number, format, cell: excelCode, code, message, text, sections } = cell as Readonly<Record<string, unknown>>;
  if (number !== undefined) return Number.isFinite(number) && isWord(format);
  if (excelCode !== undefined) return isWord(excelCode) && typeof message === "string";
  if (code !== undefined) return isErrorCode(code) && typeof message === "string";
  return typeof text === "string" && areSections(sections);
};

const areSections = (sections: unknown): boolean =>
  isObject(sections) &&
  Object.values(sections).every((section) => isObject(section) && Object.values(section).every(isCardValue));

const isCardValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isCardValue) : ["string", "number", "boolean"].includes(typeof value);

const knownErrorCodes: Readonly<Record<ErrorCode, true>> = {
  "invalid-argument": true,
  rejected: true,
  ambiguous: true,
  "signed-out": true,
  "no-access": true,
  "not-found": true,
  "not-ready": true,
  stopped: true,
  "no-rows": true,
  "empty-list": true,
  interrupted: true,
  throttled: true,
  "budget-spent": true,
  "too-large": true,
  unavailable: true,
  unexpected: true,
};

const isErrorCode = (value: unknown): boolean => typeof value === "string" && Object.hasOwn(knownErrorCodes, value);

/**
 * The values of a result as one text, for a hash that two people compare: without number formats, which depend on the host, and with errors
 * by their code, because their sentences depend on the language.
 */
export const comparableText = (matrix: Matrix): string =>
  matrix
    .map((row) =>
      JSON.stringify(row.map((cell) => (cell instanceof AddinError ? { code: cell.code } : plainValue(cell)))),
    )
    .join("\n");
