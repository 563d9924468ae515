import { ReadStream, type Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Negotiator } from "@fastify/accept-negotiator";
import send from "@fastify/send";
import { dataPolicy, pagePolicy } from "./content-security";
import { bodyOf } from "./http2";

/** A regular file under the root, by its real path relative to the real root. */
export interface ServedFile {
  readonly root: string;
  readonly name: string;
  readonly stats: Stats;
}

const absent = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EACCES", "EPERM"]);

const isAbsent = (error: unknown): boolean => absent.has((error as NodeJS.ErrnoException).code ?? "");

/**
 * The file of a path; undefined if there is none, if its name or a folder's starts with a dot, or if a symbolic link
 * leads out of the root.
 * @throws URIError for a wrong percent encoding, and the file system's error where it has no room for an open file
 */
export const findFile = async (root: string, urlPath: string): Promise<ServedFile | undefined> => {
  const asked = path.join(root, path.normalize(decodeURIComponent(urlPath)));
  if (asked.includes("\0")) return undefined;
  try {
    const realRoot = await realpath(root);
    const file = await realpath(asked);
    const name = path.relative(realRoot, file);
    if (!isInside(path.relative(path.resolve(root), asked)) || !isInside(name)) return undefined;
    const stats = await stat(file);
    // A trailing slash names a folder.
    return stats.isFile() && !asked.endsWith(path.sep) ? { root: realRoot, name, stats } : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

/** Whether a path relative to the root stays in it and has no dot file (`..` starts with a dot too). */
const isInside = (relative: string): boolean =>
  relative !== "" && !path.isAbsolute(relative) && relative.split(path.sep).every((part) => !part.startsWith("."));

const encodings = { br: ".br", gzip: ".gz" } as const;
const negotiator = new Negotiator({ supportedValues: ["br", "gzip"] as (keyof typeof encodings)[] });

/** The name of the file to send: the compressed one that the build made, if there is one that the browser takes. */
const findRepresentation = async (
  { root, name }: ServedFile,
  request: IncomingMessage,
): Promise<{ readonly name: string; readonly headers: OutgoingHttpHeaders }> => {
  const accepted = negotiator.negotiate([request.headers["accept-encoding"]].flat().join(","));
  const vary = { vary: "accept-encoding" };
  if (accepted === null) return { name, headers: vary };
  const compressed = name + encodings[accepted];
  const exists = await stat(path.join(root, compressed)).then(
    (found) => found.isFile(),
    () => false,
  );
  return exists ? { name: compressed, headers: { ...vary, "content-encoding": accepted } } : { name, headers: vary };
};

/** The media type of a file by its own name, not by that of its compressed form. */
const typeOf = (name: string): string => {
  const type = send.mime.getType(name) ?? "application/octet-stream";
  return /^text\/|\/(?:json|javascript)$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** What the deployment says about the pages of the add-in. */
export interface PageOptions {
  /** Origins that a page may call besides its own; any where undefined. */
  readonly connects?: readonly string[] | undefined;
  /** People sign in at the gateway of their team. */
  readonly hasTeam?: boolean;
}

/**
 * Sends a file, or the part that `Range` asks for; 304 if the browser has it. The file is closed however the transfer
 * ends.
 * @throws the file system's error, before anything is sent, if the file cannot be opened
 */
export const sendFile = async (
  file: ServedFile,
  request: IncomingMessage,
  response: ServerResponse,
  page: PageOptions = {},
): Promise<void> => {
  const representation = await findRepresentation(file, request);
  const address = representation.name.split(path.sep).map(encodeURIComponent).join("/");
  const { statusCode, headers, stream, type } = await send(request, `/${address}`, {
    root: file.root,
    index: false,
    dotfiles: "ignore",
    cacheControl: false,
    contentType: false,
  });
  try {
    if (type === "file") {
      // Its error must come before the status: the file may have vanished, or there is no room to open it.
      if (stream instanceof ReadStream) await opened(stream);
      const type = statusCode === 304 ? {} : { "content-type": typeOf(file.name) };
      const own = { ...representation.headers, ...(await headersOf(file, page)) };
      response.writeHead(statusCode, { ...headers, ...type, ...own });
      if (stream instanceof ReadStream)
        await pipeline(stream, whole(Number(headers["Content-Length"])), bodyOf(response));
      else response.end();
    } else if (statusCode === 412 || statusCode === 416) {
      const range = headers["Content-Range"];
      response.writeHead(statusCode, range === undefined ? {} : { "content-range": range }).end();
    } else throw Object.assign(new Error(`There is no file ${file.name}.`), { code: "ENOENT" });
  } finally {
    stream.destroy();
  }
};

const opened = (stream: ReadStream): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once("open", () => resolve());
    stream.once("error", reject);
  });

/** Passes a file on. Fails if it ends before the announced length, so that the browser sees a broken transfer. */
const whole = (length: number) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let passed = 0;
    for await (const chunk of source) {
      passed += chunk.length;
      yield chunk;
    }
    if (passed < length) throw new Error("The file became shorter while it was sent.");
  };

/** A file whose name changes with its content. */
export const hashedName = /\.[0-9a-f]{8}\.js$/;

const headersOf = async (file: ServedFile, page: PageOptions): Promise<OutgoingHttpHeaders> => ({
  // Chunks have their hash in the name.
  "cache-control": hashedName.test(file.name) ? "public, max-age=31536000, immutable" : "no-cache",
  // Excel on the web fetches functions.json from another origin.
  "access-control-allow-origin": "*",
  ...(await pageHeaders(file, page)),
});

/** A script has no policy: as a worker's script its policy would bind the worker. */
const pageHeaders = async (
  { root, name }: ServedFile,
  { connects, hasTeam = false }: PageOptions,
): Promise<OutgoingHttpHeaders> => {
  if (name.endsWith(".js")) return {};
  if (!name.endsWith(".html")) return { "content-security-policy": dataPolicy };
  const html = await readFile(path.join(root, name), "utf8");
  return {
    "content-security-policy": pagePolicy(html, connects),
    // A page's own script can read no other header of its response (src/addin/taskpane/shell/show-frame.ts).
    ...(hasTeam && { "server-timing": "team" }),
  };
};

/** The status for an error of the file system: 404 if the file vanished, 503 if the system has no room to open it. */
export const statusOf = (error: unknown): 404 | 500 | 503 => {
  if (isAbsent(error)) return 404;
  const { code } = error as NodeJS.ErrnoException;
  return code === "EMFILE" || code === "ENFILE" || code === "ENOMEM" ? 503 : 500;
};
