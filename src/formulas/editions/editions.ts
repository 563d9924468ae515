import { createYieldToHost } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import type { Captured } from "../../engine/requests/request-log";
import type { KeyValueStorage } from "../../engine/storage";
import type { WorkbookAsOf } from "../../engine/state/workbook-as-of";
import { createStore, type Store } from "../../engine/store";
import { functions } from "../../i18n/locales/en/functions";
import { addMessages, t } from "../../i18n/t";
import { millisecondsPerDay } from "../../facts/dates";
import type { EarlierAnswer } from "../changes/refresh-changes";
import { type Cell, parseArgument } from "../arguments/argument";
import { readOptions } from "../arguments/options";
import type { Calculation, FormulaInput, FormulaResult } from "../table/formula-result";
import { isoDay } from "../table/iso-dates";
import { plainValue, type CellValue } from "../table/matrix";
import type { TimeZone } from "../table/time-zone";
import type { EditionSide, SideAnswer } from "./compare-editions";
import {
  comparableText,
  type EditionCrypto,
  type EditionFile,
  type EditionFileDeps,
  linesToResult,
  readEditionFile,
  resultToLines,
  writeEditionFile,
} from "./edition-file";
import {
  type AsOf,
  checkEditionName,
  editionKey,
  editionNamed,
  findEdition,
  type HeldAnswer,
  notHeld,
  readAsOf,
} from "./edition-names";
import {
  type AnswerToStore,
  daysKept,
  type Edition,
  EditionStore,
  type EditionStoreDeps,
  type EditionWorkbook,
  type StoredAnswer,
} from "./edition-store";

// Here, because no formula needs them before an edition is used, and functions/index.ts may not be loaded.
addMessages("en", functions);

/** The storage of the account that is open, and its tag. */
export interface AccountStorage {
  readonly account: string;
  readonly storage: KeyValueStorage;
}

export interface EditionsDeps extends Omit<EditionStoreDeps, "storage" | "digest"> {
  readonly crypto: EditionCrypto;
  /** The account that is open now; undefined where there is none. */
  readonly account: () => AccountStorage | undefined;
  readonly workbook: OpenWorkbook;
  /** Whose days count; undefined: UTC. */
  readonly timeZone?: () => Promise<TimeZone | undefined>;
}

/** How editions name the workbook that is open. */
export interface OpenWorkbook {
  /** A workbook without a name gets one. */
  readonly current: () => Promise<EditionWorkbook>;
  /** Its name now, and the one that it had before it was saved. Empty where it has none. */
  readonly names: () => Promise<readonly EditionWorkbook[]>;
}

/** An answer that a refresh got for a cell. */
export interface CellAnswer extends Calculation {
  readonly address: string;
}

/** What became of a refresh. `full`: editions with a name leave no room; `refused`: the device did not store it. */
export type CaptureResult = "stored" | "nothing" | "off" | "full" | "refused";

/** What editions take on the device, in bytes. */
export interface EditionUsage {
  readonly used: number;
  /** 0: nothing is kept. */
  readonly limit: number;
  /** Of those with a name, which stay beyond the limit. */
  readonly named: number;
}

/** What refreshes answered, on this device and for the account that is open. Nothing here makes a call. */
export class Editions {
  readonly #changes = createStore(0);
  /** Counts what was stored, named and deleted here: formulas that read editions are calculated again. */
  readonly changes: Store<number> = this.#changes;
  readonly #deps: EditionsDeps;
  /** Computed once for stored answers, which do not change. A copy is computed again. */
  readonly #fingerprints = new WeakMap<readonly StoredAnswer[], Promise<string>>();
  /** Those that refreshes of this session made. */
  readonly #ofSession = new Set<string>();
  #open: { readonly account: string; readonly store: EditionStore } | undefined;

  constructor(deps: EditionsDeps) {
    this.#deps = deps;
  }

  /** The editions of the account that is open; undefined where there is none. */
  store(): EditionStore | undefined {
    const account = this.#deps.account();
    if (account === undefined) return undefined;
    if (this.#open?.account !== account.account)
      this.#open = { account: account.account, store: this.#storeOn(account.storage) };
    return this.#open.store;
  }

  #storeOn(storage: KeyValueStorage): EditionStore {
    const { crypto } = this.#deps;
    return new EditionStore({ ...this.#deps, storage, digest: (bytes) => crypto.subtle.digest("SHA-256", bytes) });
  }

  /** Drops what was read from the device. Call it when an account leaves: its editions are deleted with it. */
  forget(): void {
    this.#open = undefined;
  }

  /** Those of the workbook that is open, the newest first. */
  async list(): Promise<readonly Edition[]> {
    return (await this.#own()).toReversed();
  }

  /** The last one that a refresh of an earlier session made; undefined where there is none. */
  async lastOfEarlierSession(): Promise<Edition | undefined> {
    return (await this.list()).find(({ id, isOfFile }) => !isOfFile && !this.#ofSession.has(id));
  }

  /** Those of all workbooks of the account, the newest first. */
  async listAll(): Promise<readonly Edition[]> {
    return ((await this.store()?.list()) ?? []).toReversed();
  }

  /** Those of this file at another place that are not here too: it was moved, or is a copy. The newest first. */
  async listElsewhere(): Promise<readonly Edition[]> {
    const [name] = await this.#deps.workbook.names();
    const here = await this.#own();
    const all = name === undefined ? [] : await this.listAll();
    return all.filter(({ family, at }) => family === name?.family && here.every((each) => each.at !== at));
  }

  /** Gives this workbook the editions that the file has at another place, where they stay too. */
  async copyFromElsewhere(): Promise<void> {
    const store = this.#opened();
    const workbook = await this.#deps.workbook.current();
    for (const { at, name, answers, isOfFile } of (await this.listElsewhere()).toReversed()) {
      const own = await this.#own();
      // A name that is taken says nothing twice.
      const isFree = name !== undefined && editionNamed(name, own) === undefined;
      await store.add({ ...workbook, at, name: isFree ? name : undefined, answers, isOfFile });
    }
    this.changed();
  }

  /** Those of the workbook that is open, the oldest first. */
  async #own(): Promise<readonly Edition[]> {
    const names = new Set((await this.#deps.workbook.names()).map(({ workbook }) => workbook));
    return ((await this.store()?.list()) ?? []).filter(({ workbook }) => names.has(workbook));
  }

  async usage(): Promise<EditionUsage> {
    const store = this.store();
    if (store === undefined) return { used: 0, limit: 0, named: 0 };
    return { used: await store.used(), limit: await store.limit(), named: await store.usedByNamed() };
  }

  async setLimit(bytes: number): Promise<void> {
    await this.#opened().setLimit(bytes);
    this.changed();
  }

  /** Gives an edition a name, or another one. @throws AddinError for a name that cannot be given. */
  async name({ id }: Pick<Edition, "id">, text: string): Promise<void> {
    const name = checkEditionName(text, await this.#own(), this.#deps.clock.now(), id);
    await this.#opened().rename(id, name);
    this.changed();
  }

  async delete(editions: readonly Pick<Edition, "id">[]): Promise<void> {
    await this.#opened().delete(...editions.map(({ id }) => id));
    this.changed();
  }

  /** The file of an edition with a name. @throws AddinError where it is gone or not complete on this device. */
  async toFile(id: string): Promise<Uint8Array> {
    const store = this.#opened();
    const edition = (await store.list()).find((each) => each.id === id);
    if (edition?.name === undefined) throw new AddinError("not-found", t("editions.gone"));
    try {
      return await writeEditionFile(edition, (content) => store.lines(content), this.#fileDeps(store));
    } catch (cause) {
      if (cause instanceof AddinError) throw cause;
      throw new AddinError("not-found", t("editions.damaged", { day: isoDay(edition.at) }), { cause });
    }
  }

  /**
   * Adds the edition of a file to this workbook under its name, which it returns.
   * @throws AddinError for any other file, another account, a name that is taken, and where the limit leaves no room; nothing is added then.
   */
  async fromFile(bytes: Uint8Array): Promise<string> {
    const store = this.#opened();
    const { name: nameInFile, at, answers, isOwnAccount } = await this.readFile(bytes);
    if (!isOwnAccount) throw new AddinError("invalid-argument", t("editions.file.account"));
    const name = checkEditionName(nameInFile, await this.#own(), this.#deps.clock.now());
    if ((await store.limit()) === 0) throw new AddinError("invalid-argument", t("editions.keepNothing"));
    const edition = { ...(await this.#deps.workbook.current()), at, name, answers, isOfFile: true };
    const added = await store.add(edition).catch((cause: unknown) => {
      throw new AddinError("too-large", t("editions.refused"), { cause });
    });
    if (added === undefined) throw new AddinError("too-large", t("editions.full"));
    this.changed();
    return name;
  }

  /** Reads and checks a file and stores nothing. @throws AddinError for a file that is damaged, altered or no edition. */
  readFile(bytes: Uint8Array): Promise<EditionFile> {
    return readEditionFile(bytes, this.#fileDeps(this.#opened()));
  }

  #fileDeps(store: EditionStore): EditionFileDeps {
    const { crypto, clock, account } = this.#deps;
    return { crypto, clock, account: account()?.account ?? "", hash: (text) => store.hash(text) };
  }

  /** @throws AddinError where nobody is signed in. */
  #opened(): EditionStore {
    const store = this.store();
    if (store === undefined) throw new AddinError("signed-out", t("runtime.signedOut"));
    return store;
  }

  /** What a workbook is set to that shows an edition, and which of these formulas it answers. */
  async preview(
    edition: Edition,
    inputs: readonly FormulaInput[],
  ): Promise<{ readonly asOf: WorkbookAsOf; readonly isHeld: readonly boolean[] }> {
    const store = this.#opened();
    const queries = new Set(edition.answers.map(({ query }) => query));
    const isHeld = [];
    for (const input of inputs) isHeld.push(queries.has(await store.hash(queryText(input))));
    return { asOf: { asof: editionKey(edition), fingerprint: await this.#fingerprint(edition, store) }, isHeld };
  }

  /** Whether this device has the edition that a workbook is set to. A day without one answers for itself. */
  async has({ asof, fingerprint }: WorkbookAsOf): Promise<boolean> {
    const store = this.store();
    if (store === undefined) return false;
    const editions = await this.#own();
    if (fingerprint === undefined) return editions.length > 0;
    const edition = findEdition(asof, editions);
    return edition !== undefined && (await this.#fingerprint(edition, store)) === fingerprint;
  }

  /**
   * What the last refreshes of this workbook answered. The function that it returns gives the last answer to the same question; undefined
   * where none is stored on this device for this account, or it cannot be read.
   */
  async earlierAnswers(): Promise<(answer: Calculation) => Promise<EarlierAnswer | undefined>> {
    const store = this.store();
    const latest = new Map<string, { readonly at: number; readonly stored: StoredAnswer }>();
    for (const { at, answers } of (await this.#own()).filter(({ isOfFile }) => !isOfFile))
      for (const stored of answers) latest.set(stored.query, { at: stored.capturedAt ?? at, stored });
    return async (answer) => {
      if (store === undefined || answer.input === undefined || latest.size === 0) return undefined;
      const earlier = latest.get(await store.hash(queryText(answer.input)));
      if (earlier === undefined) return undefined;
      try {
        const stored = await this.#load(store, earlier.stored, earlier.at);
        return { at: earlier.at, answer: { ...stored, input: answer.input } };
      } catch {
        return undefined;
      }
    };
  }

  async #toCalculation(stored: Omit<StoredAnswer, "content">, lines: readonly string[]): Promise<Calculation> {
    const { function: name, formula, fetchedAt, total, incomplete, partial } = stored;
    const result = await linesToResult(lines, createYieldToHost(this.#deps.clock));
    return { function: name, query: formula, input: undefined, fetchedAt, total, incomplete, partial, result };
  }

  /** An edition of this device as one side of a comparison. */
  editionSide({ at, answers }: Edition): EditionSide {
    const store = this.#opened();
    const side = (answer: StoredAnswer): SideAnswer => ({ ...answer, load: () => this.#load(store, answer, at) });
    return { at, answers: new Map(answers.map((answer) => [answer.query, side(answer)])) };
  }

  async #load(store: EditionStore, answer: StoredAnswer, at: number): Promise<Calculation> {
    try {
      return await this.#toCalculation(answer, await store.lines(answer.content));
    } catch (cause) {
      throw new AddinError("not-found", t("editions.damaged", { day: isoDay(answer.capturedAt ?? at) }), { cause });
    }
  }

  /** A file, of which nothing is stored. */
  fileSide({ at, answers }: EditionFile): EditionSide {
    const side = ({ lines, ...answer }: AnswerToStore): SideAnswer => ({
      ...answer,
      load: () => this.#toCalculation(answer, lines),
    });
    return { at, answers: new Map(answers.map((answer) => [answer.query, side(answer)])) };
  }

  /** What cells show now. */
  async cellSide(cells: readonly CellAnswer[]): Promise<EditionSide> {
    const store = this.#opened();
    const answers = new Map<string, SideAnswer>();
    for (const answer of cells) {
      if (answer.input === undefined) continue;
      const side = { ...answer, formula: answer.query, load: () => Promise.resolve(answer) };
      answers.set(await store.hash(queryText(answer.input)), side);
    }
    return { at: this.#deps.clock.now(), answers };
  }

  /**
   * Stores the answers of a refresh of the workbook. Formulas that it left alone keep their answers of the edition before. `isWhole`: it took
   * every formula. Never rejects.
   */
  async capture(answers: readonly CellAnswer[], isWhole: boolean): Promise<CaptureResult> {
    const store = this.store();
    if (store === undefined) return "nothing";
    try {
      if ((await store.limit()) === 0) return "off";
      const fresh = await this.#toStore(answers, store);
      if (fresh.size === 0) return "nothing";
      const at = this.#deps.clock.now();
      const before = isWhole ? undefined : (await this.#own()).findLast(({ isOfFile }) => !isOfFile);
      const standing = (before?.answers ?? [])
        .map((answer) => ({ ...answer, capturedAt: answer.capturedAt ?? before?.at ?? at }))
        .filter(({ query, capturedAt }) => !fresh.has(query) && capturedAt > at - daysKept * millisecondsPerDay);
      const workbook = await this.#deps.workbook.current();
      const edition = await store.add({ ...workbook, at, answers: [...fresh.values(), ...standing] });
      if (edition === undefined) return "full";
      this.#ofSession.add(edition.id);
      this.changed();
      return "stored";
    } catch {
      return "refused";
    }
  }

  /** By the hash of what is asked: several cells with one query are one answer. */
  async #toStore(answers: readonly CellAnswer[], store: EditionStore): Promise<ReadonlyMap<string, AnswerToStore>> {
    const yieldToHost = createYieldToHost(this.#deps.clock);
    const answersByKey = new Map<string, AnswerToStore>();
    for (const { input, result, address, query: formula, fetchedAt, total, incomplete, partial } of answers) {
      if (input === undefined) continue;
      const query = await store.hash(queryText(input));
      const lines = await resultToLines(result, yieldToHost);
      const known = { function: input.function, address, formula, fetchedAt, total, incomplete, partial };
      answersByKey.set(query, { query, ...known, lines });
    }
    return answersByKey;
  }

  /**
   * What was answered to this query on or before a day, or in the edition of a name.
   * @throws AddinError `not-found` where no edition holds it: never a part, and never the answer to another query.
   */
  async readResult(input: FormulaInput, asOf: AsOf, note: (capture: Captured) => void): Promise<FormulaResult> {
    try {
      return await this.#findResult(input, asOf, note);
    } catch (error) {
      if (asOf.isOfWorkbook !== true || !(error instanceof AddinError) || error.code !== "not-found") throw error;
      throw new AddinError("not-found", [error.message, t("editions.ofWorkbook")].join(" "), { cause: error });
    }
  }

  async #findResult(input: FormulaInput, asOf: AsOf, note: (capture: Captured) => void): Promise<FormulaResult> {
    const store = this.#opened();
    const editions = await this.#own();
    const timeZone = await this.#timeZone();
    const now = this.#deps.clock.now();
    const when = readAsOf(asOf, editions, { now, timeZone });
    if (asOf.fingerprint !== undefined && "edition" in when)
      if ((await this.#fingerprint(when.edition, store)) !== asOf.fingerprint)
        throw new AddinError("not-found", t("editions.other", { name: editionKey(when.edition) }));
    const query = await store.hash(queryText(input));
    const holding = editions
      .flatMap((edition): HeldAnswer[] => {
        const answer = edition.answers.find((each) => each.query === query);
        return answer === undefined ? [] : [{ edition, answer, at: answer.capturedAt ?? edition.at }];
      })
      .sort((one, other) => one.at - other.at);
    const holder = holding.findLast(({ edition, at }) =>
      "until" in when ? at >= when.since && at <= when.until : edition.id === when.edition.id,
    );
    if (holder === undefined) throw notHeld(when, holding, timeZone, now);
    const { result } = await this.#load(store, holder.answer, holder.at);
    const { fetchedAt, total, incomplete, partial } = holder.answer;
    const hash = await this.hash(result);
    note({ source: "edition", capturedAt: holder.at, fetchedAt, total, truncated: incomplete, partial, hash });
    return result;
  }

  /** What two people compare: the first 8 bytes of the hash of the values, in hex. Formats and the language make no difference. */
  async hash({ cells }: FormulaResult): Promise<string> {
    const bytes = await this.#deps.crypto.subtle.digest("SHA-256", new TextEncoder().encode(comparableText(cells)));
    return [...new Uint8Array(bytes).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Kept, because a workbook asks for it with each of its formulas. */
  async #fingerprint(edition: Edition, store: EditionStore): Promise<string> {
    const cached = this.#fingerprints.get(edition.answers);
    if (cached !== undefined) return cached;
    const fingerprint = readFingerprint(edition, store);
    this.#fingerprints.set(edition.answers, fingerprint);
    return fingerprint;
  }

  /** Editions were changed. */
  changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  async #timeZone(): Promise<TimeZone | undefined> {
    return this.#deps.timeZone?.();
  }
}

/** Of its queries and their answers: equal on every device, whatever the refreshes between. */
const readFingerprint = async ({ answers }: Edition, store: EditionStore): Promise<string> =>
  store.hash(
    answers
      .map(({ query, content }) => `${query} ${content}`)
      .sort()
      .join("\n"),
  );

/** Options that say when a formula is answered or where from, and change no value. */
const withoutEffectOnRows: ReadonlySet<string> = new Set(["asof", "asof_within", "cache", "onerror", "source"]);

/**
 * What a formula asks as one text: two formulas with the same text ask the same. Blank arguments, the order of options, and the options that
 * say nothing of the rows make no difference. Relative dates stay as they are written, so they mean the day of the answer.
 */
const queryText = (input: FormulaInput): string => {
  const { function: name, values, parameters, optionKeys, isDay, universe, timeZone = "UTC" } = input;
  const texts = values
    .slice(0, parameters)
    .map((value, place) => plainArgument(value, isDay(place) ? plainDay : plainArgumentCell));
  while (texts.at(-1) === null) texts.pop();
  const options = [...readOptions(parseArgument(values[parameters]), optionKeys())]
    // A row of options is as wide as its longest one.
    .map(([key, cells]) => [key, withoutLastBlanks(cells)] as const)
    .filter(([key, cells]) => !withoutEffectOnRows.has(key) && cells.length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([name, texts, options, universe ?? null, ...(timeZone === "UTC" ? [] : [timeZone])]);
};

const withoutLastBlanks = (cells: readonly Cell[]): readonly Cell[] => {
  const shorter = [...cells];
  while (shorter.length > 0 && shorter.at(-1) === undefined) shorter.pop();
  return shorter;
};

/** The argument as JSON takes it. A range of one cell is that cell, and blank cells are null. */
const plainArgument = (value: unknown, plainCell: (cell: unknown) => unknown): unknown => {
  if (!Array.isArray(value)) return plainCell(value);
  const rows = (value as readonly unknown[]).map((row) => (Array.isArray(row) ? row.map(plainCell) : [plainCell(row)]));
  return rows.length === 1 && rows[0]?.length === 1 ? (rows[0][0] ?? null) : rows;
};

/** 0 is no value of any argument. A data type is its id, its text or its basic value, and a cell error its code. */
const plainArgumentCell = (value: unknown): unknown => {
  if (value instanceof Error) return { error: plainValue(value as CellValue) };
  return parseArgument(value).rows[0]?.[0] ?? null;
};

/** NOW() asks the same all day long. */
const plainDay = (value: unknown): unknown => {
  const cell = plainArgumentCell(value);
  return typeof cell === "number" ? Math.floor(cell) : cell;
};
