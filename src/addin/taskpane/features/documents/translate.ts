import { lastSerial } from "../../../../facts/dates";
import { isObject } from "../../../../facts/json";
import type { WireRecord } from "../../../../contract/page";
import { AddinError } from "../../../../engine/http/addin-error";
import { fromSerial } from "../../../../formulas/table/dates";
import { parseIso } from "../../../../formulas/table/iso-dates";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { JobRun } from "../../state/job";

/** A document to translate. `extracted` is ISO, UTC. */
export interface DocumentInput {
  readonly id: string;
  readonly extracted: string;
}

/** Documents per call (specification, "Limits"). */
const documentsPerCall = 25;

/** The fields that can be translated. */
export const documentParts = ["title", "text", "summary"] as const;

/** ISO, UTC, from an Excel date of the open workbook or ISO text; undefined for an invalid date. */
const toIso = (cell: string): string | undefined => {
  const serial = Number(cell);
  const counted = cell.trim() !== "" && !Number.isNaN(serial);
  if (counted && !(serial >= 1 && serial <= lastSerial)) return undefined;
  const at = counted ? fromSerial(serial) : parseIso(cell.trim());
  return at === undefined ? undefined : new Date(at).toISOString();
};

/** Parses lines of id and date, separated by a tab, comma, semicolon or spaces. `odd` is the first invalid line. */
export const readDocuments = (
  text: string,
): { readonly documents: readonly DocumentInput[]; readonly odd: string | undefined } => {
  const documents: DocumentInput[] = [];
  let odd: string | undefined;
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== "")) {
    const [, id = "", date = ""] = /^\s*(\S+?)[\s,;]+(\S.*?)\s*$/.exec(line) ?? [];
    const extracted = toIso(date);
    if (id === "" || extracted === undefined) odd ??= line.trim();
    else documents.push({ id, extracted });
  }
  return { documents, odd };
};

/** Translates in batches of `perCall`. Failed calls are not retried, because each document counts against the quota. */
export const translate = async (
  documents: readonly DocumentInput[],
  fields: readonly string[],
  language: string,
  run: JobRun,
): Promise<readonly WireRecord[]> => {
  const found: WireRecord[] = [];
  run.progress(0, documents.length);
  for (let at = 0; at < documents.length; at += documentsPerCall) {
    const body = { documents: documents.slice(at, at + documentsPerCall), fields, language };
    const { value } = await run.call("translateDocuments", { body });
    if (!Array.isArray(value)) throw new AddinError("unavailable", t("work.noDocuments"));
    found.push(...(value as readonly WireRecord[]));
    run.progress(found.length, documents.length);
  }
  return found;
};

/** The errors of a document: one per failed field (`error.field.<name>`), or one for the whole document. */
export const listFailures = (document: WireRecord): readonly string[] => {
  const error = document["error"];
  if (typeof error !== "object" || error === null) return [];
  if ("field" in error && typeof error.field === "object" && error.field !== null)
    return Object.entries(error.field).map(([name, why]) => `${name}: ${failureMessage(why)}`);
  return [failureMessage(error)];
};

const failureMessage = (error: unknown): string =>
  isObject(error) && "message" in error ? String(error["message"]) : String(error);

/** One row per document in input order, under a header row. */
export const toTranslationTable = (
  documents: readonly DocumentInput[],
  found: readonly WireRecord[],
  fields: readonly string[],
): readonly (readonly CellContent[])[] => {
  const byId = new Map(found.map((document) => [document["id"], document]));
  const rows = documents.map(({ id, extracted }) => {
    const document = byId.get(id) ?? {};
    const texts = fields.map((field) => (typeof document[field] === "string" ? document[field] : ""));
    return [id, extracted, ...texts, document["partial"] === true, listFailures(document).join("; ")];
  });
  return [["id", "extracted", ...fields, "partial", "error"], ...rows];
};
