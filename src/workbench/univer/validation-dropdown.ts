import { DeviceInputEventType } from "@univerjs/engine-render";
import { ISheetCellDropdownManagerService, KeyCode, SetCellEditVisibleOperation } from "@univerjs/preset-sheets-core";
import type { Book } from "./book";

/** Operations that the engine does not export. */
const showDropdown = "sheet.operation.show-data-validation-dropdown";
const hideDropdown = "sheet.operation.hide-data-validation-dropdown";

/**
 * Enters what a user chooses from a list as the value that the list was made of, and not as its text. Then it calls
 * `chosen`.
 */
export const enterChosenValues = (book: Book, onChosen: () => void): void => {
  const { injector } = book.engine;
  const manager = injector.get(ISheetCellDropdownManagerService);
  const show = manager.showDropdown.bind(manager);
  manager.showDropdown = (param) => {
    if (param.type !== "list") return show(param);
    const { row, col: column, subUnitId: sheetId } = param.location;
    const choose = ([label]: readonly string[]): boolean => {
      const item = book.dataValidations.itemsAt({ sheetId, row, column }).find((one) => one.label === label);
      if (item === undefined) return true;
      const { api } = book.engine;
      if (book.workbook.isCellEditing())
        api.syncExecuteCommand(SetCellEditVisibleOperation.id, {
          visible: false,
          eventType: DeviceInputEventType.Keyboard,
          unitId: book.unitId,
          keycode: KeyCode.ESC,
        });
      book.write({ sheetId, startRow: row, endRow: row, startColumn: column, endColumn: column }, [
        [item.value ?? item.label],
      ]);
      onChosen();
      return true;
    };
    return show({ ...param, props: { ...param.props, onChange: choose } });
  };
};

/** Opens the list of the active cell, as Alt+Down does in Excel. Returns whether it has one. */
export const openList = (book: Book): boolean => {
  const cell = book.workbook.getActiveCell();
  if (!cell) return false;
  const place = { sheetId: cell.getSheetId(), row: cell.getRow(), column: cell.getColumn() };
  if (book.dataValidations.at(place)?.type !== "list") return false;
  const { sheetId: subUnitId, row, column } = place;
  book.engine.api.syncExecuteCommand(showDropdown, { unitId: book.unitId, subUnitId, row, column });
  return true;
};

export const closeList = ({ engine }: Book): void => void engine.api.syncExecuteCommand(hideDropdown, {});
