import { pointsPerPixel } from "../facts/units";
import { sheetColumns } from "../facts/excel-limits";
import { cellName, parseCell } from "../facts/addresses";
import { pointAt, type SheetSizes } from "./chart-model";
import { ifReadable } from "./ooxml-error";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { officeRelations } from "./package";
import { decodeText, encodeText } from "./shared-strings";
import { sheetOrder } from "./sheet";
import { areSameThreads, readThreads } from "./threads";
import type { CommentThread, NoteModel } from "./workbook-model";
import { EditableXml } from "./editable-xml";
import { childrenOf, element, escapeText, mainNamespace, type XmlElement } from "./xml";

const commentsType = "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml";
const legacyDrawingType = "application/vnd.openxmlformats-officedocument.vmlDrawing";
/** In pixels, if a file does not say it. */
export const usualNoteSize = { width: 144, height: 79 } as const;

/** In pixels; larger sizes are taken for a mistake. */
const longestSide = 10_000;

/** Excel gives each thread of comments a note for older programs, by an author of this name. */
const isPlaceholder = (author: string): boolean => author.startsWith("tc=");

interface StoredNote {
  readonly cell: string;
  readonly author: string;
  readonly text: string;
  readonly xml: string;
}

/** The box of a note. Its drawing is in VML, an older language that need not be well-formed. */
interface NoteShape {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly cell: string;
}

const relatedPart = ({ parts }: OpenWorkbook, { part }: OpenSheet, kind: string): string | undefined => {
  const target = parts.related(part, kind);
  return target !== undefined && parts.has(target) ? target : undefined;
};

/** The notes of a part with comments, placeholders of threads included. @throws OoxmlError if it is damaged */
const storedNotes = (xml: EditableXml): StoredNote[] => {
  const authors = childrenOf(xml.child("authors"), "author").map(({ text }) => decodeText(text));
  const list = xml.get("commentList");
  if (list === undefined) return [];
  const comments = new EditableXml(xml.part, list);
  return comments.children.flatMap((comment) => {
    const { attributes, children } = comments.parse(comment);
    const place = parseCell(attributes["ref"] ?? "");
    if (place === undefined) return [];
    const author = authors[Number(attributes["authorId"] ?? 0)] ?? "";
    const text = noteText(children.find(({ name }) => name === "text"));
    return [{ cell: cellName(place.row, place.column), author, text, xml: comment }];
  });
};

const noteText = (text: XmlElement | undefined): string =>
  (text?.children ?? [])
    .flatMap((child) => (child.name === "t" ? [child] : child.name === "r" ? childrenOf(child, "t") : []))
    .map((one) => decodeText(one.text))
    .join("");

const partWithNotes = (
  open: OpenWorkbook,
  sheet: OpenSheet,
): { readonly xml: EditableXml; readonly notes: readonly StoredNote[] } | undefined => {
  const part = relatedPart(open, sheet, "comments");
  if (part === undefined) return undefined;
  return ifReadable(() => {
    const xml = new EditableXml(part, open.parts.text(part));
    return { xml, notes: storedNotes(xml) };
  });
};

/** Whether a sheet has comments that cannot be read: they are kept, and stay at their cells. */
export const hasUnshownComments = (open: OpenWorkbook, sheet: OpenSheet): boolean =>
  readOrphans(open, sheet).length > 0 ||
  (relatedPart(open, sheet, "comments") !== undefined && partWithNotes(open, sheet) === undefined);

/** The placeholders whose thread cannot be read. */
const readOrphans = (open: OpenWorkbook, sheet: OpenSheet): StoredNote[] => {
  const authors = new Set(readThreads(open, sheet).map(placeholderAuthor));
  const notes = partWithNotes(open, sheet)?.notes ?? [];
  return notes.filter(({ author }) => isPlaceholder(author) && !authors.has(author));
};

const placeholderAuthor = ({ comments }: CommentThread): string => `tc=${comments[0]?.id ?? ""}`;

/** The notes of a sheet, by row and column. */
export const readNotes = (open: OpenWorkbook, sheet: OpenSheet): NoteModel[] => {
  const cells = new Set<string>();
  return allNotes(open, sheet).filter(({ cell, author = "" }) => {
    if (isPlaceholder(author) || cells.has(cell)) return false;
    cells.add(cell);
    return true;
  });
};

/** The notes of a sheet, placeholders of threads included. */
const allNotes = (open: OpenWorkbook, sheet: OpenSheet): NoteModel[] => {
  const boxes = new Map(readShapes(open, legacyDrawing(open, sheet)).map(({ cell, text }) => [cell, readBox(text)]));
  return (partWithNotes(open, sheet)?.notes ?? []).map(({ cell, author, text }) => ({
    cell,
    text,
    ...(author !== "" && { author }),
    ...(boxes.get(cell) ?? usualNoteSize),
    source: cell,
  }));
};

const readBox = (shape: string): Pick<NoteModel, "width" | "height" | "visible"> => {
  const points = (side: "width" | "height"): number => {
    const size = new RegExp(`[;"'\\s]${side}:\\s*([\\d.]+)pt`).exec(shape)?.[1];
    const pixels = Math.round(Number(size) / pointsPerPixel);
    return pixels >= 1 && pixels <= longestSide ? pixels : usualNoteSize[side];
  };
  const visible = /<x:Visible\s*(\/>|>\s*((True|t|1)\s*)?<)/i.test(shape);
  return { width: points("width"), height: points("height"), ...(visible && { visible }) };
};

const legacyDrawing = ({ parts }: OpenWorkbook, sheet: OpenSheet): string | undefined => {
  const attributes = Object.entries(sheet.cells?.xml.child("legacyDrawing")?.attributes ?? {});
  const id = attributes.find(([name]) => name.endsWith(":id"))?.[1];
  const target = parts.relations(sheet.part).find((relation) => relation.id === id)?.target;
  return target !== undefined && parts.has(target) ? target : undefined;
};

const shapeStart = "<v:shape ";
const shapeEnd = "</v:shape>";

const readShapes = ({ parts }: OpenWorkbook, drawing: string | undefined): NoteShape[] => {
  const text = drawing === undefined ? "" : (ifReadable(() => parts.text(drawing)) ?? "");
  const shapes: NoteShape[] = [];
  for (let start = text.indexOf(shapeStart); start !== -1;) {
    const close = text.indexOf(shapeEnd, start);
    if (close === -1) break;
    const end = close + shapeEnd.length;
    const shape = text.slice(start, end);
    const [row, column] = ["Row", "Column"].map((name) => new RegExp(`<x:${name}>\\s*(\\d+)`).exec(shape)?.[1]);
    if (/ObjectType=["']Note["']/.test(shape) && row !== undefined && column !== undefined)
      shapes.push({ start, end, text: shape, cell: cellName(Number(row), Number(column)) });
    start = text.indexOf(shapeStart, end);
  }
  return shapes;
};

/** What a sheet has at its cells. */
export interface SheetComments {
  readonly notes: readonly NoteModel[];
  readonly threads: readonly CommentThread[];
}

/** Makes the notes of a sheet what the model says, and those that stand for its threads. Notes without a change keep their text. */
export const writeNotes = (
  open: OpenWorkbook,
  sheet: OpenSheet,
  before: SheetComments,
  after: SheetComments,
  sizes: SheetSizes,
): void => {
  if (notesKey(before.notes) === notesKey(after.notes) && areSameThreads(before.threads, after.threads)) return;
  const known = partWithNotes(open, sheet);
  if (known === undefined && relatedPart(open, sheet, "comments") !== undefined) return;
  const placeholders = threadPlaceholders(allNotes(open, sheet), before.threads, after.threads);
  const placeholderCells = new Set(placeholders.map(({ cell }) => cell));
  const notes = [...after.notes.filter(({ cell }) => !placeholderCells.has(cell)), ...placeholders];
  writeComments(open, sheet, known, notes);
  writeShapes(open, sheet, notes, sizes);
};

/** The notes that stand for threads. One without a thread stays, because its thread may be there and not be read. */
const threadPlaceholders = (
  notes: readonly NoteModel[],
  before: readonly CommentThread[],
  after: readonly CommentThread[],
): NoteModel[] => {
  const old = new Map(before.map((thread) => [placeholderAuthor(thread), thread]));
  const known = new Map(notes.flatMap((note) => (isPlaceholder(note.author ?? "") ? [[note.author, note]] : [])));
  const orphans = [...known.values()].filter(({ author = "" }) => !old.has(author));
  const current = after.map((thread): NoteModel => {
    const author = placeholderAuthor(thread);
    const [note, was] = [known.get(author), old.get(author)];
    if (note === undefined || was === undefined)
      return { cell: thread.cell, author, text: placeholderText(thread), ...usualNoteSize };
    const isSame = placeholderText(was) === placeholderText(thread);
    return { ...note, cell: thread.cell, ...(!isSame && { text: placeholderText(thread) }) };
  });
  return [...orphans, ...current];
};

const placeholderText = ({ comments }: CommentThread): string =>
  [
    "[Threaded comment]",
    "Your program shows these comments as a note. A change of the note is lost when a newer program opens the file.",
    comments.map(({ text }, index) => `${index === 0 ? "Comment" : "Reply"}:\n    ${text}`).join("\n"),
  ].join("\n\n");

/** The cells whose notes a file cannot take, because comments are there that cannot be read. */
export const cellsWithoutNote = (open: OpenWorkbook, sheet: OpenSheet, cells: readonly string[]): string[] => {
  if (relatedPart(open, sheet, "comments") === undefined) return [];
  if (partWithNotes(open, sheet) === undefined) return [...cells];
  const orphanCells = new Set(readOrphans(open, sheet).map(({ cell }) => cell));
  return cells.filter((cell) => orphanCells.has(cell));
};

const notesKey = (notes: readonly NoteModel[]): string =>
  JSON.stringify(
    notes
      .toSorted((one, other) => cellOrder(one.cell) - cellOrder(other.cell))
      .map(({ cell, text, author, width, height, visible, source }) => [
        ...[cell, text, author ?? "", width, height, visible === true],
        source,
      ]),
  );

const writeComments = (
  open: OpenWorkbook,
  sheet: OpenSheet,
  known: ReturnType<typeof partWithNotes>,
  notes: readonly NoteModel[],
): void => {
  const { parts } = open;
  if (notes.length === 0) {
    unrelate(open, sheet, known?.xml.part);
    return;
  }
  const xml = known?.xml ?? addComments(open, sheet);
  const authors = childrenOf(xml.child("authors"), "author").map(({ text }) => decodeText(text));
  const numbers = new Map(authors.map((author, number) => [author, number] as const).toReversed());
  const numberOf = (author: string): number => {
    const number = numbers.get(author) ?? authors.push(author) - 1;
    numbers.set(author, number);
    return number;
  };
  const byCell = new Map(known?.notes.map((note) => [note.cell, note]));
  const entries = notes.map(({ cell, source, author = "", text }): readonly [cell: string, xml: string] => {
    const old = byCell.get(source ?? "");
    if (old?.author === author && old.text === text)
      return [cell, old.xml.replace(/(\sref=)(?:"[^"]*"|'[^']*')/, `$1"${cell}"`)];
    const content = element("t", { "xml:space": "preserve" }, escapeText(encodeText(text)));
    return [
      cell,
      element("comment", { ref: cell, authorId: numberOf(author) }, element("text", {}, element("r", {}, content))),
    ];
  });
  const all = entries.toSorted(([one], [other]) => cellOrder(one) - cellOrder(other));
  const authorElements = authors.map((author) => element("author", {}, escapeText(encodeText(author))));
  xml.set("authors", element("authors", {}, authorElements.join("")), commentsOrder);
  xml.set("commentList", element("commentList", {}, all.map(([, comment]) => comment).join("")), commentsOrder);
  parts.set(xml.part, xml.toString(), commentsType);
};

const commentsOrder = ["authors", "commentList", "extLst"];

const cellOrder = (cell: string): number => {
  const { row = 0, column = 0 } = parseCell(cell) ?? {};
  return row * sheetColumns + column;
};

const addComments = ({ parts }: OpenWorkbook, sheet: OpenSheet): EditableXml => {
  const part = parts.freeName("xl/comments", ".xml");
  const xml = element("comments", { xmlns: mainNamespace });
  parts.set(part, xml, commentsType);
  parts.relate(sheet.part, `${officeRelations}/comments`, part);
  return new EditableXml(part, xml);
};

const unrelate = ({ parts }: OpenWorkbook, sheet: OpenSheet, target: string | undefined): void => {
  const relation = parts.relations(sheet.part).find((one) => one.target === target);
  if (relation !== undefined) parts.unrelate(sheet.part, relation.id);
};

const writeShapes = (open: OpenWorkbook, sheet: OpenSheet, notes: readonly NoteModel[], sizes: SheetSizes): void => {
  const drawing = legacyDrawing(open, sheet);
  const bySource = new Map(notes.map((note) => [note.source, note]));
  const drawnNotes = new Set<NoteModel>();
  const old = drawing === undefined ? blankDrawing : (ifReadable(() => open.parts.text(drawing)) ?? blankDrawing);
  let [text, at] = ["", 0];
  for (const shape of readShapes(open, drawing)) {
    const note = bySource.get(shape.cell);
    text += old.slice(at, shape.start);
    if (note !== undefined && !drawnNotes.has(note)) {
      drawnNotes.add(note);
      text += changedShape(shape.text, note, sizes);
    }
    at = shape.end;
  }
  text += old.slice(at);
  let id = [...text.matchAll(/\bid=["']_x0000_s(\d+)/g)].reduce((most, [, one]) => Math.max(most, Number(one)), 1_024);
  const newShapes = notes.filter((note) => !drawnNotes.has(note)).map((note) => newShape(note, (id += 1), sizes));
  const end = text.lastIndexOf("</");
  text = text.slice(0, end) + newShapes.join("") + text.slice(end);
  if (!text.includes(shapeStart)) {
    unrelate(open, sheet, drawing);
    sheet.cells?.xml.set("legacyDrawing", undefined, sheetOrder);
    return;
  }
  const part = drawing ?? addLegacyDrawing(open, sheet);
  // Programs write this part without the declaration of XML.
  open.parts.set(part, new TextEncoder().encode(text), legacyDrawingType);
};

const addLegacyDrawing = ({ parts }: OpenWorkbook, sheet: OpenSheet): string => {
  const part = parts.freeName("xl/drawings/vmlDrawing", ".vml");
  const relation = parts.relate(sheet.part, `${officeRelations}/vmlDrawing`, part);
  const attributes = { "xmlns:r": officeRelations, "r:id": relation };
  sheet.cells?.xml.set("legacyDrawing", element("legacyDrawing", attributes), sheetOrder);
  return part;
};

const blankDrawing =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype></xml>';

/** Cell and pixels of the box's corners: left, top, right, bottom. It stands beside its cell. */
const anchorText = ({ cell, width, height }: NoteModel, sizes: SheetSizes): string => {
  const { row = 0, column = 0 } = parseCell(cell) ?? {};
  const [left, top] = [15, row === 0 ? 2 : 10];
  const start = { column: column + 1, row: Math.max(0, row - 1) };
  const end = pointAt(left + width, top + height, {
    widthOf: (at) => sizes.widthOf(start.column + at),
    heightOf: (at) => sizes.heightOf(start.row + at),
  });
  const corner = [start.column + end.column, Math.round(end.columnOffset), start.row + end.row];
  return [start.column, left, start.row, top, ...corner, Math.round(end.rowOffset)].join(", ");
};

const newShape = (note: NoteModel, id: number, sizes: SheetSizes): string => {
  const { row = 0, column = 0 } = parseCell(note.cell) ?? {};
  const size = `width:${note.width * pointsPerPixel}pt;height:${note.height * pointsPerPixel}pt`;
  const style = `position:absolute;${size};z-index:1;visibility:${note.visible === true ? "visible" : "hidden"}`;
  const data =
    "<x:MoveWithCells/><x:SizeWithCells/>" +
    element("x:Anchor", {}, anchorText(note, sizes)) +
    element("x:AutoFill", {}, "False") +
    element("x:Row", {}, String(row)) +
    element("x:Column", {}, String(column)) +
    (note.visible === true ? "<x:Visible/>" : "");
  const content =
    '<v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox>' +
    element("x:ClientData", { ObjectType: "Note" }, data);
  const look = { fillcolor: "#ffffe1", "o:insetmode": "auto" };
  return element("v:shape", { id: `_x0000_s${id}`, type: "#_x0000_t202", style, ...look }, content);
};

/** A box at another place or of another size. Its colours stay. */
const changedShape = (shape: string, note: NoteModel, sizes: SheetSizes): string => {
  const { row = 0, column = 0 } = parseCell(note.cell) ?? {};
  const now = (side: "width" | "height"): string => `${side}:${note[side] * pointsPerPixel}pt`;
  const wasVisible = /<x:Visible\b/.test(shape);
  const isSame = note.source === note.cell && wasVisible === (note.visible === true);
  const isSized = (["width", "height"] as const).every((side) => {
    const size = new RegExp(`[;"'\\s]${side}:\\s*([\\d.]+)pt`).exec(shape)?.[1];
    return size === undefined || Math.round(Number(size) / pointsPerPixel) === note[side];
  });
  if (isSame && isSized) return shape;
  // Without the property a box is shown. The first style is that of the shape itself.
  const styled = shape.includes("visibility:") ? shape : shape.replace(/(\sstyle=["'])/, "$1visibility:visible;");
  return styled
    .replace(/(<x:Row>)[^<]*/, `$1${row}`)
    .replace(/(<x:Column>)[^<]*/, `$1${column}`)
    .replace(/(<x:Anchor>)[^<]*/, `$1${anchorText(note, sizes)}`)
    .replace(/([;"'\s])width:\s*[\d.]+pt/, `$1${now("width")}`)
    .replace(/([;"'\s])height:\s*[\d.]+pt/, `$1${now("height")}`)
    .replace(/visibility:\s*\w+/, `visibility:${note.visible === true ? "visible" : "hidden"}`)
    .replace(/<x:Visible\s*(?:\/>|>[^<]*<\/x:Visible>)/, "")
    .replace("</x:ClientData>", `${note.visible === true ? "<x:Visible/>" : ""}</x:ClientData>`);
};
