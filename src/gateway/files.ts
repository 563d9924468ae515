import type { Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline, Readable, Transform } from "node:stream";
import serveStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dataPolicy, pagePolicy } from "./content-security";
import { breakOffWith } from "./http2";
import { isRead, nothingHere, refuseWrite } from "./refusals";

/** A regular file under the root, by its real path relative to the real root. */
export interface ServedFile {
  readonly root: string;
  readonly name: string;
  readonly stats: Stats;
}

const absentCodes = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EACCES", "EPERM"]);

const isAbsent = (error: unknown): boolean => absentCodes.has((error as NodeJS.ErrnoException).code ?? "");

/**
 * The file of a path; undefined if there is none, if its name or a folder's starts with a dot, or if a symbolic link
 * leads out of the root.
 * @param urlPath may have percent encodings
 * @throws URIError for a wrong percent encoding, and the file system's error where it has no room for an open file
 */
export const findFile = async (root: string, urlPath: string): Promise<ServedFile | undefined> => {
  const wholePath = path.join(root, path.normalize(decodeURIComponent(urlPath)));
  if (wholePath.includes("\0")) return undefined;
  try {
    const realRoot = await realpath(root);
    const file = await realpath(wholePath);
    const name = path.relative(realRoot, file);
    if (!isInside(path.relative(path.resolve(root), wholePath)) || !isInside(name)) return undefined;
    const stats = await stat(file);
    // A trailing slash names a folder.
    return stats.isFile() && !wholePath.endsWith(path.sep) ? { root: realRoot, name, stats } : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

/** Whether a path relative to the root stays in it and has no dot file (`..` starts with a dot too). */
const isInside = (relative: string): boolean =>
  relative !== "" && !path.isAbsolute(relative) && relative.split(path.sep).every((part) => !part.startsWith("."));

/** A file whose name changes with its content. */
export const hashedName = /\.[0-9a-f]{8}\.js$/;

export interface ServedFileOptions {
  readonly root: string;
  /** Files that depend on where the gateway runs, by path: `/deployment.json`, `/manifest.xml`. */
  readonly made?: Readonly<Record<string, { readonly type: string; readonly text: string | Promise<string> }>>;
  /** Another file for a path: `/taskpane.html` → `/taskpane.workbench.html`. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly redirects?: Readonly<Record<string, string>>;
}

export interface FileDeps {
  /** Finds files of earlier releases (`ReleaseArchive`). */
  readonly archive: { readonly find: (urlPath: string) => Promise<ServedFile | undefined> } | undefined;
  /** Origins that pages may call besides the gateway's own; any where undefined. */
  readonly connects: () => readonly string[] | undefined;
  /** People sign in at the gateway of their team. */
  readonly hasTeam: boolean;
}

/** Excel on the web fetches functions.json from another origin. */
const readableAnywhere = { "access-control-allow-origin": "*" };

/** Serves redirects, the files made at the start, and for every other path the file under the root. */
export const addFileRoutes = async (
  fastify: FastifyInstance,
  options: ServedFileOptions,
  deps: FileDeps,
): Promise<void> => {
  const { root, made = {}, aliases = {}, redirects = {} } = options;
  await fastify.register(serveStatic, {
    root,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: "ignore",
    cacheControl: false,
  });
  const find = async (urlPath: string): Promise<ServedFile | undefined> =>
    (await findFile(root, urlPath)) ?? (await deps.archive?.find(urlPath));
  fastify.addHook("onRequest", async (request, reply) => {
    if (isRead(request)) return undefined;
    const isThere = request.routeOptions.url !== "/*" || (await find(urlPath(request))) !== undefined;
    return isThere ? refuseWrite(reply) : nothingHere(reply);
  });
  fastify.addHook("onSend", (_request, reply, payload, done) => done(null, checkLength(reply, payload)));
  const config = { label: "file" };
  for (const [url, location] of Object.entries(redirects))
    fastify.all(url, { config }, (_, reply) => reply.redirect(location));
  for (const [url, file] of Object.entries(made))
    fastify.all(url, { config }, async (_, reply) =>
      reply
        .headers({ ...readableAnywhere, "cache-control": "no-cache" })
        .headers({ "content-type": file.type, "content-security-policy": dataPolicy })
        .send(Buffer.from(await file.text)),
    );
  const sendFile = async (reply: FastifyReply, urlPath: string): Promise<FastifyReply> => {
    const file = await find(urlPath);
    if (file === undefined) return nothingHere(reply);
    return reply.headers(await fileHeaders(file, deps)).sendFile(file.name.split(path.sep).join("/"), file.root);
  };
  for (const [url, target] of Object.entries(aliases))
    fastify.all(url, { config }, (_, reply) => sendFile(reply, target));
  fastify.all("/*", { config }, (request, reply) => sendFile(reply, urlPath(request)));
};

const urlPath = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? url;

/** Lets the transfer of a file fail if the file ends before its announced length. The browser would wait for ever. */
const checkLength = (reply: FastifyReply, payload: unknown): unknown => {
  let missing = Number(reply.getHeader("content-length") ?? 0);
  if (!(payload instanceof Readable) || reply.request.method === "HEAD" || missing === 0) return payload;
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      missing -= chunk.length;
      done(null, chunk);
    },
    flush: (done) => done(missing > 0 ? new Error("The file became shorter while it was sent.") : null),
  });
  // The errors reach whoever reads `checked`.
  pipeline(payload, checked, () => undefined);
  breakOffWith(checked, reply.raw);
  return checked;
};

/** Policies, and how long a browser may keep the file. */
const fileHeaders = async ({ root, name }: ServedFile, deps: FileDeps): Promise<Record<string, string>> => {
  const common = {
    ...readableAnywhere,
    // Also where no compressed form is sent: a shared cache keeps the answers apart.
    vary: "accept-encoding",
    // Chunks have their hash in the name.
    "cache-control": hashedName.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
  };
  // A script has no policy: as a worker's script its policy would bind the worker.
  if (name.endsWith(".js")) return common;
  if (!name.endsWith(".html")) return { ...common, "content-security-policy": dataPolicy };
  const html = await readFile(path.join(root, name), "utf8");
  return {
    ...common,
    "content-security-policy": pagePolicy(html, deps.connects()),
    // A page's own script can read no other header of its response (src/addin/taskpane/shell/show-frame.ts).
    ...(deps.hasTeam && { "server-timing": "team" }),
  };
};

/** The status for an error of the file system: 404 if the file vanished, 503 if the system has no room to open it. */
export const fileErrorStatus = (error: unknown): 404 | 500 | 503 => {
  if (isAbsent(error)) return 404;
  const { code } = error as NodeJS.ErrnoException;
  return code === "EMFILE" || code === "ENFILE" || code === "ENOMEM" ? 503 : 500;
};
