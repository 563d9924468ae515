import { Deflate, Inflate } from "fflate";
import { OoxmlError } from "./ooxml-error";
import { runSteps, type Steps } from "./steps";

/** What reading a zip file may cost. */
export interface ZipLimits {
  /** Bytes of the file. */
  readonly fileBytes: number;
  readonly entries: number;
  /** Inflated bytes of one entry. */
  readonly entryBytes: number;
  /** Inflated bytes of all entries that are read. */
  readonly totalBytes: number;
}

export const zipLimits: ZipLimits = {
  fileBytes: 100 * 2 ** 20,
  entries: 10_000,
  entryBytes: 200 * 2 ** 20,
  totalBytes: 400 * 2 ** 20,
};

/** An entry as it stands in a file: `data` is compressed if `method` is 8. */
interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  /** Inflated. */
  readonly size: number;
  readonly data: Uint8Array;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const compoundFile = 0xe011cfd0;
const storedMethod = 0;
const deflated = 8;
const unicodeNames = 0x0800;
/** A byte of deflated data becomes at most so many bytes. */
const mostRatio = 1_032;
/** Inflated at once, so that at most 17 MB are inflated beyond a limit. */
const crcStep = 16_384;

/** Deflated at once. */
const deflatedAtOnce = 2 ** 20;

const decoder = new TextDecoder("utf-8");
const encoder = new TextEncoder();

/**
 * A zip file in memory. An entry is inflated when it is read. Entries that nobody changes are written with the
 * compressed bytes they were read from.
 */
export class Zip {
  readonly #entries = new Map<string, ZipEntry>();
  readonly #changed = new Map<string, Uint8Array>();
  readonly #inflated = new Map<string, Uint8Array>();
  readonly #limits: ZipLimits;
  /** Inflated so far. */
  inflatedBytes = 0;

  constructor(limits: ZipLimits = zipLimits) {
    this.#limits = limits;
  }

  /** @throws OoxmlError if the file is no zip file, or exceeds the limits */
  static read(bytes: Uint8Array, limits: ZipLimits = zipLimits): Zip {
    if (bytes.length > limits.fileBytes)
      throw new OoxmlError(
        `The file may have up to ${formatCount(limits.fileBytes)} bytes, it has ${formatCount(bytes.length)}.`,
      );
    const zip = new Zip(limits);
    for (const entry of readDirectory(bytes, limits)) {
      if (zip.#entries.has(entry.name)) throw new OoxmlError(`The file contains two parts named "${entry.name}".`);
      zip.#entries.set(entry.name, entry);
    }
    return zip;
  }

  get names(): string[] {
    return [...new Set([...this.#entries.keys(), ...this.#changed.keys()])];
  }

  has(name: string): boolean {
    return this.#changed.has(name) || this.#entries.has(name);
  }

  /** The inflated bytes of an entry. @throws OoxmlError if it is missing, damaged, or too large */
  get(name: string): Uint8Array {
    const known = this.#changed.get(name) ?? this.#inflated.get(name);
    if (known !== undefined) return known;
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new OoxmlError(`The file lacks the part "${name}".`);
    const { entryBytes, totalBytes } = this.#limits;
    const bytes = inflate(entry, Math.min(entryBytes, totalBytes - this.inflatedBytes));
    this.inflatedBytes += bytes.length;
    this.#inflated.set(name, bytes);
    return bytes;
  }

  set(name: string, bytes: Uint8Array): void {
    this.#changed.set(name, bytes);
  }

  delete(name: string): void {
    this.#changed.delete(name);
    this.#entries.delete(name);
    this.#inflated.delete(name);
  }

  /** The file, with `first` as its first entries. Times are left out, so that equal content gives equal bytes. */
  write(first: readonly string[] = []): Uint8Array {
    return runSteps(this.writeSteps(first));
  }

  /** The same in steps. */
  *writeSteps(first: readonly string[] = []): Steps<Uint8Array> {
    const ordered = [...new Set([...first.filter((name) => this.has(name)), ...this.names])];
    const entries: ZipEntry[] = [];
    for (const name of ordered) entries.push(yield* this.#packSteps(name));
    return writeEntries(entries);
  }

  *#packSteps(name: string): Steps<ZipEntry> {
    const changed = this.#changed.get(name);
    const known = this.#entries.get(name);
    if (changed === undefined && known !== undefined) return known;
    const bytes = changed ?? new Uint8Array();
    const chunks: Uint8Array[] = [];
    const deflater = new Deflate({ level: 6 }, (chunk) => void chunks.push(chunk));
    for (let at = 0; at === 0 || at < bytes.length; at += deflatedAtOnce) {
      deflater.push(bytes.subarray(at, at + deflatedAtOnce), at + deflatedAtOnce >= bytes.length);
      yield;
    }
    return { name, method: deflated, crc: crc32(bytes), size: bytes.length, data: joinBytes(chunks) };
  }
}

const joinBytes = (chunks: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

const formatCount = (number: number): string => number.toLocaleString("en");

const damaged = (): OoxmlError => new OoxmlError("The file is damaged: it is no complete zip file.");

const damagedPart = (name: string): OoxmlError => new OoxmlError(`The part "${name}" is damaged.`);

const dataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const endOfDirectory = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - 65_557);
  for (let at = view.byteLength - 22; at >= first; at -= 1) if (view.getUint32(at, true) === signatures.end) return at;
  throw new OoxmlError("The file is no .xlsx file: it is no zip file.");
};

const readDirectory = (bytes: Uint8Array, limits: ZipLimits): ZipEntry[] => {
  const view = dataView(bytes);
  if (bytes.length >= 4 && view.getUint32(0, true) === compoundFile)
    throw new OoxmlError(
      "The file has a password, or it is an .xls file of an Excel before 2007: save it as .xlsx first.",
    );
  if (bytes.length < 22) throw new OoxmlError("The file is no .xlsx file: it is no zip file.");
  try {
    const end = endOfDirectory(view);
    const entries = view.getUint16(end + 10, true);
    if (entries > limits.entries)
      throw new OoxmlError(
        `The file may have up to ${formatCount(limits.entries)} parts, it has ${formatCount(entries)}.`,
      );
    return readEntries(bytes, view.getUint32(end + 16, true), entries);
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
};

const readEntries = (bytes: Uint8Array, start: number, entries: number): ZipEntry[] => {
  const view = dataView(bytes);
  const all: ZipEntry[] = [];
  let at = start;
  let usedBytes = 0;
  for (let index = 0; index < entries; index += 1) {
    if (view.getUint32(at, true) !== signatures.central) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    // Some programs for Windows write backslashes.
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll("\\", "/");
    const entry = readCentralEntry(bytes, { at, name });
    // Entries that share their data make a bomb of a small file.
    usedBytes += entry.data.length;
    if (usedBytes > bytes.length) throw damaged();
    if (!name.endsWith("/")) all.push(entry);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return all;
};

const readCentralEntry = (
  bytes: Uint8Array,
  { at, name }: { readonly at: number; readonly name: string },
): ZipEntry => {
  const view = dataView(bytes);
  const method = view.getUint16(at + 10, true);
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw new OoxmlError("The file is encrypted.");
  if (method !== storedMethod && method !== deflated)
    throw new OoxmlError(`The part "${name}" is compressed by method ${method}, which .xlsx files do not use.`);
  const compressed = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  if (view.getUint32(local, true) !== signatures.local) throw damaged();
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + compressed > bytes.length) throw damaged();
  return { name, method, crc: view.getUint32(at + 16, true), size, data: bytes.subarray(start, start + compressed) };
};

/** Inflates in steps and stops at the limit, whatever size the directory claims. */
const inflate = (entry: ZipEntry, most: number): Uint8Array => {
  const tooLarge = (): OoxmlError => new OoxmlError(`The part "${entry.name}" is too large when it is unpacked.`);
  if (entry.size > most) throw tooLarge();
  if (entry.size > (entry.data.length + 1) * mostRatio) throw damagedPart(entry.name);
  const bytes = entry.method === storedMethod ? entry.data : inflateInSteps(entry, most, tooLarge);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw damagedPart(entry.name);
  return bytes;
};

const inflateInSteps = ({ name, size, data }: ZipEntry, most: number, tooLarge: () => OoxmlError): Uint8Array => {
  const bytes = new Uint8Array(size);
  let length = 0;
  const inflater = new Inflate((chunk) => {
    if (length + chunk.length > size) throw length + chunk.length > most ? tooLarge() : damagedPart(name);
    bytes.set(chunk, length);
    length += chunk.length;
  });
  try {
    for (let at = 0; at < data.length; at += crcStep)
      inflater.push(data.subarray(at, at + crcStep), at + crcStep >= data.length);
  } catch (error) {
    throw error instanceof OoxmlError ? error : damagedPart(name);
  }
  return bytes.subarray(0, length);
};

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
  return value;
});

const crc32 = (bytes: Uint8Array): number => {
  let crc = -1;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
};

/** The members that local and central headers have in common: version, flags, method, time, date, CRC, sizes, name. */
const commonHeader = (view: DataView, at: number, { method, crc, size, data }: ZipEntry, nameLength: number): void => {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, unicodeNames, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, 0x21, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, data.length, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, nameLength, true);
};

const writeEntries = (entries: readonly ZipEntry[]): Uint8Array => {
  const encodedEntries = entries.map((entry) => ({ entry, name: encoder.encode(entry.name) }));
  const total = encodedEntries.reduce((sum, { entry, name }) => sum + 76 + 2 * name.length + entry.data.length, 22);
  const bytes = new Uint8Array(total);
  const view = dataView(bytes);
  let at = 0;
  const places = encodedEntries.map(({ entry, name }) => {
    const place = at;
    view.setUint32(at, signatures.local, true);
    commonHeader(view, at + 4, entry, name.length);
    bytes.set(name, at + 30);
    bytes.set(entry.data, at + 30 + name.length);
    at += 30 + name.length + entry.data.length;
    return place;
  });
  const directory = at;
  encodedEntries.forEach(({ entry, name }, index) => {
    view.setUint32(at, signatures.central, true);
    view.setUint16(at + 4, 20, true);
    commonHeader(view, at + 6, entry, name.length);
    view.setUint32(at + 42, places[index] ?? 0, true);
    bytes.set(name, at + 46);
    at += 46 + name.length;
  });
  view.setUint32(at, signatures.end, true);
  view.setUint16(at + 8, encodedEntries.length, true);
  view.setUint16(at + 10, encodedEntries.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return bytes;
};
