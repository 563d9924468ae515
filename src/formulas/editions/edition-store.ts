import { deflateSync, inflateSync } from "fflate";
import { isObject } from "../../facts/json";
import { millisecondsPerDay } from "../../facts/dates";
import { type Clock, createYieldToHost, type YieldToHost } from "../../engine/clock";
import type { KeyValueStorage } from "../../engine/storage";

/** One answer in an edition. */
export interface StoredAnswer {
  /** The hash of `queryText`. */
  readonly query: string;
  /** The cell whose formula got it, and the function with its arguments. */
  readonly address: string;
  readonly formula: string;
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
  /** When it was stored, where that was before the edition: by an earlier refresh that fetched this formula last. */
  readonly capturedAt?: number | undefined;
}

/** The workbook that an edition belongs to. */
export interface EditionWorkbook {
  /** Of the file at its place. */
  readonly workbook: string;
  /** Of the file and all its copies. */
  readonly family: string;
}

/** What a workbook answered at a moment: the answers of a refresh, and those that stood beside them. */
export interface Edition extends EditionWorkbook {
  readonly id: string;
  /** When the refresh ended (ms since 1970). */
  readonly at: number;
  readonly name: string | undefined;
  /** It was loaded from a file: no refresh of the workbook made it. */
  readonly isOfFile: boolean;
  readonly answers: readonly StoredAnswer[];
  /** Bytes on the device that no older edition needs. */
  readonly bytes: number;
}

/** What is stored as an edition. */
export interface EditionToStore extends EditionWorkbook {
  readonly at: number;
  readonly name?: string | undefined;
  readonly isOfFile?: boolean | undefined;
  readonly answers: readonly (AnswerToStore | StoredAnswer)[];
}

/** An answer that is stored: what is known of it, and its lines. */
export interface AnswerToStore extends Omit<StoredAnswer, "content"> {
  readonly lines: readonly string[];
}

export interface EditionStoreDeps {
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
  readonly editions: readonly Edition[];
  readonly bytes: number;
}

/** What is stored under the key of an edition. */
interface StoredEdition extends EditionWorkbook {
  readonly name: string | undefined;
  readonly isOfFile: boolean;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A block of more deltas would take long to read. */
const mostDeltas = 8;
const defaultLimit = 64_000_000;
/** Days after which an edition without a name leaves. */
export const daysKept = 30;
/** Milliseconds in which the list of what is stored is not read again: a workbook asks it for thousands of cells at once. */
const listedFor = 2_000;
const keyPrefixes = { block: "edition block ", list: "edition list ", limit: "edition limit" } as const;

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
 * The editions of one account. An answer is stored once under the hash of its lines, whole or as a delta of an earlier answer to the same
 * query. Beyond the limit the oldest editions without a name leave; a block stays while an edition, or a delta of one, needs it.
 */
export class EditionStore {
  readonly #deps: EditionStoreDeps;
  /** Editions that were read, by key and name. */
  readonly #read = new Map<string, Edition>();
  #listed: { readonly at: number; readonly catalog: Promise<Catalog> } | undefined;
  #underWay: Promise<unknown> = Promise.resolve();
  readonly #yieldToHost: YieldToHost;

  constructor(deps: EditionStoreDeps) {
    this.#deps = deps;
    this.#yieldToHost = createYieldToHost(deps.clock);
  }

  /** The oldest first. */
  async list(): Promise<readonly Edition[]> {
    return (await this.#catalog()).editions;
  }

  /** Bytes that the editions take on the device. */
  async used(): Promise<number> {
    return (await this.#catalog()).bytes;
  }

  /** Bytes of those with a name, which the limit never removes. */
  async usedByNamed(): Promise<number> {
    const { editions, blocks } = await this.#catalog();
    return countBytes(
      editions.filter(({ name }) => name !== undefined),
      blocks,
    );
  }

  /** Bytes that the editions may take; 0: nothing is kept. */
  async limit(): Promise<number> {
    const limit = await this.#deps.storage.get(keyPrefixes.limit);
    return typeof limit === "number" && limit >= 0 ? limit : defaultLimit;
  }

  /** Editions without a name leave at once where they are too many for the new limit. */
  setLimit(bytes: number): Promise<void> {
    return this.#alone(async () => {
      await this.#deps.storage.set(keyPrefixes.limit, bytes);
      await this.#makeRoom(undefined);
    });
  }

  /**
   * Stores an edition; undefined where the limit, with all editions that have a name, leaves no room.
   * @throws Error where the device refuses; what was written before leaves with the next edition.
   */
  add(edition: EditionToStore): Promise<Edition | undefined> {
    return this.#alone(async () => {
      if ((await this.limit()) === 0) return undefined;
      const catalog = await this.#catalog();
      const blocks = new Map(catalog.blocks);
      const latest = new Map(catalog.editions.flatMap((each) => each.answers.map((answer) => [answer.query, answer])));
      const answers: StoredAnswer[] = [];
      for (const each of edition.answers) {
        if ("content" in each) {
          answers.push(each);
          continue;
        }
        const { lines, ...answer } = each;
        const content = await this.hash(lines.join("\n"));
        if (!blocks.has(content)) {
          const block = await this.#write(content, lines, blocks, latest.get(answer.query)?.content);
          blocks.set(content, block);
        }
        answers.push({ ...answer, content });
      }
      // Behind its blocks, so that it never names one that is not there.
      const id = await this.#writeList({ ...edition, answers });
      await this.#thinOut(edition.at);
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

  /** Gives an edition a name, or takes it. */
  rename(id: string, name: string | undefined): Promise<void> {
    return this.#alone(async () => {
      const { storage } = this.#deps;
      const record = await storage.get(id);
      if (isStoredEdition(record)) await this.#set(id, { ...record, name } satisfies StoredEdition);
      this.#read.delete(id);
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

  /** @returns the id of the edition. */
  async #writeList({ at, name, workbook, family, answers, isOfFile = false }: EditionToStore): Promise<string> {
    const text = JSON.stringify(answers);
    const data = await compress(text);
    const hash = await this.hash(`${workbook}\n${text}`);
    const id = `${keyPrefixes.list}${at} ${hash.slice(0, 8)} ${data.length}`;
    await this.#set(id, { name, workbook, family, isOfFile, data } satisfies StoredEdition);
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
      .filter((key) => key.startsWith(keyPrefixes.list))
      .sort((one, other) => parseTime(one) - parseTime(other));
    for (const key of [...this.#read.keys()]) if (!entries.includes(key)) this.#read.delete(key);
    const contents = new Set<string>();
    const editions: Edition[] = [];
    for (const key of entries) {
      const edition = await this.#edition(key);
      if (edition === undefined) continue;
      const own = neededBlocks(edition.answers, blocks, contents);
      editions.push({ ...edition, bytes: manifestBytes(key) + sumBytes(own) });
    }
    return {
      blocks,
      editions,
      bytes: sumBytes(blocks.values()) + entries.reduce((all, key) => all + manifestBytes(key), 0),
    };
  }

  /** Another page may have renamed it, so its name is read each time, and its answers once. */
  async #edition(key: string): Promise<Edition | undefined> {
    const record = await this.#deps.storage.get(key);
    if (!isStoredEdition(record)) return undefined;
    const known = this.#read.get(key);
    const answers = known?.answers ?? (JSON.parse(await decompress(new Uint8Array(record.data))) as StoredAnswer[]);
    const { name, workbook, family, isOfFile } = record;
    const edition = { id: key, at: parseTime(key), name, workbook, family, isOfFile, answers, bytes: 0 };
    this.#read.set(key, edition);
    return edition;
  }

  /**
   * Of days before this one, editions without a name leave whose queries a later edition of the workbook and day has, and those that are too
   * old. Days are counted back from the last edition of an earlier day and not from the clock: one that is wrong for a day deletes nothing,
   * and after a pause the editions before it stay. The last edition of each workbook stays at any age, to be compared with.
   */
  async #thinOut(now: number): Promise<void> {
    const { editions } = await this.#catalog();
    const today = dayNumber(now);
    const earlier = editions.filter(({ at }) => dayNumber(at) < today);
    const oldest = (earlier.at(-1)?.at ?? 0) - daysKept * millisecondsPerDay;
    for (const [place, { id, at, name, workbook, answers }] of earlier.entries()) {
      if (name !== undefined) continue;
      const later = editions.slice(place + 1).filter((each) => each.workbook === workbook);
      const isCovered = later.some((each) => {
        const queries = new Set(each.answers.map(({ query }) => query));
        return dayNumber(each.at) === dayNumber(at) && answers.every(({ query }) => queries.has(query));
      });
      if (isCovered || (at < oldest && later.length > 0)) await this.#drop(id);
    }
  }

  /**
   * Deletes the oldest without a name until the rest fits. Where what was just added does not fit beside those with a name, it leaves alone:
   * nothing else is deleted for it.
   */
  async #makeRoom(newId: string | undefined): Promise<void> {
    const limit = await this.limit();
    await this.#sweep();
    const { editions: all, blocks } = await this.#catalog();
    const staying = all.filter(({ id, name }) => name !== undefined || id === newId);
    if (newId !== undefined && countBytes(staying, blocks) > limit) {
      await this.#drop(newId);
      await this.#sweep();
    }
    for (;;) {
      const { editions, bytes } = await this.#catalog();
      const oldest = editions.find(({ id, name }) => name === undefined && id !== newId);
      if (bytes <= limit || oldest === undefined) return;
      await this.#drop(oldest.id);
      await this.#sweep();
    }
  }

  async #drop(id: string): Promise<void> {
    await this.#delete(id);
    this.#read.delete(id);
  }

  /** Deletes the blocks that no edition needs, also those of a page that was closed before it named them. */
  async #sweep(): Promise<void> {
    const { blocks, editions } = await this.#catalog();
    const keptKeys = new Set<string>();
    for (const { answers } of editions) neededBlocks(answers, blocks, keptKeys);
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

/** The bytes of these editions, without any other. */
const countBytes = (editions: readonly Edition[], blocks: ReadonlyMap<string, StoredBlock>): number => {
  const contents = new Set<string>();
  return editions.reduce(
    (all, { id, answers }) => all + manifestBytes(id) + sumBytes(neededBlocks(answers, blocks, contents)),
    0,
  );
};

const sumBytes = (blocks: Iterable<StoredBlock>): number => [...blocks].reduce((all, { bytes }) => all + bytes, 0);
const parseTime = (key: string): number => Number(key.slice(keyPrefixes.list.length).split(" ")[0]);
const manifestBytes = (key: string): number => Number(key.split(" ").at(-1));
const dayNumber = (moment: number): number => Math.floor(moment / millisecondsPerDay);

const isStoredEdition = (value: unknown): value is StoredEdition =>
  isObject(value) && "data" in value && value["data"] instanceof Uint8Array;

/** How lines follow from earlier ones: a range of earlier lines (its first place and its length), or a line of its own. */
export type LineDelta = readonly (string | readonly [from: number, count: number])[];

/** The lines as a delta of earlier lines. Lines that stand elsewhere than before are found too. */
export const lineDelta = (before: readonly string[], after: readonly string[]): LineDelta => {
  const places = new Map<string, number[]>();
  for (const [place, line] of before.entries()) {
    const same = places.get(line);
    if (same === undefined) places.set(line, [place]);
    else same.push(place);
  }
  const delta: (string | [number, number])[] = [];
  let expected = -1;
  for (const line of after) {
    const last = delta.at(-1);
    if (expected < before.length && before[expected] === line && Array.isArray(last)) {
      last[1] += 1;
      expected += 1;
      continue;
    }
    const place = places.get(line)?.[0];
    delta.push(place === undefined ? line : [place, 1]);
    expected = place === undefined ? -1 : place + 1;
  }
  return delta;
};

/** The lines of which `delta` was made. @throws Error where the earlier lines are others than those it was made of. */
export const applyDelta = (before: readonly string[], delta: LineDelta): readonly string[] => {
  const lines: string[] = [];
  for (const step of delta) {
    if (typeof step === "string") {
      lines.push(step);
      continue;
    }
    const [from, count] = step;
    if (from + count > before.length) throw new Error("The delta is not of these lines.");
    for (let place = from; place < from + count; place += 1) lines.push(before[place] ?? "");
  }
  return lines;
};
