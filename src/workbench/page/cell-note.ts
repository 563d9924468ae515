import { numfmt } from "@univerjs/core";
import { isObject } from "../../facts/json";
import type { FunctionHost } from "../functions/function-host";
import { keptResultAt, keptResults } from "../functions/kept-results";
import { errorAt } from "../functions/read-cells";
import type { Book } from "../univer/book";
import { linkText } from "../univer/link-targets";
import { spillObstacle } from "../univer/spill-obstacle";
import { t, type TextKey } from "../texts";
import { make } from "./dom";

interface NoteDataType {
  readonly type?: unknown;
  readonly text?: string;
  readonly basicValue?: unknown;
  readonly properties?: Readonly<Record<string, NoteProperty>>;
}

interface NoteProperty {
  readonly basicValue?: unknown;
  readonly elements?: unknown;
  readonly numberFormat?: string;
}

/** Shows details of the active cell below the sheet: the message of an error, the card of an entity, comments, or a prompt. */
export const showCellNote = (container: HTMLElement, book: Book, functions: FunctionHost): void => {
  const cell = book.workbook.getActiveCell();
  const place = cell && { sheetId: cell.getSheetId(), row: cell.getRow(), column: cell.getColumn() };
  const note = (place ? noteLines(book, functions, place) : undefined) ?? keptNote(book);
  container.hidden = note === undefined;
  container.replaceChildren(...(note ?? []));
};

interface NoteCell {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

const noteLines = (book: Book, functions: FunctionHost, place: NoteCell): Node[] | undefined => {
  const { row, column, sheetId } = place;
  const value =
    book.values({ sheetId, startRow: row, endRow: row, startColumn: column, endColumn: column })[0]?.[0] ?? "";
  const error = errorAt(book, functions, { ...place, value });
  if (error !== undefined) {
    const { code, message = code === "#SPILL!" ? spillNote(book, place) : errorMeaning(code) } = error;
    return [make("strong", { class: "error" }, code), make("span", {}, message)];
  }
  return (
    dataTypeLines(book, functions, place, value) ??
    threadLines(book, place) ??
    promptLines(book, place) ??
    linkLines(book, place) ??
    keptAt(book, place)
  );
};

/** That the value of a cell is the file's. */
const keptAt = (book: Book, place: NoteCell): Node[] | undefined => {
  const result = keptResultAt(book, { unitId: book.unitId, ...place });
  return (
    result && [
      make("strong", {}, t("note.kept")),
      make("span", {}, t("note.keptCell", { functions: result.functions.join(", ") })),
    ]
  );
};

/** So many cells are named. */
const mostFunctionsNamed = 3;

/** Which cells have values of the file, whatever cell is selected. */
const keptNote = (book: Book): Node[] | undefined => {
  const results = keptResults(book);
  if (results.length === 0) return undefined;
  const sources = results
    .slice(0, mostFunctionsNamed)
    .map(({ functions, address }) => `${functions.join(", ")} (${address})`);
  const cells = sources.join(", ");
  const others = results.length - sources.length;
  const text =
    others === 0
      ? t("note.keptCells", { cells })
      : t("note.keptMore", { cells, count: others.toLocaleString(document.documentElement.lang) });
  return [make("strong", {}, t("note.kept")), make("span", {}, text)];
};

/** The card of an entity, or of a number with properties that is the cell's value. */
const dataTypeLines = (book: Book, functions: FunctionHost, place: NoteCell, value: unknown): Node[] | undefined => {
  const { row, column, sheetId } = place;
  const anchor = book.spillOver(sheetId, row, column);
  const from = { unitId: book.unitId, sheetId, row: anchor?.startRow ?? row, column: anchor?.startColumn ?? column };
  const offset = { row: row - from.row, column: column - from.column };
  const dataType: NoteDataType | undefined = functions.calls.dataTypeAt(from, offset);
  if (dataType?.type === "Entity") return cardLines(dataType.text ?? "", dataType);
  if (dataType?.properties === undefined || dataType.basicValue !== value) return undefined;
  return cardLines(String(dataType.basicValue), dataType);
};

/** Where the link of a cell leads to. */
const linkLines = (book: Book, { sheetId, row, column }: NoteCell): Node[] | undefined => {
  const link = book.links.at(sheetId, row, column);
  return link && [make("strong", {}, t("link.note")), make("span", {}, linkText(link))];
};

/** The comments at a cell, each with the name of its author. */
const threadLines = (book: Book, place: NoteCell): Node[] | undefined =>
  book.threads
    .at(place)
    ?.comments.flatMap(({ author, text }) => [
      make("strong", {}, author === "" ? t("note.comment") : author),
      make("span", {}, text),
    ]);

/** What the data validation of a cell tells its user. */
const promptLines = (book: Book, place: NoteCell): Node[] | undefined => {
  const {
    shown: isShown,
    title,
    message,
  } = book.dataValidations.at(place)?.prompt ?? { shown: false, title: "", message: "" };
  if (!isShown || title + message === "") return undefined;
  return [...(title === "" ? [] : [make("strong", {}, title)]), make("span", {}, message)];
};

const meanings = { "#BUSY!": "note.busy", "#NAME?": "note.name" } as const satisfies Record<string, TextKey>;

/** Names what is in the way. */
const spillNote = (book: Book, { sheetId, row, column }: NoteCell): string => {
  const obstacle = spillObstacle(book, sheetId, row, column);
  if (obstacle === undefined) return t("note.spill");
  const { needs } = obstacle;
  switch (obstacle.kind) {
    case "cell":
      return t("note.spillCell", { cell: obstacle.at, needs });
    case "merged":
      return t("note.spillMerged", { cells: obstacle.at, needs });
    case "table":
      return t("note.spillTable", { table: obstacle.at, needs });
    case "edge":
      return t("note.spillEdge", { needs });
  }
};

const errorMeaning = (code: string): string => (code in meanings ? t(meanings[code as keyof typeof meanings]) : "");

const cardLines = (title: string, { properties = {} }: NoteDataType): Node[] => [
  make("strong", {}, title),
  ...Object.entries(properties).flatMap(([label, { basicValue, elements, numberFormat }]) => {
    const text =
      typeof basicValue === "number" ? formatProperty(basicValue, numberFormat) : propertyText(basicValue ?? elements);
    return text === "" ? [] : [make("span", { class: "property" }, make("em", {}, label), ` ${text}`)];
  }),
];

const formatProperty = (value: number, numberFormat = "General"): string => numfmt.format(numberFormat, value);

const propertyText = (value: unknown): string => {
  if (Array.isArray(value)) return value.flat().map(propertyText).join(", ");
  if (isObject(value) && "basicValue" in value) return propertyText(value["basicValue"]);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};
