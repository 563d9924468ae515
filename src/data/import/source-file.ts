import { isUtf8 } from "node:buffer";
import { accessSync, constants, createReadStream, statSync, type Stats } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { Unzip, UnzipInflate, type UnzipFile } from "fflate";
import { ImportError, importLimits, megabytes, WrongEncoding, type ImportLimits } from "./import-error";

/** A file of the import, and how much of it has been read. */
export interface SourceFile {
  /** As the user wrote it; sentences name it. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly limits: ImportLimits;
  /** The encoding of a text that begins without a byte order mark, if somebody named it. */
  readonly encoding?: string | undefined;
  /** Bytes of the file on disk that have been read. */
  bytesRead: number;
}

/** What a path leads to; undefined where that is nothing, also at the end of links in a circle. */
export const fileStat = (file: string): Stats | undefined => {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
};

export const openSourceFile = (file: string, limits: ImportLimits = importLimits, encoding?: string): SourceFile => {
  const stat = fileStat(file);
  if (stat === undefined) throw new ImportError(`There is no file ${file}.`);
  if (!stat.isFile()) throw new ImportError(`${file} is no file.`);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new ImportError(`${file} cannot be read: you have no permission.`);
  }
  return { path: file, name: path.basename(file), bytes: stat.size, limits, encoding, bytesRead: 0 };
};

/** The name without the endings of packers: `lei2.csv` for `lei2.csv.gz`. */
export const unpackedName = ({ name }: SourceFile): string => name.toLowerCase().replace(/\.(?:gz|zip)$/, "");

async function* rawBytes(file: SourceFile): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file.path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    file.bytesRead += chunk.length;
    yield chunk;
  }
}

const startsWith = (bytes: Buffer | undefined, ...magic: readonly number[]): boolean =>
  bytes !== undefined && magic.every((byte, at) => bytes[at] === byte);

async function* gunzip(file: SourceFile, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacker = createGunzip();
  // Its error arrives through the unpacker, which it destroys.
  pipeline(Readable.from(packed), unpacker).catch(() => undefined);
  try {
    for await (const chunk of unpacker as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file.path} is no whole gzip file (${(error as Error).message}): download it again.`);
  }
}

/** The bytes of the only file in a zip archive. */
async function* unzip(file: SourceFile, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  const entries: string[] = [];
  const state: { error?: Error | undefined; done: boolean } = { done: false };
  const take = (entry: UnzipFile): void => {
    if (entry.name.endsWith("/")) return;
    entries.push(entry.name);
    if (entries.length > 1) {
      state.error = new ImportError(
        `${file.path} holds several files (${entries.slice(0, 2).join(", ")}): unpack it, and import them one by one.`,
      );
      return;
    }
    entry.ondata = (error, chunk, final) => {
      if (error) state.error = new ImportError(`${file.path} is no whole zip file (${error.message}).`);
      else ready.push(Buffer.from(chunk));
      state.done ||= final;
    };
    entry.start();
  };
  const unpacker = new Unzip(take);
  unpacker.register(UnzipInflate);
  const drain = function* (): Generator<Buffer> {
    if (state.error) throw state.error;
    yield* ready.splice(0);
  };
  for await (const chunk of packed) {
    // Small pieces, so that a bomb meets its limit before it fills the memory.
    for (let at = 0; at < chunk.length; at += 16_384) {
      try {
        unpacker.push(chunk.subarray(at, at + 16_384), false);
      } catch (error) {
        throw new ImportError(`${file.path} is no whole zip file (${(error as Error).message}): download it again.`);
      }
      yield* drain();
    }
  }
  if (!state.done) throw new ImportError(`${file.path} is no whole zip file: download it again.`);
}

async function* checkExpansion(file: SourceFile, unpacked: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { expansion, expansionFrom } = file.limits;
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    if (bytes > expansionFrom && bytes > file.bytes * expansion) {
      throw new ImportError(
        `${file.path} expands to more than ${expansion} times its size, which is the limit: no data file does so.`,
      );
    }
    yield chunk;
  }
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** The bytes of a file, unpacked where it starts as gzip or zip do. */
export async function* fileBytes(file: SourceFile): AsyncGenerator<Buffer> {
  const raw = rawBytes(file);
  try {
    const first = await raw.next();
    if (first.done === true) throw new ImportError(`${file.path} is empty.`);
    const bytes = withFirst(first.value, raw);
    if (startsWith(first.value, 0x1f, 0x8b)) yield* checkExpansion(file, gunzip(file, bytes));
    // The header of a CSV may begin with PK too.
    else if (startsWith(first.value, 0x50, 0x4b) && (first.value[2] ?? 0x20) < 0x20)
      yield* checkExpansion(file, unzip(file, bytes));
    else yield* bytes;
  } finally {
    await raw.return(undefined);
  }
}

/** What an XML file or a page declares. */
const declarations = [
  /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/,
  /^\s*<(?:!doctype|html|head|meta)\b.{0,900}?\bmeta\b[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/is,
];

/** The encoding of a text, by its first bytes. */
export const textEncoding = (first: Buffer, named?: string): string => {
  if (startsWith(first, 0xef, 0xbb, 0xbf)) return "utf-8";
  if (startsWith(first, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(first, 0xfe, 0xff)) return "utf-16be";
  const start = first.toString("latin1", 0, 1_024);
  const declared = declarations.map((pattern) => pattern.exec(start)?.[1]).find((name) => name !== undefined);
  return declared?.toLowerCase() ?? named ?? "utf-8";
};

const newDecoder = (file: SourceFile, encoding: string): TextDecoder => {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new ImportError(`${file.path} declares the encoding "${encoding}", which is not known: save it as UTF-8.`);
  }
};

const countLines = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

/** The lines before the first that is no UTF-8. The chunk may start within a character. */
const goodLines = (chunk: Buffer): number => {
  let start = 0;
  while (start < 3 && (chunk[start] ?? 0) >> 6 === 2) start += 1;
  for (let lines = 0; ; lines += 1) {
    const end = chunk.indexOf(10, start);
    if (end === -1 || !isUtf8(chunk.subarray(start, end))) return lines;
    start = end + 1;
  }
};

/** The text of a file in pieces. Refuses what is not in its encoding, and NUL characters. */
export async function* fileText(file: SourceFile): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let encoding = "utf-8";
  let line = 1;
  for await (const chunk of fileBytes(file)) {
    if (decoder === undefined) {
      encoding = textEncoding(chunk, file.encoding);
      decoder = newDecoder(file, encoding);
    }
    const text = decodeChunk(file, { decoder, encoding, line }, chunk);
    const nul = text.indexOf("\0");
    if (nul !== -1) {
      throw new ImportError(
        `${file.path}, line ${line + countLines(text.slice(0, nul))} has a NUL character: it is no text file, or is UTF-16 without a byte order mark. Save it as UTF-8.`,
      );
    }
    line += countLines(text);
    yield text;
  }
  try {
    const rest = decoder?.decode() ?? "";
    if (rest !== "") yield rest;
  } catch {
    throw new ImportError(`${file.path}, line ${line} ends within a character: download it again.`);
  }
}

const decodeChunk = (
  file: SourceFile,
  { decoder, encoding, line }: { decoder: TextDecoder; encoding: string; line: number },
  chunk: Buffer,
): string => {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    const at = encoding === "utf-8" ? line + goodLines(chunk) : line;
    throw new WrongEncoding(`${file.path}, line ${at} is not ${encoding.toUpperCase()}: save the file as UTF-8.`);
  }
};

/** Lines of a file, counted from 1, without their ends. */
export async function* fileLines(file: SourceFile): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let rest = "";
  let line = 0;
  for await (const piece of fileText(file)) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line += 1;
      yield { line, text: text.endsWith("\r") ? text.slice(0, -1) : text };
    }
    if (rest.length > file.limits.rowBytes) throw tooLong(file, line + 1);
  }
  if (rest !== "") yield { line: line + 1, text: rest };
}

export const tooLong = (file: SourceFile, line: number): ImportError =>
  new ImportError(`${file.path}, line ${line} is longer than ${megabytes(file.limits.rowBytes)}, which is the limit.`);

/** The text of a file that must be read as a whole. */
export const wholeText = async (file: SourceFile): Promise<string> => {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of fileText(file)) {
    length += piece.length;
    if (length > file.limits.wholeBytes)
      throw new ImportError(
        `${file.path} is larger than ${megabytes(file.limits.wholeBytes)}, which is the limit for a file of its kind.`,
      );
    pieces.push(piece);
  }
  return pieces.join("");
};

/** The first characters of a file, from which its format is seen. Reading starts again afterwards. */
export const peekText = async (file: SourceFile): Promise<string> => {
  const pieces = fileText(file);
  try {
    const first = await pieces.next();
    return first.done === true ? "" : first.value.slice(0, 4_096);
  } finally {
    await pieces.return(undefined);
    file.bytesRead = 0;
  }
};
