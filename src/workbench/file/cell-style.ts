import { BooleanNumber, HorizontalAlign, WrapStrategy, type IStyleData } from "@univerjs/core";
import type { CellFormat } from "./workbook-file";

const aligns = { left: HorizontalAlign.LEFT, center: HorizontalAlign.CENTER, right: HorizontalAlign.RIGHT } as const;

/** Converts a format of a file to the engine's style. */
export const toStyle = (format: CellFormat): IStyleData => ({
  ...(format.bold === true && { bl: BooleanNumber.TRUE }),
  ...(format.italic === true && { it: BooleanNumber.TRUE }),
  ...(format.color !== undefined && { cl: { rgb: format.color } }),
  ...(format.fill !== undefined && { bg: { rgb: format.fill } }),
  ...(format.numberFormat !== undefined && { n: { pattern: format.numberFormat } }),
  ...(format.align !== undefined && { ht: aligns[format.align] }),
  ...(format.wrap === true && { tb: WrapStrategy.WRAP }),
});

/** Converts the engine's style to a format of a file; undefined if it is the default. */
export const fromStyle = (style: IStyleData): CellFormat | undefined => {
  const align = (Object.keys(aligns) as (keyof typeof aligns)[]).find((name) => aligns[name] === style.ht);
  const format: CellFormat = {
    ...(style.bl === BooleanNumber.TRUE && { bold: true }),
    ...(style.it === BooleanNumber.TRUE && { italic: true }),
    ...(typeof style.cl?.rgb === "string" && { color: style.cl.rgb }),
    ...(typeof style.bg?.rgb === "string" && { fill: style.bg.rgb }),
    ...(style.n && { numberFormat: style.n.pattern }),
    ...(align !== undefined && { align }),
    ...(style.tb === WrapStrategy.WRAP && { wrap: true }),
  };
  return Object.keys(format).length === 0 ? undefined : format;
};
