import { IDefinedNamesService } from "@univerjs/engine-formula";
import { parseAddress } from "./addresses";
import type { Book } from "./book";

/** A name for a formula or a range. */
export interface DefinedName {
  readonly name: string;
  /** As it is typed, without `=`. */
  readonly formula: string;
  /** The id of the sheet that alone knows the name. */
  readonly sheetId: string | undefined;
}

const everySheet = "AllDefaultWorkbook";

/** The names of the open workbook, in the order of their creation. */
export const definedNames = (book: Book): DefinedName[] =>
  Object.values(book.engine.injector.get(IDefinedNamesService).getDefinedNameMap(book.unitId) ?? {}).map(
    ({ name, formulaOrRefString, localSheetId }) => ({
      name,
      formula: formulaOrRefString.replace(/^=/, ""),
      sheetId: localSheetId === undefined || localSheetId === everySheet ? undefined : localSheetId,
    }),
  );

/** Names for a workbook that is going to be opened, in the engine's form. */
export const namesResource = (names: readonly DefinedName[]): { readonly name: string; readonly data: string } => {
  const entries = names.map(({ name, formula, sheetId }, index) => {
    const id = `name-${index + 1}`;
    const formulaOrRefString = parseAddress(formula) === undefined ? `=${formula}` : formula;
    return [id, { id, name, formulaOrRefString, localSheetId: sheetId ?? everySheet }];
  });
  return { name: "SHEET_DEFINED_NAME_PLUGIN", data: JSON.stringify(Object.fromEntries(entries)) };
};
