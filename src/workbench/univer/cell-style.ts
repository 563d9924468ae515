import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderData,
  type IStyleData,
  VerticalAlign,
  WrapStrategy,
} from "@univerjs/core";
import { type Border, borderSides, borderStyles, type CellFormat } from "../../ooxml/cell-format";

const aligns = { left: HorizontalAlign.LEFT, center: HorizontalAlign.CENTER, right: HorizontalAlign.RIGHT } as const;
const verticals = { top: VerticalAlign.TOP, center: VerticalAlign.MIDDLE } as const;

/** In the order of `borderStyles`. */
const lines = [
  BorderStyleTypes.THIN,
  BorderStyleTypes.HAIR,
  BorderStyleTypes.DOTTED,
  BorderStyleTypes.DASHED,
  BorderStyleTypes.DASH_DOT,
  BorderStyleTypes.DASH_DOT_DOT,
  BorderStyleTypes.DOUBLE,
  BorderStyleTypes.MEDIUM,
  BorderStyleTypes.MEDIUM_DASHED,
  BorderStyleTypes.MEDIUM_DASH_DOT,
  BorderStyleTypes.MEDIUM_DASH_DOT_DOT,
  BorderStyleTypes.SLANT_DASH_DOT,
  BorderStyleTypes.THICK,
] as const;

const sides = { left: "l", right: "r", top: "t", bottom: "b" } as const;

/** Converts a format of a file to the engine's style. */
export const toStyle = (format: CellFormat): IStyleData => ({
  ...(format.bold === true && { bl: BooleanNumber.TRUE }),
  ...(format.italic === true && { it: BooleanNumber.TRUE }),
  ...(format.underline === true && { ul: { s: BooleanNumber.TRUE } }),
  ...(format.strike === true && { st: { s: BooleanNumber.TRUE } }),
  ...(format.font !== undefined && { ff: format.font }),
  ...(format.size !== undefined && { fs: format.size }),
  ...(format.color !== undefined && { cl: { rgb: format.color } }),
  ...(format.fill !== undefined && { bg: { rgb: format.fill } }),
  ...(format.numberFormat !== undefined && { n: { pattern: format.numberFormat } }),
  ...(format.align !== undefined && { ht: aligns[format.align] }),
  ...(format.vertical !== undefined && { vt: verticals[format.vertical] }),
  ...(format.wrap === true && { tb: WrapStrategy.WRAP }),
  ...(format.borders !== undefined && { bd: toBorders(format.borders) }),
});

/** Converts the engine's style to a format of a file; undefined if it is the default. */
export const fromStyle = (style: IStyleData): CellFormat | undefined => {
  const format: CellFormat = { ...readFont(style), ...readCellFormat(style) };
  return Object.keys(format).length === 0 ? undefined : format;
};

const readFont = (style: IStyleData): CellFormat => ({
  ...(style.bl === BooleanNumber.TRUE && { bold: true }),
  ...(style.it === BooleanNumber.TRUE && { italic: true }),
  ...(style.ul?.s === BooleanNumber.TRUE && { underline: true }),
  ...(style.st?.s === BooleanNumber.TRUE && { strike: true }),
  ...(typeof style.ff === "string" && { font: style.ff }),
  ...(typeof style.fs === "number" && { size: style.fs }),
  ...(typeof style.cl?.rgb === "string" && { color: style.cl.rgb }),
});

const readCellFormat = (style: IStyleData): CellFormat => {
  const align = findStyleKey(aligns, style.ht);
  const vertical = findStyleKey(verticals, style.vt);
  const borders = style.bd ? fromBorders(style.bd) : {};
  return {
    ...(typeof style.bg?.rgb === "string" && { fill: style.bg.rgb }),
    ...(style.n && { numberFormat: style.n.pattern }),
    ...(align !== undefined && { align }),
    ...(vertical !== undefined && { vertical }),
    ...(style.tb === WrapStrategy.WRAP && { wrap: true }),
    ...(Object.keys(borders).length > 0 && { borders }),
  };
};

const findStyleKey = <Key extends string>(values: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined =>
  (Object.keys(values) as Key[]).find((key) => values[key] === value);

const toBorders = (borders: NonNullable<CellFormat["borders"]>): IBorderData => {
  const data: IBorderData = {};
  for (const side of borderSides) {
    const border = borders[side];
    const line = border && lines[borderStyles.indexOf(border.style)];
    if (line !== undefined) data[sides[side]] = { s: line, cl: { rgb: border?.color ?? "#000000" } };
  }
  return data;
};

const fromBorders = (data: IBorderData): NonNullable<CellFormat["borders"]> => {
  const borders: Partial<Record<keyof typeof sides, Border>> = {};
  for (const side of borderSides) {
    const { s, cl } = data[sides[side]] ?? {};
    const style = borderStyles[lines.findIndex((line) => line === s)];
    if (style === undefined) continue;
    const color = cl?.rgb;
    borders[side] = { style, ...(typeof color === "string" && color !== "#000000" && { color }) };
  }
  return borders;
};
