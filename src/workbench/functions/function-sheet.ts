import type { BaseReferenceObject } from "@univerjs/engine-formula";
import type { CellPlace } from "./cell-place";

/** What the function host asks of the workbook it serves. */
export interface FunctionSheet {
  readonly addressOf: (place: CellPlace) => string;
  readonly rangeAddressOf: (reference: BaseReferenceObject) => string;
  readonly holdsFormula: (place: CellPlace) => boolean;
  readonly makeRoom: (place: CellPlace, rows: number, columns: number) => void;
}
