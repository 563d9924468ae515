import { ICommandService, type IMutationInfo, IUndoRedoService } from "@univerjs/core";
import { IDefinedNamesService, RemoveDefinedNameMutation, SetDefinedNameMutation } from "@univerjs/engine-formula";
import { parseLocalAddress } from "../../facts/addresses";
import type { Book } from "./book";
import { forgetParsedFormulas } from "./engine-functions";

/** A name for a formula or a range. */
export interface DefinedName {
  readonly name: string;
  /** As it is typed, without `=`. */
  readonly formula: string;
  /** The id of the sheet that alone knows the name. */
  readonly sheetId: string | undefined;
  readonly comment?: string;
  readonly hidden?: boolean;
}

/** A name of the open workbook. */
export interface OpenName extends DefinedName {
  readonly id: string;
}

const everySheet = "AllDefaultWorkbook";

/** The names of the open workbook, in the order of their creation. */
export const definedNames = (book: Book): OpenName[] => Object.values(namesById(book)).map(openName);

/** The name with an id; undefined if there is none. */
export const definedName = (book: Book, id: string): OpenName | undefined => {
  const names: Partial<ReturnType<typeof namesById>> = namesById(book);
  const name = names[id];
  return name === undefined ? undefined : openName(name);
};

/** The id of a name of the workbook, or of a sheet, in any case of its letters; undefined if there is none. */
export const findName = (book: Book, name: string, sheetId: string | undefined): string | undefined => {
  const lowerName = name.toLowerCase();
  return Object.values(namesById(book)).find(
    (one) => one.name.toLowerCase() === lowerName && openName(one).sheetId === sheetId,
  )?.id;
};

type EngineName = ReturnType<typeof namesById>[string];

const namesById = ({ engine, unitId }: Book) =>
  engine.injector.get(IDefinedNamesService).getDefinedNameMap(unitId) ?? {};

const openName = ({ id, name, formulaOrRefString, localSheetId, comment = "", hidden }: EngineName): OpenName => ({
  id,
  name,
  formula: formulaOrRefString.replace(/^=/, ""),
  sheetId: localSheetId === undefined || localSheetId === everySheet ? undefined : localSheetId,
  ...(comment !== "" && { comment }),
  ...(hidden === true && { hidden }),
});

/** The engine's form of a name. */
const engineForm = ({ id, name, formula, sheetId, comment, hidden }: OpenName): object => ({
  id,
  name,
  formulaOrRefString: parseLocalAddress(formula) === undefined ? `=${formula}` : formula,
  localSheetId: sheetId ?? everySheet,
  ...(comment !== undefined && { comment }),
  ...(hidden === true && { hidden }),
});

let nameCount = 0;

/** Adds a name, as a step of undo, and returns its id. */
export const addDefinedName = (book: Book, name: DefinedName): string => {
  nameCount += 1;
  const definedName = { ...name, id: `name-${Math.trunc(performance.now())}-${nameCount}` };
  edit(
    book,
    [nameMutation(book, SetDefinedNameMutation.id, definedName)],
    [nameMutation(book, RemoveDefinedNameMutation.id, definedName)],
  );
  return definedName.id;
};

/** Replaces the name with the same id, as a step of undo. */
export const changeName = (book: Book, name: OpenName): void => {
  const before = definedName(book, name.id);
  const set = (one: OpenName): IMutationInfo => nameMutation(book, SetDefinedNameMutation.id, one);
  edit(book, [set(name)], before === undefined ? [] : [set(before)]);
};

/** Removes a name, as a step of undo. Formulas keep it, as in Excel: the engine's own command would rewrite them. */
export const removeName = (book: Book, name: OpenName): void =>
  edit(
    book,
    [nameMutation(book, RemoveDefinedNameMutation.id, name)],
    [nameMutation(book, SetDefinedNameMutation.id, name)],
  );

const nameMutation = (book: Book, id: string, name: OpenName): IMutationInfo => ({
  id,
  params: { unitId: book.unitId, ...engineForm(name) },
});

const edit = (book: Book, redoMutations: IMutationInfo[], undoMutations: IMutationInfo[]): void => {
  const { injector } = book.engine;
  for (const { id, params } of redoMutations) injector.get(ICommandService).syncExecuteCommand(id, params);
  injector.get(IUndoRedoService).pushUndoRedo({ unitID: book.unitId, undoMutations, redoMutations });
};

/**
 * Calculates after a change of names that a formula or another name mentions. The engine keeps parsed formulas with what their names meant, so
 * it has to forget them first. Changes that come together are looked at once.
 */
export const followNames = (book: Book, calculate: () => void): void => {
  const { injector } = book.engine;
  const changes: readonly string[] = [SetDefinedNameMutation.id, RemoveDefinedNameMutation.id];
  const changed = new Set<string>();
  const namesById = new Map<string, string>();
  const look = (): void => {
    const names = new Set(changed);
    changed.clear();
    if (mentionsAny(book, names)) calculate();
  };
  injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    if (!changes.includes(id)) return;
    const name = params as { readonly id: string; readonly name: string };
    forgetParsedFormulas(injector);
    if (changed.size === 0) setTimeout(look);
    // The name that it had before.
    for (const one of [name.name, namesById.get(name.id) ?? name.name]) changed.add(one.toUpperCase());
    namesById.set(name.id, name.name);
  });
};

/** Whether a formula in a cell, or another name, mentions one of the names, which are in capitals. */
const mentionsAny = (book: Book, names: ReadonlySet<string>): boolean => {
  const mentions = (formula: string): boolean =>
    formula
      .toUpperCase()
      .split(/[^\p{L}\p{N}_.\\?]+/u)
      .some((word) => names.has(word));
  if (definedNames(book).some(({ formula }) => mentions(formula))) return true;
  return book.workbook.getSheets().some((sheet) => {
    let isMentioned = false;
    sheet
      .getSheet()
      .getCellMatrix()
      .forValue((_row, _column, cell) => {
        const formula = cell?.f;
        isMentioned ||= typeof formula === "string" && mentions(formula);
        return !isMentioned;
      });
    return isMentioned;
  });
};

/** Names for a workbook that is going to be opened, in the engine's form. */
export const namesResource = (names: readonly DefinedName[]): { readonly name: string; readonly data: string } => {
  const entries = names.map((name, index) => {
    const id = `name-${index + 1}`;
    return [id, engineForm({ ...name, id })];
  });
  return { name: "SHEET_DEFINED_NAME_PLUGIN", data: JSON.stringify(Object.fromEntries(entries)) };
};
