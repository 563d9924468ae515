import { cellName, parseCell } from "./cell-reference";
import { readable } from "./ooxml-error";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { decodeText } from "./shared-strings";
import type { CommentThread, ThreadComment } from "./workbook-model";
import { childrenOf, parseXml, type XmlElement } from "./xml";

/** The threads of a sheet, by row and column. Parts that cannot be read have none. */
export const readThreads = (open: OpenWorkbook, sheet: OpenSheet): CommentThread[] => {
  const { parts } = open;
  const part = parts.related(sheet.part, "threadedComment");
  if (part === undefined || !parts.has(part)) return [];
  const entries = readable(() => childrenOf(parseXml(part, parts.text(part)), "threadedComment")) ?? [];
  const authors = readPersons(open);
  const threads = new Map<string, { cell: string; resolved: boolean; comments: ThreadComment[] }>();
  for (const entry of entries) {
    const { ref = "", id = "", parentId, done } = entry.attributes;
    const place = parseCell(ref);
    if (parentId !== undefined) threads.get(parentId)?.comments.push(commentOf(entry, authors));
    else if (place !== undefined)
      threads.set(id, {
        cell: cellName(place.row, place.column),
        resolved: done === "1" || done === "true",
        comments: [commentOf(entry, authors)],
      });
  }
  return [...threads.values()];
};

const commentOf = ({ attributes, children }: XmlElement, authors: ReadonlyMap<string, string>): ThreadComment => ({
  id: attributes["id"] ?? "",
  author: authors.get(attributes["personId"] ?? "") ?? "",
  text: decodeText(children.find(({ name }) => name === "text")?.text ?? ""),
  date: attributes["dT"] ?? "",
});

/** The names of those who comment, by id. */
const readPersons = ({ parts, part }: OpenWorkbook): ReadonlyMap<string, string> => {
  const persons = parts.related(part, "person");
  if (persons === undefined || !parts.has(persons)) return new Map();
  const listed = readable(() => childrenOf(parseXml(persons, parts.text(persons)), "person")) ?? [];
  return new Map(listed.map(({ attributes: { id = "", displayName = "" } }) => [id, displayName]));
};

/** Whether a value that somebody else has written is a list of threads. */
export const areThreads = (value: unknown): value is readonly CommentThread[] =>
  Array.isArray(value) && value.every(isThread);

const isThread = (value: unknown): boolean => {
  const { cell, resolved, comments } = (value ?? {}) as Partial<CommentThread>;
  if (typeof cell !== "string" || parseCell(cell) === undefined || typeof resolved !== "boolean") return false;
  return Array.isArray(comments) && comments.length > 0 && comments.every(isComment);
};

const isComment = (value: unknown): boolean => {
  const { id, author, text, date } = (value ?? {}) as Partial<ThreadComment>;
  return [id, author, text, date].every((member) => typeof member === "string");
};
