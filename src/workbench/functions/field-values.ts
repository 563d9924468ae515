import {
  BaseFunction,
  type BaseReferenceObject,
  type BaseValueObject,
  ErrorValueObject,
  type FunctionVariantType,
  IFunctionService,
} from "@univerjs/engine-formula";
import type { Injector } from "@univerjs/core";
import { defineFieldOperator, errorType, knowError, findSpillAnchor } from "../univer/private-hooks";
import { FunctionError } from "./function-error";
import type { FunctionHost } from "./function-host";
import { toSheetValue } from "./results";

const noField = "#FIELD!";

/** A data type of a result, with what Excel can read of it. */
interface FieldDataType {
  readonly text?: unknown;
  readonly basicValue?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** `A1.source` and `FIELDVALUE(A1,"source")`: a property of an entity, or of a number with properties, that a function has returned. */
export const enableFieldValues = (injector: Injector, functions: FunctionHost): void => {
  knowError(noField);
  const read = (value: FunctionVariantType, field: string): BaseValueObject => {
    if (!value.isReferenceObject()) return ErrorValueObject.create(errorType(noField));
    return readFields(value as BaseReferenceObject, field, injector, functions);
  };
  defineFieldOperator(injector, read);
  injector.get(IFunctionService).registerExecutors(new FieldValue("FIELDVALUE", read));
};

class FieldValue extends BaseFunction {
  override minParams = 2;
  override maxParams = 2;
  override needsReferenceObject = true;
  readonly #read: (value: FunctionVariantType, field: string) => BaseValueObject;

  constructor(name: string, read: (value: FunctionVariantType, field: string) => BaseValueObject) {
    super(name);
    this.#read = read;
  }

  override calculate(value: BaseValueObject, field: BaseValueObject): BaseValueObject {
    if (value.isError()) return value;
    const first = field.isReferenceObject() ? (field as unknown as BaseReferenceObject).getFirstCell() : field;
    return first.isError() ? first : this.#read(value, String(first.getValue()));
  }
}

const readFields = (
  reference: BaseReferenceObject,
  field: string,
  injector: Injector,
  functions: FunctionHost,
): BaseValueObject => {
  const { startRow, startColumn } = reference.getRangePosition();
  const [unitId, sheetId] = [reference.getUnitId(), reference.getSheetId()];
  const cells = reference.toArrayValueObject();
  const fieldAt = (rowOffset: number, columnOffset: number): unknown => {
    const cell = cells.get(rowOffset, columnOffset);
    const value = cell?.getValue();
    if (cell?.isError() === true) return new FunctionError(String(value));
    const [row, column] = [startRow + rowOffset, startColumn + columnOffset];
    const anchor = findSpillAnchor(injector, { unitId, sheetId, row, column });
    const offset = { row: row - anchor.row, column: column - anchor.column };
    const dataType: FieldDataType | undefined = functions.calls.dataTypeAt({ unitId, sheetId, ...anchor }, offset);
    // A cell that shows something else has a value of its own by now.
    if (dataType === undefined || (dataType.basicValue ?? dataType.text) !== value) return new FunctionError(noField);
    return readProperty(dataType, field);
  };
  const rows = Array.from({ length: cells.getRowCount() }, (_, row) =>
    Array.from({ length: cells.getColumnCount() }, (__, column) => fieldAt(row, column)),
  );
  return toSheetValue(rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : rows);
};

/** As in Excel, upper and lower case make no difference. */
const readProperty = ({ properties = {} }: FieldDataType, field: string): unknown => {
  const name = Object.keys(properties).find((one) => one.toLowerCase() === field.toLowerCase());
  return name === undefined ? new FunctionError(noField) : properties[name];
};
