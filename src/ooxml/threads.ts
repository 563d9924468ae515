import { cellName, parseCell } from "../facts/addresses";
import { ifReadable } from "./ooxml-error";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { decodeText, encodeText } from "./shared-strings";
import type { CommentThread, ThreadComment } from "./workbook-model";
import { EditableXml } from "./editable-xml";
import { childrenOf, element, escapeAttribute, escapeText, parseXml, type XmlElement } from "./xml";

/** The threads of a sheet, by row and column. Parts that cannot be read have none. */
export const readThreads = (open: OpenWorkbook, sheet: OpenSheet): CommentThread[] => {
  const { parts } = open;
  const part = parts.related(sheet.part, "threadedComment");
  if (part === undefined || !parts.has(part)) return [];
  const entries = ifReadable(() => childrenOf(parseXml(part, parts.text(part)), "threadedComment")) ?? [];
  const authors = readPersons(open);
  const threads = new Map<string, { cell: string; resolved: boolean; comments: ThreadComment[] }>();
  for (const entry of entries) {
    const { ref = "", id = "", parentId, done } = entry.attributes;
    const place = parseCell(ref);
    if (parentId !== undefined) threads.get(parentId)?.comments.push(readComment(entry, authors));
    else if (place !== undefined)
      threads.set(id, {
        cell: cellName(place.row, place.column),
        resolved: done === "1" || done === "true",
        comments: [readComment(entry, authors)],
      });
  }
  return [...threads.values()];
};

const readComment = ({ attributes, children }: XmlElement, authors: ReadonlyMap<string, string>): ThreadComment => ({
  id: attributes["id"] ?? "",
  author: authors.get(attributes["personId"] ?? "") ?? "",
  text: decodeText(children.find(({ name }) => name === "text")?.text ?? ""),
  date: attributes["dT"] ?? "",
});

/** The names of those who comment, by id. */
const readPersons = ({ parts, part }: OpenWorkbook): ReadonlyMap<string, string> => {
  const persons = parts.related(part, "person");
  if (persons === undefined || !parts.has(persons)) return new Map();
  const elements = ifReadable(() => childrenOf(parseXml(persons, parts.text(persons)), "person")) ?? [];
  return new Map(elements.map(({ attributes: { id = "", displayName = "" } }) => [id, displayName]));
};

const relationTypes = "http://schemas.microsoft.com/office/2017/10/relationships";
const threadsNamespace = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments";
const threadsType = "application/vnd.ms-excel.threadedcomments+xml";
const personsType = "application/vnd.ms-excel.person+xml";

/** Whether two sheets have the same threads, in any order. */
export const areSameThreads = (one: readonly CommentThread[], other: readonly CommentThread[]): boolean =>
  threadsKey(one) === threadsKey(other);

const threadsKey = (threads: readonly CommentThread[]): string =>
  JSON.stringify(
    threads
      .map(({ cell, resolved, comments }) => JSON.stringify([cell, resolved, comments.map(commentValues)]))
      .toSorted(),
  );

const commentValues = ({ id, author, text, date }: ThreadComment): readonly string[] => [id, author, text, date];

/** Makes the threads of a sheet what the model says. A comment without a change keeps its text as the file has it. */
export const writeThreads = (open: OpenWorkbook, sheet: OpenSheet, threads: readonly CommentThread[]): void => {
  const { parts } = open;
  const related = parts.related(sheet.part, "threadedComment");
  if (threads.length === 0) {
    const relation = parts.relations(sheet.part).find(({ kind }) => kind === "threadedComment");
    if (relation !== undefined) parts.unrelate(sheet.part, relation.id);
    return;
  }
  const part = related ?? parts.freeName("xl/threadedComments/threadedComment", ".xml");
  const blank = element("ThreadedComments", { xmlns: threadsNamespace });
  const known = related !== undefined && parts.has(related) ? parts.text(related) : blank;
  const xml = ifReadable(() => new EditableXml(part, known)) ?? new EditableXml(part, blank);
  const byId = new Map(threads.flatMap((thread) => thread.comments.map((one) => [one.id, { thread, one }] as const)));
  const keptParents = new Map<number, string | undefined>();
  xml.children.forEach((child, index) => {
    const { name, attributes, children } = xml.parse(child);
    if (name !== "threadedComment") return;
    const { thread, one } = byId.get(attributes["id"] ?? "") ?? {};
    if (thread === undefined || one === undefined) {
      keptParents.set(index, undefined);
      return;
    }
    byId.delete(one.id);
    const { done } = attributes;
    const isStart = thread.comments[0] === one;
    const isDone = done === "1" || done === "true";
    const changed = {
      ref: thread.cell,
      ...(isStart && isDone !== thread.resolved && { done: thread.resolved ? "1" : "0" }),
    };
    const isSameText = decodeText(children.find((each) => each.name === "text")?.text ?? "") === one.text;
    keptParents.set(
      index,
      isSameText
        ? withAttributes(child, changed)
        : xml.prefixed(element("threadedComment", { ...attributes, ...changed }, commentText(one))),
    );
  });
  xml.replace(keptParents);
  const persons = new Persons(open);
  for (const { thread, one } of byId.values()) {
    const [start] = thread.comments;
    const attributes = {
      ...{
        ref: thread.cell,
        dT: one.date === "" ? undefined : one.date,
        personId: persons.idOf(one.author),
        id: one.id,
      },
      ...(start === one ? { done: thread.resolved ? 1 : undefined } : { parentId: start?.id }),
    };
    xml.insert("threadedComment", element("threadedComment", attributes, commentText(one)), threadOrder);
  }
  persons.write();
  parts.set(part, xml.toString(), threadsType);
  if (related === undefined) parts.relate(sheet.part, `${relationTypes}/threadedComment`, part);
};

const threadOrder = ["threadedComment", "extLst"];

const commentText = ({ text }: ThreadComment): string => element("text", {}, escapeText(encodeText(text)));

/** Sets attributes of the first tag, and leaves all other text as it is. */
const withAttributes = (xml: string, attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).reduce((text, [name, value]) => {
    const tag = /^<[^>]*?(?=\/?>)/.exec(text)?.[0] ?? "";
    const attribute = ` ${name}="${escapeAttribute(value)}"`;
    const old = new RegExp(`\\s${name}=("[^"]*"|'[^']*')`);
    return (old.test(tag) ? tag.replace(old, attribute) : tag + attribute) + text.slice(tag.length);
  }, xml);

/** Those who comment, by name. New ones are added to their part. */
class Persons {
  readonly #open: OpenWorkbook;
  readonly #xml: EditableXml;
  readonly #ids: Map<string, string>;
  #added = 0;

  constructor(open: OpenWorkbook) {
    this.#open = open;
    const { parts } = open;
    const related = parts.related(open.part, "person");
    const blank = element("personList", { xmlns: threadsNamespace });
    const part = related ?? parts.freeName("xl/persons/person", ".xml");
    const known = related !== undefined && parts.has(related) ? parts.text(related) : blank;
    this.#xml = ifReadable(() => new EditableXml(part, known)) ?? new EditableXml(part, blank);
    const entries = this.#xml.all("person").map(({ attributes: { id = "", displayName = "" } }) => [displayName, id]);
    this.#ids = new Map(entries as [string, string][]);
  }

  idOf(author: string): string {
    const known = this.#ids.get(author);
    if (known !== undefined) return known;
    const usedIds = new Set(this.#ids.values());
    const numbered = (number: number): string => `{00000000-0000-4000-8000-${String(number).padStart(12, "0")}}`;
    let number = 1;
    while (usedIds.has(numbered(number))) number += 1;
    const id = numbered(number);
    const attributes = { displayName: author, id, userId: author, providerId: "None" };
    this.#xml.insert("person", element("person", attributes), ["person", "extLst"]);
    this.#ids.set(author, id);
    this.#added += 1;
    return id;
  }

  write(): void {
    const { parts, part } = this.#open;
    if (this.#added === 0) return;
    parts.set(this.#xml.part, this.#xml.toString(), personsType);
    if (parts.related(part, "person") === undefined) parts.relate(part, `${relationTypes}/person`, this.#xml.part);
  }
}

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
