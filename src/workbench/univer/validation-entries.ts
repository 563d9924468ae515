import type { Injector } from "@univerjs/core";
import { type BaseDataValidator, DataValidatorRegistryService } from "@univerjs/data-validation";
import { SheetInterceptorService, VALIDATE_CELL } from "@univerjs/sheets";
import { ListValidator } from "@univerjs/sheets-data-validation";
import { t } from "../texts";
import type { Book } from "./book";

/** Files have no such rules. */
const otherTypes = new Set(["checkbox", "listMultiple"]);

/** The workbook of the engine that was started last. */
let current: Book | undefined;

/**
 * Checks cells as Excel does: numbers are no texts, times are checked too, and lists are those that cells display. Call
 * it before the first workbook opens: the engine registers what checks cells then.
 */
export const validateLikeExcel = (book: Book): void => {
  const isFirst = current === undefined;
  current = book;
  if (!isFirst) return;
  const { prototype } = DataValidatorRegistryService;
  // oxlint-disable-next-line typescript/unbound-method -- bound to its service when called
  const register = prototype.register;
  prototype.register = function (validator) {
    if (otherTypes.has(validator.id)) return { dispose: () => undefined };
    adaptValidator(validator, current ?? book);
    if (validator.id === "decimal") register.call(this, timesLike(validator));
    return register.call(this, validator);
  };
};

const adaptValidator = (validator: BaseDataValidator, book: Book): void => {
  validator.validator = async ({ subUnitId: sheetId, row, column }) =>
    book.dataValidations.check({ sheetId, row, column });
  // A calendar would open over the cell that is edited.
  if (validator.id === "date")
    Object.defineProperty(validator, "dropdownType", { get: () => undefined, set: () => undefined });
  if (!(validator instanceof ListValidator)) return;
  const list = validator;
  list.getList = (rule, _unit, sheetId = book.activeSheetId) => listLabels(book, rule.uid, sheetId);
  list.getListWithColor = (rule, _unit, sheetId = book.activeSheetId) =>
    listLabels(book, rule.uid, sheetId).map((label) => ({ label, color: "" }));
};

const listLabels = (book: Book, id: string, sheetId: string): string[] =>
  book.dataValidations.items(sheetId, id).map(({ label }) => label);

/** The engine knows rules for times, and nothing that checks them. */
const timesLike = (decimals: BaseDataValidator): BaseDataValidator => {
  const times = Object.create(decimals) as BaseDataValidator;
  Object.defineProperties(times, {
    id: { value: "time" },
    titleStr: { get: () => t("validation.time") },
    order: { value: 45 },
  });
  return times;
};

/** A cell that a user has just entered. */
export interface EnteredCell {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** Calls back after each entry of the user. An entry that is refused is undone. */
export const onEntry = (injector: Injector, accepts: (cell: EnteredCell) => Promise<boolean>): void => {
  injector.get(SheetInterceptorService).writeCellInterceptor.intercept(VALIDATE_CELL, {
    // The engine's own check, which knows one kind of refusal only, is not asked.
    priority: 1_000,
    handler: (_, { subUnitId, row, col }) => accepts({ sheetId: subUnitId, row, column: col }),
  });
};
