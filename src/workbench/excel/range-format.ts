import { BooleanNumber, WrapStrategy } from "@univerjs/core";
import type { FRange } from "@univerjs/sheets/lib/facade";
import type { Area } from "../univer/addresses";
import { autofitColumns, columnWidth, setColumnWidth } from "../univer/column-widths";
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

const styleOf = (part: FormatPart) => part.context.host.book.range(part.place()).getCellStyleData();

const fontShape: Shape<RangeFont> = {
  name: "RangeFont",
  properties: {
    bold: {
      get: (font) => styleOf(font)?.bl === BooleanNumber.TRUE,
      set: (font, bold: boolean) => void font.cells.setFontWeight(bold ? "bold" : "normal"),
    },
    italic: {
      get: (font) => styleOf(font)?.it === BooleanNumber.TRUE,
      set: (font, italic: boolean) => void font.cells.setFontStyle(italic ? "italic" : "normal"),
    },
    color: {
      get: (font) => styleOf(font)?.cl?.rgb ?? "#000000",
      set: (font, color: string) => void font.cells.setFontColor(color),
    },
    size: {
      get: (font) => styleOf(font)?.fs ?? 11,
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
      get: (fill) => styleOf(fill)?.bg?.rgb ?? "#FFFFFF",
      set: (fill, color: string) => void fill.cells.setBackgroundColor(color),
    },
  },
};

class RangeFill extends FormatPart {
  override get shape(): typeof fillShape {
    return fillShape;
  }

  clear(): void {
    this.context.queue(() => void this.cells.setBackgroundColor(""));
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
      get: (format) => styleOf(format)?.tb === WrapStrategy.WRAP,
      set: (format, wrap: boolean) => void format.cells.setWrap(wrap),
    },
    horizontalAlignment: {
      get: (format) => format.context.host.book.range(format.place()).getHorizontalAlignment(),
      set: (format, align: string) => void format.cells.setHorizontalAlignment(alignmentOf(align)),
    },
  },
  links: {
    font: ({ context, place }) => new RangeFont(context, place),
    fill: ({ context, place }) => new RangeFill(context, place),
  },
};

const alignmentOf = (align: string): "left" | "center" | "normal" => {
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

  /** Rows of the workbench always fit their content. */
  autofitRows(): void {
    this.context.queue(() => undefined);
  }
}
