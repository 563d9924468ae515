import { SaxesParser } from "saxes";
import { ImportError, type ReadRow } from "./import-error";
import { fileText, tooLong, type SourceFile } from "./source-file";

/** An element with all inside it, in order. Names have no prefix of the namespace. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (XmlElement | string)[];
}

interface GrowingElement extends XmlElement {
  readonly content: (GrowingElement | string)[];
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * The elements of these names, each as a tree, while the file is read. Elements of these names inside them are part of
 * their tree. Entities of a file's own are refused.
 */
export async function* xmlElements(
  file: SourceFile,
  names: ReadonlySet<string>,
): AsyncGenerator<ReadRow<XmlElement>, void> {
  const ready: ReadRow<XmlElement>[] = [];
  const parser = new SaxesParser({ position: true });
  const path: GrowingElement[] = [];
  let levels = 0;
  let start = { line: 1, position: 0 };
  // Characters before the last piece of the file in which anything was parsed to its end.
  let lastEvent = 0;
  parser.on("error", (error) => {
    throw new ImportError(
      `${file.path}, line ${parser.line} is no well-formed XML: ${error.message.replace(/^[\d:]+\s*/, "")}`,
    );
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("["))
      throw new ImportError(`${file.path}, line ${parser.line} declares entities of its own, which is not allowed.`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    lastEvent = parser.position;
    levels += 1;
    if (levels > file.limits.xmlLevels)
      throw new ImportError(
        `${file.path}, line ${parser.line} has more than ${file.limits.xmlLevels} levels, which is the limit.`,
      );
    const local = localName(name);
    if (path.length === 0 && !names.has(local)) return;
    if (path.length === 0) start = { line: parser.line, position: parser.position };
    const element: GrowingElement = { name: local, attributes: attributes as Record<string, string>, content: [] };
    path.at(-1)?.content.push(element);
    path.push(element);
  });
  const addText = (text: string): void => {
    lastEvent = parser.position;
    path.at(-1)?.content.push(text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    lastEvent = parser.position;
    levels -= 1;
    const element = path.pop();
    if (element !== undefined && path.length === 0) ready.push({ line: start.line, record: element });
  });
  for await (const piece of fileText(file)) {
    parser.write(piece);
    if (path.length > 0 && parser.position - start.position > file.limits.rowBytes) throw tooLong(file, start.line);
    if (parser.position - lastEvent > file.limits.rowBytes) throw tooLong(file, parser.line);
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready.splice(0);
}

export const childElements = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.content.filter((child): child is XmlElement => typeof child !== "string" && child.name === name) ?? [];

/** The first element along a path of names. */
export const elementAt = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((at, name) => childElements(at, name)[0], element);

/** Elements that end a line of text. */
const blocks = new Set([
  "p",
  "br",
  "div",
  "li",
  "tr",
  "h1",
  "h2",
  "h3",
  "h4",
  "hl1",
  "hl2",
  "section",
  "title",
  "block",
]);

/** What is no part of a text: the head of a page, or of NITF. */
const hidden = new Set(["head", "script", "style"]);

const contentText = (element: XmlElement): string =>
  element.content
    .map((child) => {
      if (typeof child === "string") return child.replace(/\s+/g, " ");
      const name = child.name.toLowerCase();
      return hidden.has(name) ? "" : contentText(child) + (blocks.has(name) ? "\n" : "");
    })
    .join("");

/** All text inside an element. Paragraphs end with a line break. */
export const elementText = (element: XmlElement | undefined): string =>
  element === undefined
    ? ""
    : contentText(element)
        .replace(/ {2,}/g, " ")
        .replace(/ ?\n[ \n]*/g, "\n")
        .trim();

export const textAt = (element: XmlElement | undefined, ...names: readonly string[]): string =>
  elementText(elementAt(element, ...names));
