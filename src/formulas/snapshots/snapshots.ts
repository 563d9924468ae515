import { createYieldToHost } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import type { Captured } from "../../engine/requests/request-log";
import type { KeyValueStorage } from "../../engine/storage";
import type { WorkbookAsOf } from "../../engine/state/workbook-as-of";
import { createStore, type Store } from "../../engine/store";
import { functions } from "../../i18n/locales/en/functions";
import { addMessages, t } from "../../i18n/t";
import { type Cell, cellText } from "../arguments/argument";
import { millisecondsPerDay } from "../../facts/dates";
import { readDate, refuseFuture, startOfDay } from "../arguments/dates";
import { toWall } from "../table/calendar";
import type { EarlierAnswer } from "../changes/refresh-changes";
import type { Calculation, FormulaInput, FormulaResult } from "../table/formula-result";
import { isoDay, parseIso } from "../table/iso-dates";
import type { TimeZone } from "../table/time-zone";
import { comparableText, linesToResult, resultToLines } from "./matrix-lines";
import { queryText } from "./query-key";
import { readSnapshotFile, type SnapshotCrypto, type SnapshotFileDeps, writeSnapshotFile } from "./snapshot-file";
import { checkSnapshotName, snapshotNamed, unknownName } from "./snapshot-names";
import {
  type AnswerToStore,
  type Snapshot,
  SnapshotStore,
  type SnapshotStoreDeps,
  type StoredAnswer,
} from "./snapshot-store";

// Here, because no formula needs them before a snapshot is used, and functions/index.ts may not be loaded.
addMessages("en", functions);

/** The storage of the account that is open, and its tag. */
export interface AccountStorage {
  readonly account: string;
  readonly storage: KeyValueStorage;
}

export interface SnapshotsDeps extends Omit<SnapshotStoreDeps, "storage" | "digest"> {
  readonly crypto: SnapshotCrypto;
  /** The account that is open now; undefined where there is none. */
  readonly account: () => AccountStorage | undefined;
  /** Whose days count; undefined: UTC. */
  readonly timeZone?: () => Promise<TimeZone | undefined>;
}

/** What became of a refresh. `full`: snapshots with a name leave no room; `refused`: the device did not store it. */
export type CaptureResult = "stored" | "nothing" | "off" | "full" | "refused";

/** The day or snapshot that a formula is answered as of. */
export interface AsOf {
  readonly asof: Cell;
  /** How many days before the day asked for an answer may be; 7 where undefined. A snapshot with a name answers at any age. */
  readonly within?: number | undefined;
  /** Only the snapshot that holds this answers to its name. */
  readonly fingerprint?: string;
  /** The whole workbook is set to it, and the formula says nothing. */
  readonly isOfWorkbook?: true;
}

/** What a person sees of the snapshots: those with a name one by one, the others by their day. */
export interface SnapshotGroup {
  readonly ids: readonly string[];
  readonly name: string | undefined;
  /** `2026-09-30` */
  readonly day: string;
  /** When the last refresh in it ended (ms since 1970). */
  readonly at: number;
  /** How many different formulas it answers. */
  readonly formulas: number;
  /** Bytes on the device that no older snapshot needs. */
  readonly bytes: number;
}

/** What snapshots take on the device, in bytes. */
export interface SnapshotUsage {
  readonly used: number;
  /** 0: nothing is kept. */
  readonly limit: number;
  /** Of those with a name, which stay beyond the limit. */
  readonly named: number;
}

/** The day or name of a formula or workbook that is answered from snapshots. */
type When =
  | { readonly since: number; readonly until: number; readonly day: string; readonly within: number }
  | { readonly snapshot: Snapshot };

/** Days before the day asked for after which an answer no longer stands for it. */
const usualDays = 7;

/** What refreshes answered, on this device and for the account that is open. Nothing here makes a call. */
export class Snapshots {
  readonly #changes = createStore(0);
  /** Counts what was stored, named and deleted here: formulas that read snapshots are calculated again. */
  readonly changes: Store<number> = this.#changes;
  readonly #deps: SnapshotsDeps;
  /** Computed once for stored answers, which do not change. A copy is computed again. */
  readonly #fingerprints = new WeakMap<readonly StoredAnswer[], Promise<string>>();
  #open: { readonly account: string; readonly store: SnapshotStore } | undefined;

  constructor(deps: SnapshotsDeps) {
    this.#deps = deps;
  }

  /** The snapshots of the account that is open; undefined where there is none. */
  store(): SnapshotStore | undefined {
    const account = this.#deps.account();
    if (account === undefined) return undefined;
    if (this.#open?.account !== account.account)
      this.#open = { account: account.account, store: this.#storeOn(account.storage) };
    return this.#open.store;
  }

  #storeOn(storage: KeyValueStorage): SnapshotStore {
    const { crypto } = this.#deps;
    return new SnapshotStore({ ...this.#deps, storage, digest: (bytes) => crypto.subtle.digest("SHA-256", bytes) });
  }

  /** Drops what was read from the device. Call it when an account leaves: its snapshots are deleted with it. */
  forget(): void {
    this.#open = undefined;
  }

  /** The newest first. */
  async groups(): Promise<readonly SnapshotGroup[]> {
    const groups = new Map<string, Snapshot[]>();
    const timeZone = await this.#timeZone();
    for (const snapshot of (await this.store()?.list()) ?? []) {
      const key = snapshot.name === undefined ? dayIn(snapshot.at, timeZone) : snapshot.id;
      groups.set(key, [...(groups.get(key) ?? []), snapshot]);
    }
    return [...groups.values()].map((group) => toGroup(group, timeZone)).sort((one, other) => other.at - one.at);
  }

  async usage(): Promise<SnapshotUsage> {
    const store = this.store();
    if (store === undefined) return { used: 0, limit: 0, named: 0 };
    return { used: await store.used(), limit: await store.limit(), named: await store.usedByNamed() };
  }

  async setLimit(bytes: number): Promise<void> {
    await this.#opened().setLimit(bytes);
    this.changed();
  }

  /** Gives a group a name, or another one. @throws AddinError for a name that cannot be given. */
  async name({ ids }: Pick<SnapshotGroup, "ids">, text: string): Promise<void> {
    const store = this.#opened();
    const name = checkSnapshotName(
      text,
      await store.list(),
      this.#deps.clock.now(),
      ids.length === 1 ? ids[0] : undefined,
    );
    await store.merge(ids, name);
    this.changed();
  }

  async delete(groups: readonly Pick<SnapshotGroup, "ids">[]): Promise<void> {
    await this.#opened().delete(...groups.flatMap(({ ids }) => ids));
    this.changed();
  }

  /** The file of a snapshot with a name. @throws AddinError where it is gone or not complete on this device. */
  async toFile(id: string): Promise<Uint8Array> {
    const store = this.#opened();
    const snapshot = (await store.list()).find((each) => each.id === id);
    if (snapshot?.name === undefined) throw new AddinError("not-found", t("snapshots.gone"));
    try {
      return await writeSnapshotFile(snapshot, (content) => store.lines(content), this.#fileDeps(store));
    } catch (cause) {
      if (cause instanceof AddinError) throw cause;
      throw new AddinError("not-found", t("snapshots.damaged", { day: isoDay(snapshot.at) }), { cause });
    }
  }

  /**
   * Adds the snapshot of a file under its name, which it returns.
   * @throws AddinError for any other file, another account, a name that is taken, and where the limit leaves no room; nothing is added then.
   */
  async fromFile(bytes: Uint8Array): Promise<string> {
    const store = this.#opened();
    const { name: nameInFile, at, answers } = await readSnapshotFile(bytes, this.#fileDeps(store));
    const name = checkSnapshotName(nameInFile, await store.list(), this.#deps.clock.now());
    if ((await store.limit()) === 0) throw new AddinError("invalid-argument", t("snapshots.keepNothing"));
    const storedId = await store.add(at, answers, name).catch((cause: unknown) => {
      throw new AddinError("too-large", t("snapshots.refused"), { cause });
    });
    if (storedId === undefined) throw new AddinError("too-large", t("snapshots.full"));
    this.changed();
    return name;
  }

  #fileDeps(store: SnapshotStore): SnapshotFileDeps {
    const { crypto, clock, account } = this.#deps;
    return { crypto, clock, account: account()?.account ?? "", hash: (text) => store.hash(text) };
  }

  /** @throws AddinError where nobody is signed in. */
  #opened(): SnapshotStore {
    const store = this.store();
    if (store === undefined) throw new AddinError("signed-out", t("runtime.signedOut"));
    return store;
  }

  /**
   * What a workbook is set to, and which of these formulas it answers.
   * @throws AddinError for a text that is neither a day nor the name of a snapshot.
   */
  async preview(
    asof: string,
    inputs: readonly FormulaInput[],
  ): Promise<{ readonly asOf: WorkbookAsOf; readonly isHeld: readonly boolean[] }> {
    const store = this.#opened();
    const snapshots = await store.list();
    const when = this.#read({ asof }, snapshots, await this.#timeZone());
    const isHeld = [];
    for (const input of inputs) {
      const query = await store.hash(queryText(input));
      isHeld.push(candidates(when, snapshots).some(({ answers }) => answers.some((answer) => answer.query === query)));
    }
    const asOf =
      "until" in when
        ? { asof: when.day }
        : { asof: when.snapshot.name ?? asof, fingerprint: await this.#fingerprint(when.snapshot, store) };
    return { asOf, isHeld };
  }

  /** Whether this device has what a workbook is set to: for a day, any snapshot until then. */
  async has({ asof, fingerprint }: WorkbookAsOf): Promise<boolean> {
    const store = this.store();
    if (store === undefined) return false;
    const snapshots = await store.list();
    if (fingerprint === undefined)
      return candidates(this.#read({ asof }, snapshots, await this.#timeZone()), snapshots).length > 0;
    const snapshot = snapshotNamed(asof, snapshots);
    return snapshot !== undefined && (await this.#fingerprint(snapshot, store)) === fingerprint;
  }

  /**
   * What the last refreshes of a workbook answered, by these names of it. The function that it returns gives the last answer to the same
   * question; undefined where none is stored on this device for this account, or it cannot be read.
   */
  async earlierAnswers(
    workbooks: readonly string[],
  ): Promise<(answer: Calculation) => Promise<EarlierAnswer | undefined>> {
    const store = this.store();
    const latest = new Map<string, { readonly at: number; readonly stored: StoredAnswer }>();
    for (const { at, answers } of workbooks.length === 0 ? [] : ((await store?.list()) ?? []))
      for (const stored of answers) {
        const { query, workbook, capturedAt = at } = stored;
        if (workbook === undefined || !workbooks.includes(workbook)) continue;
        if (capturedAt >= (latest.get(query)?.at ?? 0)) latest.set(query, { at: capturedAt, stored });
      }
    return async (answer) => {
      if (store === undefined || answer.input === undefined || latest.size === 0) return undefined;
      const earlier = latest.get(await store.hash(queryText(answer.input)));
      if (earlier === undefined) return undefined;
      const { at, stored } = earlier;
      const { fetchedAt, total, incomplete, partial } = stored;
      try {
        const result = await linesToResult(await store.lines(stored.content), createYieldToHost(this.#deps.clock));
        return { at, answer: { ...answer, fetchedAt, total, incomplete, partial, result } };
      } catch {
        return undefined;
      }
    };
  }

  /** Stores the answers of a refresh of the workbook with this name. Never rejects. */
  async capture(answers: readonly Calculation[], workbook?: string): Promise<CaptureResult> {
    const store = this.store();
    if (store === undefined) return "nothing";
    try {
      if ((await store.limit()) === 0) return "off";
      const answersToStore = await this.#toStore(answers, store, workbook);
      if (answersToStore.length === 0) return "nothing";
      const snapshot = await store.add(this.#deps.clock.now(), answersToStore);
      if (snapshot === undefined) return "full";
      this.changed();
      return "stored";
    } catch {
      return "refused";
    }
  }

  /** Several cells with one query are one answer. */
  async #toStore(
    answers: readonly Calculation[],
    store: SnapshotStore,
    workbook: string | undefined,
  ): Promise<readonly AnswerToStore[]> {
    const yieldToHost = createYieldToHost(this.#deps.clock);
    const answersByKey = new Map<string, AnswerToStore>();
    for (const { input, result, fetchedAt, total, incomplete, partial } of answers) {
      if (input === undefined) continue;
      const query = await store.hash(queryText(input));
      const lines = await resultToLines(result, yieldToHost);
      const known = { function: input.function, fetchedAt, total, incomplete, partial, workbook };
      answersByKey.set(query, { query, ...known, lines });
    }
    return [...answersByKey.values()];
  }

  /**
   * What was answered to this query on or before a day, or in the snapshot of a name.
   * @throws AddinError `not-found` where no snapshot holds it: never a part, and never the answer to another query.
   */
  async readResult(input: FormulaInput, asOf: AsOf, note: (capture: Captured) => void): Promise<FormulaResult> {
    try {
      return await this.#findResult(input, asOf, note);
    } catch (error) {
      if (asOf.isOfWorkbook !== true || !(error instanceof AddinError) || error.code !== "not-found") throw error;
      throw new AddinError("not-found", [error.message, t("snapshots.ofWorkbook")].join(" "), { cause: error });
    }
  }

  async #findResult(input: FormulaInput, asOf: AsOf, note: (capture: Captured) => void): Promise<FormulaResult> {
    const store = this.#opened();
    const snapshots = await store.list();
    const timeZone = await this.#timeZone();
    const when = this.#read(asOf, snapshots, timeZone);
    if (asOf.fingerprint !== undefined && "snapshot" in when)
      if ((await this.#fingerprint(when.snapshot, store)) !== asOf.fingerprint)
        throw new AddinError("not-found", t("snapshots.other", { name: when.snapshot.name ?? "" }));
    const query = await store.hash(queryText(input));
    const holding = snapshots.flatMap((snapshot) => {
      const answer = snapshot.answers.find((each) => each.query === query);
      return answer === undefined ? [] : [{ snapshot, answer }];
    });
    const holder = holding.findLast(({ snapshot }) =>
      "until" in when ? snapshot.at >= when.since && snapshot.at <= when.until : snapshot.id === when.snapshot.id,
    );
    if (holder === undefined)
      throw notHeld(
        when,
        holding.map(({ snapshot }) => snapshot),
        timeZone,
      );
    const result = await this.#loadResult(store, holder.answer, holder.snapshot);
    const { fetchedAt, total, incomplete, partial } = holder.answer;
    const capturedAt = holder.answer.capturedAt ?? holder.snapshot.at;
    const hash = await this.hash(result);
    note({ source: "snapshot", capturedAt, fetchedAt, total, truncated: incomplete, partial, hash });
    return result;
  }

  /** What two people compare: the first 8 bytes of the hash of the values, in hex. Formats and the language make no difference. */
  async hash({ cells }: FormulaResult): Promise<string> {
    const bytes = await this.#deps.crypto.subtle.digest("SHA-256", new TextEncoder().encode(comparableText(cells)));
    return [...new Uint8Array(bytes).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Kept, because a workbook asks for it with each of its formulas. */
  async #fingerprint(snapshot: Snapshot, store: SnapshotStore): Promise<string> {
    const cached = this.#fingerprints.get(snapshot.answers);
    if (cached !== undefined) return cached;
    const fingerprint = readFingerprint(snapshot, store);
    this.#fingerprints.set(snapshot.answers, fingerprint);
    return fingerprint;
  }

  /** Snapshots were changed. */
  changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  async #loadResult(store: SnapshotStore, { content }: StoredAnswer, { at }: Snapshot): Promise<FormulaResult> {
    try {
      return await linesToResult(await store.lines(content), createYieldToHost(this.#deps.clock));
    } catch (cause) {
      throw new AddinError("not-found", t("snapshots.damaged", { day: isoDay(at) }), { cause });
    }
  }

  async #timeZone(): Promise<TimeZone | undefined> {
    return this.#deps.timeZone?.();
  }

  /** @throws AddinError for a text that is neither a date nor the name of a snapshot. */
  #read(
    { asof, within = usualDays, fingerprint }: AsOf,
    snapshots: readonly Snapshot[],
    timeZone: TimeZone | undefined,
  ): When {
    const text = cellText(asof);
    const snapshot = snapshotNamed(text, snapshots);
    if (snapshot !== undefined) return { snapshot: snapshot };
    if (fingerprint !== undefined) throw unknownName(text, snapshots);
    try {
      const scope = { name: "asof", now: this.#deps.clock.now(), timeZone };
      const { start, end } = readDate(asof, scope);
      refuseFuture(start, asof, scope);
      const day = start === end ? new Date(end).toISOString() : dayIn(end, timeZone);
      const first = startOfDay(toWall(start, timeZone)) - within * millisecondsPerDay;
      return { since: timeZone?.toMoment(first) ?? first, until: end, day, within };
    } catch (error) {
      // A text of digits means a date, also where it cannot be read as one.
      if (typeof asof !== "string" || /^[\d\s./:-]+$/.test(text) || parseIso(text) !== undefined) throw error;
      throw unknownName(text, snapshots);
    }
  }
}

const dayIn = (moment: number, timeZone: TimeZone | undefined): string => isoDay(toWall(moment, timeZone));

const toGroup = (snapshots: readonly Snapshot[], timeZone: TimeZone | undefined): SnapshotGroup => {
  const last = snapshots.at(-1);
  const at = last?.at ?? 0;
  return {
    ids: snapshots.map(({ id }) => id),
    name: last?.name,
    day: dayIn(at, timeZone),
    at,
    formulas: new Set(snapshots.flatMap(({ answers }) => answers.map(({ query }) => query))).size,
    bytes: snapshots.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};

/** The snapshots that may answer, the oldest first. */
const candidates = (when: When, snapshots: readonly Snapshot[]): readonly Snapshot[] =>
  "until" in when ? snapshots.filter(({ at }) => at >= when.since && at <= when.until) : [when.snapshot];

/** Of its queries and their answers: equal on every device, whatever the refreshes between. */
const readFingerprint = async ({ answers }: Snapshot, store: SnapshotStore): Promise<string> =>
  store.hash(
    answers
      .map(({ query, content }) => `${query} ${content}`)
      .sort()
      .join("\n"),
  );

/** The error of a query that the asked snapshots do not hold. It names the nearest day that does. */
const notHeld = (when: When, holding: readonly Snapshot[], timeZone: TimeZone | undefined): AddinError => {
  const moment = "until" in when ? when.until : when.snapshot.at;
  const near = [...holding].sort((one, other) => Math.abs(one.at - moment) - Math.abs(other.at - moment))[0];
  const day = near === undefined ? "" : dayIn(near.at, timeZone);
  const sentence =
    "until" in when
      ? near === undefined
        ? t("snapshots.neverCaptured", { day: when.day })
        : earlierThan(when, holding, timeZone)
      : near === undefined
        ? t("snapshots.notInAny", { name: when.snapshot.name ?? "" })
        : t("snapshots.notInNamed", { name: when.snapshot.name ?? "", nearest: day });
  return new AddinError("not-found", sentence);
};

/** The sentence of a day whose latest answer is too old, or that has none. */
const earlierThan = (
  { since, until, day, within }: Extract<When, { readonly until: number }>,
  holding: readonly Snapshot[],
  timeZone: TimeZone | undefined,
): string => {
  const latest = holding.findLast(({ at }) => at < since);
  const nearest = dayIn(Math.min(...holding.map(({ at }) => at)), timeZone);
  if (latest === undefined) return t("snapshots.capturedLater", { day, nearest });
  const [last, captured] = [until, latest.at].map((moment) => startOfDay(toWall(moment, timeZone)));
  const days = ((last ?? 0) - (captured ?? 0)) / millisecondsPerDay;
  return t("snapshots.capturedEarlier", { day, nearest: dayIn(latest.at, timeZone), within, days });
};
