import type { AddinError } from "../error/addin-error";
import type { CellError } from "../error/cell-error";

/** A number that the host should show with this format, where it takes formatted values (dates up to 1,000 rows). */
export interface FormattedCell {
  readonly kind: "formatted";
  readonly value: number;
  readonly numberFormat: string;
}

/** A property of an entity card: text, number or a list of them. */
export type CardValue = string | number | boolean | readonly CardValue[];

/** An entity data type with a card; a host that cannot show it gets `text`. */
export interface EntityCell {
  readonly kind: "entity";
  readonly text: string;
  /** Sections of the card in order: title → label → value. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, CardValue>>>>;
}

/** What may stand in one cell; missing is "", never null (a null in an array shows 0 in Excel). */
export type CellValue = string | number | boolean | AddinError | CellError | FormattedCell | EntityCell;

/** Rows of equal length, at least 1 × 1. */
export type Matrix = readonly (readonly CellValue[])[];
