import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { ImportError } from "../../data/import/import-error";
import { importKinds, type ImportKind } from "../../data/import/kinds";
import { importInto } from "../../data/import/run-import";
import type { Database } from "../../data/sql/database";
import { ApiError, forbidden, notFound } from "../http/problems";

/** Bytes of a file that is sent. Larger ones are imported by `npm run import`. */
const mostFileBytes = 50 * 2 ** 20;

/** The kinds that need no mapping that somebody has checked. */
const sendableKinds: readonly ImportKind[] = importKinds.filter((kind) => !("isReviewed" in kind && kind.isReviewed));

/** The name of a file that was sent: letters, digits and a few signs, so that it stays in its folder. */
const fileName = (name: string): string =>
  path
    .basename(name)
    .replaceAll(/[^\p{L}\p{N}._-]/gu, "_")
    .slice(-120) || "file";

/** Imports one file into open data. Returns the lines that an import prints. @throws ImportError with one sentence */
const importBytes = async (
  database: Database,
  kind: ImportKind,
  { name, bytes, data }: { readonly name: string; readonly bytes: Buffer; readonly data: string },
): Promise<readonly string[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-import-"));
  const file = path.join(folder, name);
  const lines: string[] = [];
  const output = {
    print: (line: string) => void lines.push(line.replaceAll(`${folder}${path.sep}`, "")),
    progress: () => undefined,
    enriching: () => undefined,
  };
  try {
    writeFileSync(file, bytes);
    await importInto(database, { kind, files: [file], data }, output);
    return lines;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new ApiError(400, error.message.replaceAll(`${folder}${path.sep}`, ""));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Adds the import of small files into own data, for the page of the workbench: GET /_local/imports lists the kinds, POST
 * /_local/imports/KIND?name=FILE takes the bytes of a file and returns `{lines}`. One file is imported at a time. A page of
 * another origin is refused.
 */
export const addImportRoutes = (fastify: FastifyInstance, database: Database, data: string): void => {
  let isBusy = false;
  fastify.get("/_local/imports", () => ({
    kinds: sendableKinds.map(({ name, title, files, licence }) => ({ name, title, files, licence })),
  }));
  void fastify.register((scope, _options, done) => {
    scope.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: mostFileBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post<{ Params: { kind: string }; Querystring: { name?: string } }>(
      "/_local/imports/:kind",
      { bodyLimit: mostFileBytes },
      async ({ headers, params, query, body }) => {
        // The gateway passes no `origin` on, and browsers send one with each request of another page.
        if (headers.origin !== undefined) throw forbidden("Files are taken from the workbench only.");
        const kind = sendableKinds.find(({ name }) => name === params.kind);
        if (kind === undefined || !Buffer.isBuffer(body)) throw notFound("The kind of import");
        if (isBusy) throw new ApiError(409, "Another file is imported now. Try again when it is done.");
        isBusy = true;
        try {
          return { lines: await importBytes(database, kind, { name: fileName(query.name ?? ""), bytes: body, data }) };
        } finally {
          isBusy = false;
        }
      },
    );
    done();
  });
};
