import { BooleanNumber, ColorKit, HorizontalAlign, type IStyleData, VerticalAlign, WrapStrategy } from "@univerjs/core";
import type { FRange } from "@univerjs/sheets/lib/facade";
import { type Area } from "../univer/addresses";
import { autofitColumns, columnWidth, hasStandardWidth, setColumnWidth } from "../univer/column-widths";
import { invalidArgument } from "./errors";
import { ClientObject, type RequestContext, type Shape } from "./object-model";
import { requireWritable } from "./range-actions";

/** A part of a range's format. */
abstract class FormatPart extends ClientObject {
  readonly place: () => Area;

  constructor(context: RequestContext, place: () => Area) {
    super(context);
    this.place = place;
    this.nullObject = false;
  }

  get cells(): FRange {
    requireWritable({ area: this.place(), context: this.context });
    return this.context.host.book.range(this.place());
  }
}

/** What all cells of the range have; null where they differ, as in Excel. */
const common = <Value>(part: FormatPart, read: (style: IStyleData) => Value): Value | null => {
  const { book } = part.context.host;
  const { sheetId, startRow, endRow, startColumn, endColumn } = book.clip(part.place());
  const sheet = book.sheet(sheetId).getSheet();
  const valueAt = (row: number, column: number): Value => read(sheet.getComposedCellStyle(row, column));
  const first = valueAt(startRow, startColumn);
  for (let row = startRow; row <= endRow; row += 1)
    for (let column = startColumn; column <= endColumn; column += 1) if (valueAt(row, column) !== first) return null;
  return first;
};

/** `#rrggbb` of a colour as Office accepts it: `#FFA500`, `FFA500` or `orange`. @throws InvalidArgument */
export const checkColor = (color: unknown): string => {
  const text = String(color);
  const kit = new ColorKit(/^[\da-f]{6}$/i.test(text) ? `#${text}` : text);
  if (!kit.isValid) throw invalidArgument(`"${text}" is no colour`);
  return kit.toHexString().toLowerCase();
};

/** @throws InvalidArgument */
const underlineStyle = (underline: unknown): "underline" | "none" => {
  if (underline === "None") return "none";
  if (underline === "Single") return "underline";
  throw invalidArgument(`underline must be Single or None, got ${String(underline)}`);
};

const fontShape: Shape<RangeFont> = {
  name: "RangeFont",
  properties: {
    bold: {
      get: (font) => common(font, ({ bl }) => bl === BooleanNumber.TRUE),
      set: (font, bold: boolean) => void font.cells.setFontWeight(bold ? "bold" : "normal"),
    },
    underline: {
      get: (font) => common(font, ({ ul }) => (ul?.s === BooleanNumber.TRUE ? "Single" : "None")),
      set: (font, underline: string) => void font.cells.setFontLine(underlineStyle(underline)),
    },
    color: {
      get: (font) => common(font, ({ cl }) => cl?.rgb ?? "#000000"),
      set: (font, color: string) => void font.cells.setFontColor(checkColor(color).toUpperCase()),
    },
    size: {
      get: (font) => common(font, ({ fs }) => fs ?? 11),
      set: (font, size: number) => void font.cells.setFontSize(size),
    },
  },
};

class RangeFont extends FormatPart {
  override get shape(): typeof fontShape {
    return fontShape;
  }
}

const fillShape: Shape<RangeFill> = {
  name: "RangeFill",
  properties: {
    color: {
      get: (fill) => common(fill, ({ bg }) => bg?.rgb ?? "#FFFFFF"),
      set: (fill, color: string) => void fill.cells.setBackgroundColor(checkColor(color).toUpperCase()),
    },
  },
};

class RangeFill extends FormatPart {
  override get shape(): typeof fillShape {
    return fillShape;
  }
}

const formatShape: Shape<RangeFormat> = {
  name: "RangeFormat",
  properties: {
    columnWidth: {
      get: (format) => columnWidth(format.context.host.book, format.place()),
      set: (format, width: number) => setColumnWidth(format.context.host.book, format.place(), width),
    },
    wrapText: {
      get: (format) => common(format, ({ tb }) => tb === WrapStrategy.WRAP),
      set: (format, wrap: boolean) => void format.cells.setWrap(wrap),
    },
    horizontalAlignment: {
      get: (format) => common(format, ({ ht }) => horizontal.get(ht ?? HorizontalAlign.UNSPECIFIED) ?? "General"),
      set: (format, align: string) => void format.cells.setHorizontalAlignment(toHorizontalAlign(align)),
    },
    verticalAlignment: {
      get: (format) => common(format, ({ vt }) => vertical.get(vt ?? VerticalAlign.UNSPECIFIED) ?? "Bottom"),
      set: (format, align: string) => void format.cells.setVerticalAlignment(toVerticalAlign(align)),
    },
    useStandardWidth: {
      get: (format) => hasStandardWidth(format.context.host.book, format.place()),
    },
  },
  links: {
    font: ({ context, place }) => new RangeFont(context, place),
    fill: ({ context, place }) => new RangeFill(context, place),
  },
};

const horizontal = new Map([
  [HorizontalAlign.LEFT, "Left"],
  [HorizontalAlign.CENTER, "Center"],
  [HorizontalAlign.RIGHT, "Right"],
]);
const vertical = new Map([
  [VerticalAlign.TOP, "Top"],
  [VerticalAlign.MIDDLE, "Center"],
]);

const toVerticalAlign = (align: string): "top" | "middle" | "bottom" => {
  if (align === "Center") return "middle";
  return align === "Top" ? "top" : "bottom";
};

const toHorizontalAlign = (align: string): "left" | "center" | "normal" => {
  if (align === "Center") return "center";
  return align === "Left" ? "left" : "normal";
};

/** `Excel.RangeFormat`. */
export class RangeFormat extends FormatPart {
  override get shape(): typeof formatShape {
    return formatShape;
  }

  autofitColumns(): void {
    this.context.queue(() => autofitColumns(this.context.host.book, this.place()));
  }
}
