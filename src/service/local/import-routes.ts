import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { ImportError } from "../../data/import/import-error";
import { importKinds, type ImportKind } from "../../data/import/kinds";
import { importInto } from "../../data/import/run-import";
import type { Database } from "../../data/sql/database";
import { ApiError, notFound } from "../http/problems";

/** Bytes of a file that is sent. Larger ones are imported by `npm run import`. */
const mostFileBytes = 50 * 2 ** 20;

/** Characters of the rows that could not be imported, as they are sent back. */
const mostBadRows = 2_000_000;

const longestLicence = 500;

/** The kinds that need no mapping that somebody has checked. */
const sendableKinds: readonly ImportKind[] = importKinds.filter((kind) => !("isReviewed" in kind && kind.isReviewed));

/** The name of a file that was sent: letters, digits and a few signs, so that it stays in its folder. */
const fileName = (name: string): string =>
  path
    .basename(name)
    .replaceAll(/[^\p{L}\p{N}._-]/gu, "_")
    .slice(-120) || "file";

/** An import that runs or has ended, as the page is told of it. */
interface SentImport {
  readonly name: string;
  /** How far it is, as a sentence. Undefined once it has ended. */
  progress?: string | undefined;
  /** The lines that an import prints. */
  readonly lines: string[];
  /** Why it ended early, as a sentence. */
  error?: string;
  /** The rows that could not be imported with line and reason, as CSV. */
  badRows?: string;
}

interface SentFile {
  readonly kind: ImportKind;
  readonly name: string;
  /** Milliseconds since 1970. A file that is sent again is known by it. */
  readonly modified: number;
  readonly licence: string | undefined;
  readonly bytes: Buffer;
}

const percent = (part: number): string => `${Math.floor(100 * Math.min(1, part))} %`;

/** One import at a time into open data. */
class SentImports {
  readonly #database: Database;
  readonly #data: string;
  #isStopped = false;
  #work: Promise<void> = Promise.resolve();
  last: SentImport | undefined;

  constructor(database: Database, data: string) {
    this.#database = database;
    this.#data = data;
  }

  get isBusy(): boolean {
    return this.last?.progress !== undefined;
  }

  start(file: SentFile): void {
    this.#isStopped = false;
    this.last = { name: file.name, progress: `Reading ${file.name} …`, lines: [] };
    this.#work = this.#run(file, this.last);
  }

  /** Ends a running import behind the batch that is being written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #run({ kind, name, modified, licence, bytes }: SentFile, state: SentImport): Promise<void> {
    const folder = mkdtempSync(path.join(tmpdir(), "spillway-import-"));
    const file = path.join(folder, name);
    const withoutFolder = (text: string): string => text.replaceAll(`${folder}${path.sep}`, "");
    const report = (progress: string): void => {
      if (this.#isStopped) throw new ImportError("The import was stopped. What was read before stays in the data.");
      state.progress = progress;
    };
    try {
      writeFileSync(file, bytes);
      utimesSync(file, new Date(modified), new Date(modified));
      await importInto(
        this.#database,
        { kind, files: [file], data: this.#data, licence, isUpload: true },
        {
          print: (line) => void state.lines.push(withoutFolder(line)),
          progress: ({ file: source, rows }) =>
            report(`${name}: ${rows.toLocaleString("en")} rows, ${percent(source.bytesRead / source.bytes)}.`),
          enriching: ({ unit, done, total }) =>
            report(`${unit === "documents" ? "Reading the documents" : "Making events"}: ${percent(done / total)}.`),
        },
      );
    } catch (error) {
      state.error =
        error instanceof ImportError
          ? withoutFolder(error.message)
          : "The service failed. Import the file again: it goes on where it was.";
    } finally {
      const badRows = `${file}.bad.csv`;
      if (existsSync(badRows)) {
        const all = readFileSync(badRows, "utf8");
        state.badRows = all.length > mostBadRows ? all.slice(0, all.lastIndexOf("\n", mostBadRows) + 1) : all;
        if (state.badRows !== all)
          state.lines.push(
            "Only the first rows that could not be imported can be saved here. npm run import saves all.",
          );
      }
      rmSync(folder, { recursive: true, force: true });
      state.progress = undefined;
    }
  }
}

/**
 * Adds the import of small files into own data, for the page of the workbench: GET /_local/imports lists the kinds and
 * says how far the last import is, POST /_local/imports/KIND?name=FILE&modified=MS&licence=TEXT takes the bytes of a file and answers
 * 202, DELETE /_local/imports stops the import that runs. One file is imported at a time.
 */
export const addImportRoutes = (fastify: FastifyInstance, database: Database, data: string): void => {
  const imports = new SentImports(database, data);
  fastify.addHook("preClose", () => imports.stop());
  fastify.get("/_local/imports", () => ({
    kinds: sendableKinds.map(({ name, title, files, licence }) => ({
      ...{ name, title, files },
      // The page has a field for it.
      licence: licence.replace(/; name (?:it|them) with --licence$/, ""),
    })),
    mostBytes: mostFileBytes,
    ...(imports.last !== undefined && { last: imports.last }),
  }));
  fastify.delete("/_local/imports", async () => {
    await imports.stop();
    return {};
  });
  void fastify.register((scope, _options, done) => {
    scope.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer", bodyLimit: mostFileBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post<{ Params: { kind: string }; Querystring: { name?: string; modified?: string; licence?: string } }>(
      "/_local/imports/:kind",
      { bodyLimit: mostFileBytes },
      ({ params, query, body }, reply) => {
        const kind = sendableKinds.find(({ name }) => name === params.kind);
        if (kind === undefined || !Buffer.isBuffer(body)) throw notFound("The kind of import");
        if (imports.isBusy) throw new ApiError(409, "Another file is imported now. Try again when it is done.");
        const modified = Number(query.modified);
        const licence = query.licence?.trim().slice(0, longestLicence) ?? "";
        imports.start({
          kind,
          name: fileName(query.name ?? ""),
          modified: Number.isFinite(modified) && modified > 0 ? modified : Date.now(),
          licence: licence === "" ? undefined : licence,
          bytes: body,
        });
        return reply.code(202).send({});
      },
    );
    done();
  });
};
