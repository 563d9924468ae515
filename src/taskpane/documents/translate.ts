import { AddinError } from "../../error/addin-error";
import type { CellContent } from "../../office/workbook-door";
import type { WireRecord } from "../../runtime/wire-record";
import { fromSerial, parseIso } from "../../table/serial";
import { sayWork } from "../../text/say-work";
import type { JobRun } from "../state/job";

/** A document to translate: its id and when it was extracted (ISO UTC). */
export interface Asked {
  readonly id: string;
  readonly extracted: string;
}

/** Documents per call (specification, "Limits"). */
export const perCall = 25;

/** What can be translated. */
export const parts = ["title", "text", "summary"] as const;

/** 9999-12-31, the last day of Excel. */
const lastSerial = 2_958_465;

/** An Excel date of the open workbook or ISO text, UTC; a day that no calendar has is none. */
const toIso = (cell: string): string | undefined => {
  const serial = Number(cell);
  const counted = cell.trim() !== "" && !Number.isNaN(serial);
  if (counted && !(serial >= 1 && serial <= lastSerial)) return undefined;
  const at = counted ? fromSerial(serial) : parseIso(cell.trim());
  return at === undefined ? undefined : new Date(at).toISOString();
};

/** Reads lines of id and date, apart by a tab, a comma or spaces; a line without both is told. */
export const readAsked = (text: string): { readonly asked: readonly Asked[]; readonly odd: string | undefined } => {
  const asked: Asked[] = [];
  let odd: string | undefined;
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== "")) {
    const [, id = "", date = ""] = /^\s*(\S+?)[\s,;]+(\S.*?)\s*$/.exec(line) ?? [];
    const extracted = toIso(date);
    if (id === "" || extracted === undefined) odd ??= line.trim();
    else asked.push({ id, extracted });
  }
  return { asked, odd };
};

/** Translates in calls of 25 at most; each is sent once only, because each document counts. */
export const translate = async (
  wish: { readonly asked: readonly Asked[]; readonly fields: readonly string[]; readonly language: string },
  run: JobRun,
): Promise<readonly WireRecord[]> => {
  const found: WireRecord[] = [];
  run.progress(0, wish.asked.length);
  for (let at = 0; at < wish.asked.length; at += perCall) {
    const body = { documents: wish.asked.slice(at, at + perCall), fields: wish.fields, language: wish.language };
    const { value } = await run.call("translateDocuments", { body });
    if (!Array.isArray(value)) throw new AddinError("unavailable", sayWork("work.noDocuments"));
    found.push(...(value as readonly WireRecord[]));
    run.progress(found.length, wish.asked.length);
  }
  return found;
};

/** The fields that failed, each with why: `error.field.<name>`, or the whole document. */
export const failuresOf = (document: WireRecord): readonly string[] => {
  const error = document["error"];
  if (typeof error !== "object" || error === null) return [];
  if ("field" in error && typeof error.field === "object" && error.field !== null)
    return Object.entries(error.field).map(([name, why]) => `${name}: ${messageOf(why)}`);
  return [messageOf(error)];
};

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

/** A table of the translations, one row per document in the order asked. */
export const tableOf = (
  asked: readonly Asked[],
  found: readonly WireRecord[],
  fields: readonly string[],
): readonly (readonly CellContent[])[] => {
  const byId = new Map(found.map((document) => [document["id"], document]));
  const rows = asked.map(({ id, extracted }) => {
    const document = byId.get(id) ?? {};
    const texts = fields.map((field) => (typeof document[field] === "string" ? document[field] : ""));
    return [id, extracted, ...texts, document["partial"] === true, failuresOf(document).join("; ")];
  });
  return [["id", "extracted", ...fields, "partial", "error"], ...rows];
};
