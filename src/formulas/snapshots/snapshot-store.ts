import { deflateSync, inflateSync } from "fflate";
import { isObject } from "../../facts/json";
import { millisecondsPerDay } from "../../facts/dates";
import { type Clock, createYieldToHost, type YieldToHost } from "../../engine/clock";
import type { KeyValueStorage } from "../../engine/storage";
import { applyDelta, lineDelta, type LineDelta } from "./line-delta";

/** One answer in a snapshot. */
export interface StoredAnswer {
  /** The hash of `queryText`. */
  readonly query: string;
  /** The hash of its lines, under which they are stored. */
  readonly content: string;
  readonly function: string;
  /** When the service gave its records (ms since 1970): the oldest of them. */
  readonly fetchedAt: number | undefined;
  /** Records that the service had. */
  readonly total: number | undefined;
  /** Why records are missing in it. */
  readonly incomplete: string | undefined;
  /** Nobody asked for the part that it shows. */
  readonly partial: boolean;
  /** When it was stored, where that was before the snapshot: one with a name holds the answers of several refreshes. */
  readonly capturedAt?: number | undefined;
  /** The workbook that was refreshed, as `workbookTag` names it; undefined for an answer of a file. */
  readonly workbook?: string | undefined;
}

/** The answers of one refresh; of one with a name, those of all refreshes of its day. */
export interface Snapshot {
  readonly id: string;
  /** When the refresh ended (ms since 1970). */
  readonly at: number;
  readonly name: string | undefined;
  readonly answers: readonly StoredAnswer[];
  /** Bytes on the device that no older snapshot needs. */
  readonly bytes: number;
}

/** An answer that is stored: what is known of it, and its lines. */
export interface AnswerToStore extends Omit<StoredAnswer, "content"> {
  readonly lines: readonly string[];
}

export interface SnapshotStoreDeps {
  /** The storage of one account. */
  readonly storage: KeyValueStorage;
  /** SHA-256. */
  readonly digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
  readonly clock: Clock;
  /** Runs one piece of work at a time among all pages of the device; without it only this page is kept in order. */
  readonly exclusive?: (<Value>(work: () => Promise<Value>) => Promise<Value>) | undefined;
}

/** The lines of one answer on the device, as its key tells. */
interface StoredBlock {
  readonly key: string;
  readonly content: string;
  /** The block of which this one is a delta. */
  readonly base: string | undefined;
  /** How many deltas lie between it and a full block. */
  readonly depth: number;
  readonly bytes: number;
}

interface Catalog {
  readonly blocks: ReadonlyMap<string, StoredBlock>;
  /** The oldest first. */
  readonly snapshots: readonly Snapshot[];
  readonly bytes: number;
}

/** What is stored under the key of a snapshot. */
interface StoredSnapshot {
  readonly name: string | undefined;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A block of more deltas would take long to read. */
const mostDeltas = 8;
const defaultLimit = 64_000_000;
/** Milliseconds in which the list of what is stored is not read again: a workbook asks it for thousands of cells at once. */
const listedFor = 2_000;
const keyPrefixes = { block: "snapshot block ", taken: "snapshot taken ", limit: "snapshot limit" } as const;

const utf8 = new TextEncoder();
const bufferToHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The stream of the browser compresses outside of the page's thread. Both write the same format. */
const compress = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  if (typeof CompressionStream === "undefined") return new Uint8Array(deflateSync(utf8.encode(text)));
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const decompress = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  if (typeof DecompressionStream === "undefined") return new TextDecoder().decode(inflateSync(bytes));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
};

/**
 * The snapshots of one account. An answer is stored once under the hash of its lines, whole or as a delta of an earlier answer to the same
 * query. Beyond the limit the oldest snapshots without a name leave; a block stays while a snapshot, or a delta of one, needs it.
 */
export class SnapshotStore {
  readonly #deps: SnapshotStoreDeps;
  /** Snapshots that were read, by key and name. */
  readonly #read = new Map<string, Snapshot>();
  #listed: { readonly at: number; readonly catalog: Promise<Catalog> } | undefined;
  #underWay: Promise<unknown> = Promise.resolve();
  readonly #yieldToHost: YieldToHost;

  constructor(deps: SnapshotStoreDeps) {
    this.#deps = deps;
    this.#yieldToHost = createYieldToHost(deps.clock);
  }

  /** The oldest first. */
  async list(): Promise<readonly Snapshot[]> {
    return (await this.#catalog()).snapshots;
  }

  /** Bytes that the snapshots take on the device. */
  async used(): Promise<number> {
    return (await this.#catalog()).bytes;
  }

  /** Bytes of those with a name, which the limit never removes. */
  async usedByNamed(): Promise<number> {
    const { snapshots, blocks } = await this.#catalog();
    return countBytes(
      snapshots.filter(({ name }) => name !== undefined),
      blocks,
    );
  }

  /** Bytes that the snapshots may take; 0: nothing is kept. */
  async limit(): Promise<number> {
    const limit = await this.#deps.storage.get(keyPrefixes.limit);
    return typeof limit === "number" && limit >= 0 ? limit : defaultLimit;
  }

  /** Snapshots without a name leave at once where they are too many for the new limit. */
  setLimit(bytes: number): Promise<void> {
    return this.#alone(async () => {
      await this.#deps.storage.set(keyPrefixes.limit, bytes);
      await this.#makeRoom(undefined);
    });
  }

  /**
   * Stores the answers of a refresh; undefined where the limit, with all snapshots that have a name, leaves no room.
   * @throws Error where the device refuses; what was written before leaves with the next snapshot.
   */
  add(at: number, answers: readonly AnswerToStore[], name?: string): Promise<Snapshot | undefined> {
    return this.#alone(async () => {
      if ((await this.limit()) === 0) return undefined;
      const catalog = await this.#catalog();
      const blocks = new Map(catalog.blocks);
      const latest = new Map(catalog.snapshots.flatMap((each) => each.answers.map((answer) => [answer.query, answer])));
      const storedAnswers: StoredAnswer[] = [];
      for (const { lines, ...answer } of answers) {
        const content = await this.hash(lines.join("\n"));
        if (!blocks.has(content)) {
          const block = await this.#write(content, lines, blocks, latest.get(answer.query)?.content);
          blocks.set(content, block);
        }
        storedAnswers.push({ ...answer, content });
      }
      // Behind its blocks, so that it never names one that is not there.
      const id = await this.#writeList(at, storedAnswers, name);
      await this.#thinOut(at);
      await this.#makeRoom(id);
      return (await this.list()).find((each) => each.id === id);
    });
  }

  /** @throws Error where the device lacks a part of them, or has another one. */
  async lines(content: string): Promise<readonly string[]> {
    const { blocks } = await this.#catalog();
    const lines = await this.#readLines(content, blocks);
    if ((await this.hash(lines.join("\n"))) !== content) throw new Error("The stored answer was changed.");
    return lines;
  }

  /** Gives a snapshot a name, or takes it. */
  rename(id: string, name: string | undefined): Promise<void> {
    return this.#alone(async () => {
      const { storage } = this.#deps;
      const record = await storage.get(id);
      if (isStoredSnapshot(record)) await this.#set(id, { ...record, name } satisfies StoredSnapshot);
      this.#read.delete(id);
    });
  }

  /**
   * Makes one snapshot with a name of several without: of each query it has the last answer. Those that hold nothing else are deleted.
   * @throws Error where one of them is gone, or the device refuses.
   */
  merge(ids: readonly string[], name: string): Promise<void> {
    return this.#alone(async () => {
      const { snapshots } = await this.#catalog();
      const merged = snapshots.filter(({ id }) => ids.includes(id));
      const last = merged.at(-1);
      if (last === undefined || merged.length < ids.length) throw new Error("A snapshot is gone.");
      const answers = new Map<string, StoredAnswer>();
      for (const { at, answers: each } of merged)
        for (const answer of each) answers.set(answer.query, { ...answer, capturedAt: answer.capturedAt ?? at });
      const answersLeft = [...answers.values()].map(({ capturedAt, ...answer }) =>
        capturedAt === last.at ? answer : { ...answer, capturedAt },
      );
      const id = await this.#writeList(last.at, answersLeft, name);
      for (const { id: old, answers: each } of merged)
        if (old !== id && each.every((answer) => isSameAnswer(answer, answers.get(answer.query))))
          await this.#drop(old);
    });
  }

  delete(...ids: readonly string[]): Promise<void> {
    return this.#alone(async () => {
      for (const id of ids) await this.#drop(id);
      await this.#sweep();
    });
  }

  /** The first 16 bytes of SHA-256, in hex. */
  async hash(text: string): Promise<string> {
    return bufferToHex(await this.#deps.digest(utf8.encode(text))).slice(0, 32);
  }

  /** @returns the id of the snapshot. */
  async #writeList(at: number, answers: readonly StoredAnswer[], name: string | undefined): Promise<string> {
    const text = JSON.stringify(answers);
    const data = await compress(text);
    const id = `${keyPrefixes.taken}${at} ${(await this.hash(text)).slice(0, 8)} ${data.length}`;
    await this.#set(id, { name, data } satisfies StoredSnapshot);
    this.#read.delete(id);
    return id;
  }

  async #write(
    content: string,
    lines: readonly string[],
    blocks: ReadonlyMap<string, StoredBlock>,
    before: string | undefined,
  ): Promise<StoredBlock> {
    const turn = this.#yieldToHost();
    if (turn !== undefined) await turn;
    const base = before === undefined ? undefined : blocks.get(before);
    const whole = lines.join("\n");
    const earlier =
      base === undefined || base.depth >= mostDeltas
        ? undefined
        : await this.#readLines(base.content, blocks).catch(() => undefined);
    const delta = earlier === undefined ? undefined : JSON.stringify(lineDelta(earlier, lines));
    const isDelta = base !== undefined && delta !== undefined && delta.length < whole.length / 2;
    const data = await compress(isDelta ? delta : whole);
    const depth = isDelta ? base.depth + 1 : 0;
    const key = `${keyPrefixes.block}${content} ${isDelta ? base.content : "-"} ${depth} ${data.length}`;
    await this.#set(key, data);
    return { key, content, base: isDelta ? base.content : undefined, depth, bytes: data.length };
  }

  async #readLines(content: string, blocks: ReadonlyMap<string, StoredBlock>): Promise<readonly string[]> {
    const block = blocks.get(content);
    const data = block === undefined ? undefined : await this.#deps.storage.get(block.key);
    if (block === undefined || !(data instanceof Uint8Array)) throw new Error("A part of the answer is missing.");
    const text = await decompress(new Uint8Array(data));
    if (block.base === undefined) return text.split("\n");
    return applyDelta(await this.#readLines(block.base, blocks), JSON.parse(text) as LineDelta);
  }

  /** @throws Error where the device refused (quota). */
  async #set(key: string, value: unknown): Promise<void> {
    this.#listed = undefined;
    if ((await this.#deps.storage.set(key, value)) === false) throw new Error("The device did not store it.");
  }

  async #delete(key: string): Promise<void> {
    this.#listed = undefined;
    await this.#deps.storage.delete(key);
  }

  #catalog(): Promise<Catalog> {
    const now = this.#deps.clock.now();
    if (this.#listed === undefined || now - this.#listed.at >= listedFor) {
      const catalog = this.#readCatalog();
      this.#listed = { at: now, catalog };
    }
    return this.#listed.catalog;
  }

  async #readCatalog(): Promise<Catalog> {
    const keys = await this.#deps.storage.keys();
    const blocks = new Map(keys.flatMap(parseBlockKey).map((block) => [block.content, block]));
    const entries = keys
      .filter((key) => key.startsWith(keyPrefixes.taken))
      .sort((one, other) => parseTime(one) - parseTime(other));
    for (const key of [...this.#read.keys()]) if (!entries.includes(key)) this.#read.delete(key);
    const contents = new Set<string>();
    const snapshots: Snapshot[] = [];
    for (const key of entries) {
      const snapshot = await this.#snapshot(key);
      if (snapshot === undefined) continue;
      const own = neededBlocks(snapshot.answers, blocks, contents);
      snapshots.push({ ...snapshot, bytes: manifestBytes(key) + sumBytes(own) });
    }
    return {
      blocks,
      snapshots,
      bytes: sumBytes(blocks.values()) + entries.reduce((all, key) => all + manifestBytes(key), 0),
    };
  }

  /** Another page may have renamed it, so its name is read each time, and its answers once. */
  async #snapshot(key: string): Promise<Snapshot | undefined> {
    const record = await this.#deps.storage.get(key);
    if (!isStoredSnapshot(record)) return undefined;
    const known = this.#read.get(key);
    const answers = known?.answers ?? (JSON.parse(await decompress(new Uint8Array(record.data))) as StoredAnswer[]);
    const snapshot = { id: key, at: parseTime(key), name: record.name, answers, bytes: 0 };
    this.#read.set(key, snapshot);
    return snapshot;
  }

  /**
   * Of days before this one, snapshots leave that have no name and whose queries a later snapshot of the same day has, of the same workbook:
   * the last answers of each workbook stay to be compared with.
   */
  async #thinOut(now: number): Promise<void> {
    const { snapshots } = await this.#catalog();
    for (const [place, { id, at, name, answers }] of snapshots.entries()) {
      if (name !== undefined || dayNumber(at) >= dayNumber(now)) continue;
      const covering = snapshots.slice(place + 1).some((later) => {
        if (dayNumber(later.at) !== dayNumber(at)) return false;
        const keys = new Set(later.answers.map(answerKey));
        return answers.every((answer) => keys.has(answerKey(answer)));
      });
      if (covering) await this.#drop(id);
    }
  }

  /**
   * Deletes the oldest without a name until the rest fits. Where what was just added does not fit beside those with a name, it leaves alone:
   * nothing else is deleted for it.
   */
  async #makeRoom(newId: string | undefined): Promise<void> {
    const limit = await this.limit();
    await this.#sweep();
    const { snapshots: all, blocks } = await this.#catalog();
    const staying = all.filter(({ id, name }) => name !== undefined || id === newId);
    if (newId !== undefined && countBytes(staying, blocks) > limit) {
      await this.#drop(newId);
      await this.#sweep();
    }
    for (;;) {
      const { snapshots, bytes } = await this.#catalog();
      const oldest = snapshots.find(({ id, name }) => name === undefined && id !== newId);
      if (bytes <= limit || oldest === undefined) return;
      await this.#drop(oldest.id);
      await this.#sweep();
    }
  }

  async #drop(id: string): Promise<void> {
    await this.#delete(id);
    this.#read.delete(id);
  }

  /** Deletes the blocks that no snapshot needs, also those of a page that was closed before it named them. */
  async #sweep(): Promise<void> {
    const { blocks, snapshots } = await this.#catalog();
    const keptKeys = new Set<string>();
    for (const { answers } of snapshots) neededBlocks(answers, blocks, keptKeys);
    for (const [content, { key }] of blocks) if (!keptKeys.has(content)) await this.#delete(key);
  }

  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const { exclusive } = this.#deps;
    const fresh = (): Promise<Value> => {
      // Another page may have stored or deleted something meanwhile.
      this.#listed = undefined;
      return work();
    };
    const result = this.#underWay.then(() => (exclusive === undefined ? fresh() : exclusive(fresh)));
    this.#underWay = result.catch(() => undefined);
    return result;
  }
}

const isSameAnswer = (one: StoredAnswer, other: StoredAnswer | undefined): boolean =>
  one.content === other?.content && one.workbook === other.workbook;

const answerKey = ({ query, workbook = "" }: StoredAnswer): string => `${query} ${workbook}`;

const parseBlockKey = (key: string): StoredBlock[] => {
  if (!key.startsWith(keyPrefixes.block)) return [];
  const [content = "", base = "-", depth, bytes] = key.slice(keyPrefixes.block.length).split(" ");
  return [{ key, content, base: base === "-" ? undefined : base, depth: Number(depth), bytes: Number(bytes) }];
};

/** The blocks that the answers need and that are not among `seen`, which then has them. */
const neededBlocks = (
  answers: readonly StoredAnswer[],
  blocks: ReadonlyMap<string, StoredBlock>,
  contents: Set<string>,
): readonly StoredBlock[] => {
  const result: StoredBlock[] = [];
  for (const { content } of answers)
    for (let block = blocks.get(content); block !== undefined && !contents.has(block.content);) {
      contents.add(block.content);
      result.push(block);
      block = block.base === undefined ? undefined : blocks.get(block.base);
    }
  return result;
};

/** The bytes of these snapshots, without any other. */
const countBytes = (snapshots: readonly Snapshot[], blocks: ReadonlyMap<string, StoredBlock>): number => {
  const contents = new Set<string>();
  return snapshots.reduce(
    (all, { id, answers }) => all + manifestBytes(id) + sumBytes(neededBlocks(answers, blocks, contents)),
    0,
  );
};

const sumBytes = (blocks: Iterable<StoredBlock>): number => [...blocks].reduce((all, { bytes }) => all + bytes, 0);
const parseTime = (key: string): number => Number(key.slice(keyPrefixes.taken.length).split(" ")[0]);
const manifestBytes = (key: string): number => Number(key.split(" ").at(-1));
const dayNumber = (moment: number): number => Math.floor(moment / millisecondsPerDay);

const isStoredSnapshot = (value: unknown): value is StoredSnapshot =>
  isObject(value) && "data" in value && value["data"] instanceof Uint8Array;
