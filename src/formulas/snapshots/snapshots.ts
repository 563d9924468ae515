import { createYieldToHost } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import type { Captured } from "../../engine/requests/request-log";
import type { KeyValueStorage } from "../../engine/storage";
import { createStore, type Store } from "../../engine/store";
import english from "../../i18n/locales/en/further.json";
import { nearest } from "../../i18n/nearest";
import { addMessages, t } from "../../i18n/t";
import { type Cell, textOf } from "../arguments/argument";
import { readDate } from "../arguments/dates";
import type { Answer, FormulaInput } from "../table/answer-records";
import { isoDay } from "../table/iso-dates";
import type { Matrix } from "../table/matrix";
import { comparableText, linesToMatrix, matrixToLines } from "./matrix-lines";
import { queryText } from "./query-key";
import {
  type AnswerToStore,
  type Snapshot,
  SnapshotStore,
  type SnapshotStoreDeps,
  type StoredAnswer,
} from "./snapshot-store";

// Here, because no formula needs them before a snapshot is used, and functions/index.ts may not be loaded.
addMessages("en", english);

/** The storage of the account that is open, and its tag. */
export interface AccountStorage {
  readonly account: string;
  readonly storage: KeyValueStorage;
}

export interface SnapshotsDeps extends Omit<SnapshotStoreDeps, "storage"> {
  /** The account that is open now; undefined where there is none. */
  readonly account: () => AccountStorage | undefined;
}

/** What became of a refresh. `full`: snapshots with a name leave no room; `refused`: the device did not store it. */
export type CaptureResult = "stored" | "nothing" | "off" | "full" | "refused";

/** The day or name of a formula or workbook that is answered from snapshots. */
type When = { readonly until: number; readonly day: string } | { readonly snapshot: Snapshot };

/** What refreshes answered, on this device and for the account that is open. Nothing here makes a call. */
export class Snapshots {
  readonly #changes = createStore(0);
  /** Counts what was stored, named and deleted here: formulas that read snapshots are calculated again. */
  readonly changes: Store<number> = this.#changes;
  readonly #deps: SnapshotsDeps;
  #open: { readonly account: string; readonly store: SnapshotStore } | undefined;

  constructor(deps: SnapshotsDeps) {
    this.#deps = deps;
  }

  /** The snapshots of the account that is open; undefined where there is none. */
  store(): SnapshotStore | undefined {
    const opened = this.#deps.account();
    if (opened === undefined) return undefined;
    if (this.#open?.account !== opened.account)
      this.#open = { account: opened.account, store: new SnapshotStore({ ...this.#deps, storage: opened.storage }) };
    return this.#open.store;
  }

  /** Stores the answers of a refresh. Never rejects. */
  async capture(answers: readonly Answer[], name?: string): Promise<CaptureResult> {
    const store = this.store();
    if (store === undefined) return "nothing";
    try {
      if ((await store.limit()) === 0) return "off";
      const stored = await this.#toStore(answers, store);
      if (stored.length === 0) return "nothing";
      const snapshot = await store.add(this.#deps.clock.now(), stored, name);
      if (snapshot === undefined) return "full";
      this.changed();
      return "stored";
    } catch {
      return "refused";
    }
  }

  /** Several cells with one query are one answer. */
  async #toStore(answers: readonly Answer[], store: SnapshotStore): Promise<readonly AnswerToStore[]> {
    const yieldToHost = createYieldToHost(this.#deps.clock);
    const stored = new Map<string, AnswerToStore>();
    for (const { input, matrix, fetchedAt, total, incomplete, partial } of answers) {
      if (input === undefined) continue;
      const query = await store.hash(queryText(input));
      const lines = await matrixToLines(matrix, yieldToHost);
      stored.set(query, { query, function: input.function, fetchedAt, total, incomplete, partial, lines });
    }
    return [...stored.values()];
  }

  /**
   * What was answered to this query on or before a day, or in the snapshot of a name.
   * @throws AddinError `not-found` where no snapshot holds it: never a part, and never the answer to another query.
   */
  async answer(input: FormulaInput, asof: Cell, note: (captured: Captured) => void): Promise<Matrix> {
    const store = this.store();
    if (store === undefined) throw new AddinError("signed-out", t("runtime.signedOut"));
    const snapshots = await store.list();
    const when = this.#read(asof, snapshots);
    const query = await store.hash(queryText(input));
    const holding = snapshots.flatMap((snapshot) => {
      const answer = snapshot.answers.find((each) => each.query === query);
      return answer === undefined ? [] : [{ snapshot, answer }];
    });
    const found = holding.findLast(({ snapshot }) =>
      "until" in when ? snapshot.at <= when.until : snapshot.id === when.snapshot.id,
    );
    if (found === undefined)
      throw notHeld(
        when,
        holding.map(({ snapshot }) => snapshot),
      );
    const matrix = await this.#matrix(store, found.answer, found.snapshot);
    const { fetchedAt, total, incomplete, partial } = found.answer;
    const { at: capturedAt } = found.snapshot;
    const hash = await this.hash(matrix);
    note({ source: "snapshot", capturedAt, fetchedAt, total, truncated: incomplete, partial, hash });
    return matrix;
  }

  /** What two people compare: the first 8 bytes of the hash of the values, in hex. Formats and the language make no difference. */
  async hash(matrix: Matrix): Promise<string> {
    const bytes = await this.#deps.digest(new TextEncoder().encode(comparableText(matrix)));
    return [...new Uint8Array(bytes).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Snapshots were changed. */
  changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  async #matrix(store: SnapshotStore, { content }: StoredAnswer, { at }: Snapshot): Promise<Matrix> {
    try {
      return await linesToMatrix(await store.lines(content), createYieldToHost(this.#deps.clock));
    } catch (cause) {
      throw new AddinError("not-found", t("snapshots.damaged", { day: isoDay(at) }), { cause });
    }
  }

  /** @throws AddinError for a text that is neither a date nor the name of a snapshot. */
  #read(asof: Cell, snapshots: readonly Snapshot[]): When {
    const written = textOf(asof);
    const named = snapshots.findLast(({ name }) => name?.toLowerCase() === written.toLowerCase());
    if (named !== undefined) return { snapshot: named };
    try {
      const { start, end } = readDate(asof, { name: "asof", now: this.#deps.clock.now() });
      return { until: end, day: start === end ? new Date(end).toISOString() : isoDay(end) };
    } catch (error) {
      // A text of digits means a date, also where it cannot be read as one.
      if (typeof asof !== "string" || /^[\d\s./:-]+$/.test(written)) throw error;
      throw unknownName(written, snapshots);
    }
  }
}

const unknownName = (name: string, snapshots: readonly Snapshot[]): AddinError => {
  const near = nearest(
    name,
    snapshots.flatMap((snapshot) => snapshot.name ?? []),
  );
  return new AddinError(
    "not-found",
    near === undefined
      ? t("snapshots.unknownNameAlone", { name })
      : t("snapshots.unknownName", { name, nearest: near }),
  );
};

/** The error of a query that the asked snapshots do not hold. It names the nearest day that does. */
const notHeld = (when: When, holding: readonly Snapshot[]): AddinError => {
  const moment = "until" in when ? when.until : when.snapshot.at;
  const near = [...holding].sort((one, other) => Math.abs(one.at - moment) - Math.abs(other.at - moment))[0];
  const day = near === undefined ? "" : isoDay(near.at);
  const sentence =
    "until" in when
      ? near === undefined
        ? t("snapshots.neverCaptured", { day: when.day })
        : t("snapshots.capturedLater", { day: when.day, nearest: day })
      : near === undefined
        ? t("snapshots.notInAny", { name: when.snapshot.name ?? "" })
        : t("snapshots.notInNamed", { name: when.snapshot.name ?? "", nearest: day });
  return new AddinError("not-found", sentence);
};
