import { DEFAULT_STYLES, type IStyleData, type Nullable, type ObjectMatrix } from "@univerjs/core";
import { DEFAULT_PADDING_DATA } from "@univerjs/engine-render";
import { PREDEFINED_HOOK_NAME_PASTE, type ISheetClipboardHook } from "@univerjs/preset-sheets-core";
import {
  type ISetRangeValuesMutationParams,
  SetRangeValuesMutation,
  SetRangeValuesUndoMutationFactory,
} from "@univerjs/sheets";
import type { Book } from "../book";
import { declaredCell, declaredFormat, declaredFormats, type PastedCell, readPastedCell } from "../pasted-cells";
import { readLines, toOneTable } from "../pasted-tables";
import type { ClipboardParts, HtmlCell } from "./clipboard-parts";

/** A cell of HTML with what its program says of it. */
interface ReadCell extends HtmlCell {
  readonly pasted?: PastedCell;
}

/** A text that stands for a cell until the engine has read the table. */
const placeholder = /\uE000(\d+)\uE001/;

/**
 * Reads the values and number formats of pasted HTML. Univer takes `mso-number-format` only from a style sheet, and only where the text
 * is a number whose display is this text: a cell of text such as 0012 becomes a number, and so do 0x1F and the year of a
 * day of the 1904 date system (https://github.com/dream-num/univer/issues/3675). What it reads of styles, sizes and merged
 * cells stays.
 */
export const readPastedHtml = ({ _htmlToUSM: reader }: ClipboardParts, refuse: () => void): void => {
  const convert = reader.convert.bind(reader);
  let formats: ReadonlyMap<string, string | undefined> = new Map();
  let cells: PastedCell[] = [];
  reader._parseMsoNumfmtFromCssText = (css) => {
    formats = declaredFormats(css);
  };
  reader._getMsoNumfmtForNode = (cell) => {
    const pasted = readCell(cell, formats);
    if (pasted === undefined) return undefined;
    cells.push(pasted);
    const text = `\uE000${cells.length - 1}\uE001`;
    if (textNodes(cell).length === 1) replaceText(cell, text);
    else cell.textContent = text;
    return undefined;
  };
  reader.convert = (html) => {
    formats = new Map();
    cells = [];
    const table = toOneTable(html);
    if (table === undefined) {
      refuse();
      return { cellMatrix: null };
    }
    const converted = convert(table);
    converted.cellMatrix?.forValue((row, column, cell) => {
      converted.cellMatrix?.setValue(row, column, withPasted(cell, cells));
    });
    return converted;
  };
};

const withPasted = (cell: HtmlCell, cells: readonly PastedCell[]): ReadCell => {
  if (typeof cell.v !== "string" || cell.v === "") return cell;
  const index = placeholder.exec(cell.v)?.[1];
  if (index === undefined) return cell.p === undefined ? { ...cell, pasted: { text: cell.v } } : cell;
  const pasted = cells[Number(index)];
  return { ...cell, p: undefined, v: pasted?.text, ...(pasted && { pasted }) };
};

/** Undefined for a cell of one line that says nothing of its value and format, and for one with formats of its own. */
const readCell = (cell: Element, formats: ReadonlyMap<string, string | undefined>): PastedCell | undefined => {
  const declared = declaredCell((name) => cell.getAttribute(name));
  const format = formatOf(cell, formats) ?? declared.format;
  const lines = readLines(cell);
  const isPlain = format === undefined && Object.keys(declared).length === 0;
  if (lines.length < 2 && (isPlain || textNodes(cell).length !== 1)) return undefined;
  return { text: lines.join("\n"), ...declared, ...(format !== undefined && { format }) };
};

/** Of the cell itself, else of its class, its id or its kind of element. */
const formatOf = (cell: Element, formats: ReadonlyMap<string, string | undefined>): string | undefined => {
  const style = cell.getAttribute("style") ?? "";
  if (/mso-number-format/i.test(style)) return declaredFormat(style);
  const name = cell.nodeName.toLowerCase();
  const selectors = [...cell.classList].flatMap((each) => [`.${each}`, `${name}.${each}`]);
  return [...selectors, `#${cell.id}`, name].map((each) => formats.get(each)).find((format) => format !== undefined);
};

/** The texts of a cell that are no blanks. */
const textNodes = (cell: Element): readonly Text[] =>
  [...cell.childNodes].flatMap((node) =>
    node instanceof Element ? textNodes(node) : node instanceof Text && node.data.trim() !== "" ? [node] : [],
  );

/** Replaces the only text of a cell. Blanks around it, with which Excel moves numbers, go. */
const replaceText = (cell: Element, text: string): void => {
  for (const node of cell.childNodes)
    if (node instanceof Element) replaceText(node, text);
    else if (node instanceof Text) node.data = node.data.trim() === "" ? "" : text;
};

/** The kinds of paste that have values. */
const pastesValues: readonly string[] = [
  PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE,
  PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_BESIDES_BORDER,
  PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE,
];

const isStyle = (style: HtmlCell["s"]): style is IStyleData => typeof style === "object" && style !== null;

/** What a pasted cell has where its HTML says nothing, as the engine has it. */
const plainStyle: IStyleData = { ...DEFAULT_STYLES, pd: DEFAULT_PADDING_DATA, bg: null, cl: null };

/** Enters the pasted cells after the engine has, which reads them as numbers where it can. */
export const enterPastedHtml = (
  book: Book,
  { unitId, subUnitId, range }: Parameters<NonNullable<ISheetClipboardHook["onPasteCells"]>>[1],
  cells: ObjectMatrix<Nullable<ReadCell>>,
  pasteType: string,
): ReturnType<NonNullable<ISheetClipboardHook["onPasteCells"]>> => {
  if (!pastesValues.includes(pasteType)) return { undos: [], redos: [] };
  const hasFormats = pasteType !== PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE;
  const cellValue: NonNullable<ISetRangeValuesMutationParams["cellValue"]> = {};
  cells.forValue((r, c, cell) => {
    const [row, column] = [range.rows[r], range.cols[c]];
    if (cell?.pasted === undefined || row === undefined || column === undefined) return;
    const { s, ...value } = readPastedCell(cell.pasted, book.entryContext(subUnitId, row, column));
    const style = hasFormats && isStyle(s) ? { s: { ...plainStyle, ...(isStyle(cell.s) && cell.s), ...s } } : {};
    (cellValue[row] ??= {})[column] = { ...value, ...style };
  });
  const params = { unitId, subUnitId, cellValue };
  const undo = SetRangeValuesUndoMutationFactory(book.engine.injector, params);
  return {
    undos: [{ id: SetRangeValuesMutation.id, params: undo }],
    redos: [{ id: SetRangeValuesMutation.id, params }],
  };
};
