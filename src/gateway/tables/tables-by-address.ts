import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { budgetReason } from "../../contract/problems";
import type { Clock } from "../../engine/clock";
import { AddinError, type ErrorCode } from "../../engine/http/addin-error";
import type { KnownUniverse } from "../../engine/state/universes";
import { CellError } from "../../formulas/table/matrix";
import type { Person } from "../team/person";
import { problem, type Team } from "../team/team";
import { whenRead } from "../team/unread-answers";
import type { Reply } from "../team/vendor-account";
import { TableRuntimes, TablesBusy } from "./table-runtimes";
import { errorsIn, mediaTypes, tableText } from "./table-text";
import { calculateTable, type Table, type TableRequest } from "./tables";
import { createTeamSend } from "./team-send";

/** What tables depend on. */
export interface TablesDeps {
  readonly team: Pick<Team, "answer">;
  readonly clock: Clock;
  readonly universesFor: (person: Person) => readonly KnownUniverse[];
}

/** An answer to a request for a table. */
export interface TableReply extends Omit<Reply, "body"> {
  readonly body: string | Readable;
}

/** Milliseconds; below the time after which the gateway closes a connection on which nothing happens. */
const longestCalculation = 110_000;

/** Tables of one person that are calculated, or were not read yet, at once. */
const mostTables = 16;

/** A formula took longer than `longestCalculation`. */
class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** Answers `GET /table?formula=…&format=csv|json&timezone=…` with what the formula shows in a cell. */
export class Tables {
  readonly #deps: TablesDeps;
  readonly #runtimes: TableRuntimes;
  /** Tables that are calculated, or were not read yet, by the person's id. */
  readonly #open = new Map<string, number>();

  constructor(deps: TablesDeps) {
    const { clock, team, universesFor } = deps;
    this.#deps = deps;
    const sendAs = (person: Person, fresh: boolean) => createTeamSend(team, person, fresh);
    this.#runtimes = new TableRuntimes({ clock, universesFor, sendAs });
  }

  async answer(person: Person, request: FastifyRequest, { raw }: Pick<FastifyReply, "raw">): Promise<TableReply> {
    const query = readTableQuery(new URL(request.url, "http://gateway").searchParams);
    if ("status" in query) return query;
    const end = this.#begin(person);
    if (end === undefined) return toTableRefusal(new TablesBusy());
    whenRead(raw, end);
    const client = new AbortController();
    raw.once("close", () => {
      if (!raw.writableFinished) client.abort(new Error("The client has gone."));
    });
    try {
      const fresh = /\bno-cache\b/i.test(request.headers["cache-control"] ?? "");
      const { formula, format, timeZone } = query;
      const table = await this.#calculate(person, { formula, fresh, timeZone, signal: client.signal });
      const headers = { "content-type": mediaTypes[format], ...tableHeaders(table) };
      return { status: 200, headers, body: Readable.from(tableText(table, format)) };
    } catch (error) {
      return toTableRefusal(error);
    }
  }

  /** Calculates a formula as one of the person's tables. Rejects as `calculateTable`, and with `TooSlow`. */
  async calculate(person: Person, request: TableRequest): Promise<Table> {
    const end = this.#begin(person);
    if (end === undefined) throw new TablesBusy();
    return this.#calculate(person, request).finally(end);
  }

  async #calculate(person: Person, request: TableRequest): Promise<Table> {
    const late = new AbortController();
    const cancel = this.#deps.clock.after(longestCalculation, () => late.abort(new TooSlow()));
    const signal = AbortSignal.any([request.signal, late.signal]);
    try {
      return await calculateTable(this.#runtimes, person, { ...request, signal });
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      cancel();
    }
  }

  close(): void {
    this.#runtimes.close();
  }

  /** Undefined where the person has too many tables already. Otherwise this one counts until its end is called. */
  #begin({ id }: Person): (() => void) | undefined {
    const open = this.#open.get(id) ?? 0;
    if (open >= mostTables) return undefined;
    this.#open.set(id, open + 1);
    return () => {
      const left = (this.#open.get(id) ?? 1) - 1;
      if (left > 0) this.#open.set(id, left);
      else this.#open.delete(id);
    };
  }
}

interface TableQuery {
  readonly formula: string;
  readonly format: "csv" | "json";
  readonly timeZone: string | undefined;
}

const parameters: ReadonlySet<string> = new Set(["formula", "format", "timezone"]);

/** Values are not repeated in a refusal: somebody may have put a token there. */
const readTableQuery = (query: URLSearchParams): TableQuery | Reply => {
  const unknown = [...query.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined)
    return problem(
      400,
      "invalid",
      "Only formula, format and timezone are allowed in the address; the token goes into a header.",
    );
  const [formula = "", ...formulas] = query.getAll("formula");
  const [format = "csv", ...formats] = query.getAll("format");
  if (formula.trim() === "" || formulas.length > 0)
    return problem(400, "invalid", 'formula must be given once, such as ?formula=ESG.EVENTS("EU Banks",3).');
  if ((format !== "csv" && format !== "json") || formats.length > 0)
    return problem(400, "invalid", "format must be csv or json.");
  const [zone, ...zones] = query.getAll("timezone");
  const timeZone = zone === undefined ? undefined : timeZoneName(zone);
  if (zones.length > 0 || (zone !== undefined && timeZone === undefined))
    return problem(400, "invalid", "timezone must be one IANA name, such as Europe/Berlin; without it days are UTC.");
  return { formula, format, timeZone };
};

/** The one spelling of a zone's name, because runtimes are kept by it; undefined for no zone. */
const timeZoneName = (text: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

const tableHeaders = ({ result, isComplete, isStale, fetchedAt }: Table): Readonly<Record<string, string>> => ({
  "spillway-complete": isComplete ? "yes" : "no",
  "spillway-errors": String(errorsIn(result)),
  "spillway-stale": isStale ? "yes" : "no",
  ...(fetchedAt !== undefined && { "spillway-fetched-at": new Date(fetchedAt).toISOString() }),
});

/** The status and reason of each error code. */
const problems: Readonly<Record<ErrorCode, readonly [status: number, reason: string]>> = {
  "invalid-argument": [400, "invalid"],
  rejected: [400, "invalid"],
  "too-large": [422, "too_large"],
  ambiguous: [422, "ambiguous"],
  "no-access": [403, "forbidden"],
  "not-found": [404, "not_found"],
  "no-rows": [404, "no_rows"],
  "empty-list": [422, "empty_list"],
  stopped: [422, "stopped"],
  "budget-spent": [403, budgetReason],
  "not-ready": [503, "not_ready"],
  "signed-out": [503, "unavailable"],
  interrupted: [503, "unavailable"],
  throttled: [503, "unavailable"],
  unavailable: [503, "unavailable"],
  unexpected: [500, "unexpected"],
};

/** The sentence that the cell would show. Throws what is no error of a formula. */
export const toTableRefusal = (error: unknown): Reply => {
  if (error instanceof TooSlow)
    return problem(504, "timeout", "The formula took too long. Ask for fewer rows, or for a shorter period.");
  if (error instanceof TablesBusy)
    return problem(503, "busy", "Too many formulas are being calculated or read. Try again.", { "retry-after": "5" });
  if (error instanceof CellError)
    return problem(422, "cell_error", error.message === "" ? `The result is ${error.excelCode}.` : error.message);
  if (!(error instanceof AddinError)) throw error;
  const [status, reason] = problems[error.code];
  // The licence does not cover it: the service's own status.
  const statusShown = error.code === "no-access" && error.details.status === 402 ? 402 : status;
  return problem(statusShown, reason, error.message, statusShown === 503 ? { "retry-after": "10" } : {});
};
