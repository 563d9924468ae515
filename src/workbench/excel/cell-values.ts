import { notImplemented } from "../office/office-error";
import type { OfficeHost } from "../office/office-host";
import { type Area } from "../univer/addresses";
import { type CellContent, parseEntry } from "../univer/entry";
import { spillObstacle } from "../univer/spill-obstacle";
import { errorValue } from "../univer/error-value";
import { invalidArgument } from "./errors";

/** `Excel.ErrorCellValueType` of each error value. */
export const errorTypeNames: Readonly<Record<string, string>> = {
  "#BLOCKED!": "Blocked",
  "#BUSY!": "Busy",
  "#CALC!": "Calc",
  "#CONNECT!": "Connect",
  "#DIV/0!": "Div0",
  "#EXTERNAL!": "External",
  "#FIELD!": "Field",
  "#GETTING_DATA": "GettingData",
  "#N/A": "NotAvailable",
  "#NAME?": "Name",
  "#NULL!": "Null",
  "#NUM!": "Num",
  "#PLACEHOLDER!": "Placeholder",
  "#REF!": "Ref",
  "#SPILL!": "Spill",
  "#VALUE!": "Value",
};

/** Errors that a person can type. */
const typedErrors = ["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"];

/** A cell of `Range.valuesAsJson`. */
interface EntityValue {
  readonly type: string;
  readonly basicType: "Boolean" | "Double" | "Empty" | "Error" | "String";
  readonly basicValue: CellContent;
}

const obstacleTypes = { cell: "Collision", merged: "MergedCell", table: "Table", edge: "WorksheetEdge" } as const;

/** `Range.valuesAsJson`. */
export const valuesAsJson = ({ book, functions }: OfficeHost, area: Area): EntityValue[][] => {
  const { sheetId, startRow, startColumn } = book.clip(area);
  return book.values(area).map((row, r) =>
    row.map((value, c) => {
      const place = { sheetId, row: startRow + r, column: startColumn + c };
      const anchor = book.spillOver(sheetId, place.row, place.column);
      const from = {
        unitId: book.unitId,
        sheetId,
        row: anchor?.startRow ?? place.row,
        column: anchor?.startColumn ?? place.column,
      };
      const offset = { row: place.row - from.row, column: place.column - from.column };
      const dataType: EntityDataType | undefined = functions.calls.dataTypeAt(from, offset);
      if (dataType !== undefined && isShown(dataType, value)) return ofDataType(dataType);
      if (value === "#SPILL!") return spillError(book, place);
      return ofContent(value);
    }),
  );
};

interface EntityDataType {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly basicValue?: unknown;
}

/** A formula around a call shows something else than the call's result. */
const isShown = ({ type, text, basicValue }: EntityDataType, value: CellContent): boolean =>
  type === "Entity" ? text === value : typeof basicValue === "number" && basicValue === value;

/** For programs that do not know entities Excel gives an error. */
const ofDataType = (dataType: EntityDataType): EntityValue =>
  dataType.type === "Entity"
    ? { ...dataType, type: "Entity", basicType: "Error", basicValue: "#VALUE!" }
    : { ...dataType, type: String(dataType.type), basicType: "Double", basicValue: dataType.basicValue as number };

const ofContent = (value: CellContent): EntityValue => {
  if (value === "") return { type: "Empty", basicType: "Empty", basicValue: "" };
  if (typeof value === "number") return { type: "Double", basicType: "Double", basicValue: value };
  if (typeof value === "boolean") return { type: "Boolean", basicType: "Boolean", basicValue: value };
  return errorValue.test(value) || value in errorTypeNames
    ? errorCell(value)
    : { type: "String", basicType: "String", basicValue: value };
};

const errorCell = (code: string, more: object = {}): EntityValue => ({
  type: "Error",
  basicType: "Error",
  basicValue: code,
  ...(errorTypeNames[code] !== undefined && { errorType: errorTypeNames[code] }),
  ...more,
});

const spillError = (
  book: OfficeHost["book"],
  { sheetId, row, column }: { readonly sheetId: string; readonly row: number; readonly column: number },
): EntityValue => {
  const obstacle = spillObstacle(book, sheetId, row, column);
  const blocked = book.blockedSpill(sheetId, row, column);
  return errorCell("#SPILL!", {
    errorSubType: obstacle === undefined ? "Unknown" : obstacleTypes[obstacle.kind],
    ...(blocked && {
      rowCount: blocked.endRow - blocked.startRow + 1,
      columnCount: blocked.endColumn - blocked.startColumn + 1,
    }),
  });
};

/** What is to be entered for a cell of `valuesAsJson`. */
export interface CellEntry {
  readonly content: CellContent;
  readonly numberFormat?: string;
}

type EntityMembers = Readonly<Record<"type" | "basicValue" | "numberFormat" | "errorType", unknown>>;

const readers: Readonly<Record<string, (value: EntityMembers) => CellEntry | undefined>> = {
  Empty: () => ({ content: "" }),
  String: ({ basicValue }) => (typeof basicValue === "string" ? { content: quoteIfNeeded(basicValue) } : undefined),
  Boolean: ({ basicValue }) => (typeof basicValue === "boolean" ? { content: basicValue } : undefined),
  Double: ({ basicValue, numberFormat }) =>
    typeof basicValue === "number" && Number.isFinite(basicValue)
      ? { content: basicValue, ...(isText(numberFormat) && { numberFormat }) }
      : undefined,
  FormattedNumber: (value) => (isText(value.numberFormat) ? readers["Double"]?.(value) : undefined),
  Error: ({ errorType, basicValue }) => ({ content: `=${typedError(errorType, basicValue)}` }),
};

/** Types of Excel that cannot be written here. */
const readOnly = ["Array", "Entity", "Function", "LinkedEntity", "Reference", "WebImage"];

/** Reads a cell that an add-in writes. @throws InvalidArgument if Excel would not accept it */
export const readCellValue = (value: unknown): CellEntry => {
  const members = (typeof value === "object" && value !== null ? value : {}) as EntityMembers;
  const type = String(members.type);
  if (readOnly.includes(type)) throw notImplemented(`writing Range.valuesAsJson of the type ${type}`);
  const entry = Object.hasOwn(readers, type) ? readers[type]?.(members) : undefined;
  if (entry !== undefined) return entry;
  throw invalidArgument(`valuesAsJson needs a known "type" with its "basicValue", got ${JSON.stringify(value)}`);
};

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** An apostrophe keeps a text that would be read as something else. */
const quoteIfNeeded = (text: string): string =>
  text !== "" && (text.startsWith("'") || parseEntry(text).t !== parseEntry("text").t) ? `'${text}` : text;

const typedError = (errorType: unknown, basicValue: unknown): string => {
  const code = typedErrors.find((one) =>
    errorType === undefined ? one === basicValue : errorTypeNames[one] === errorType,
  );
  if (code !== undefined) return code;
  if (Object.values(errorTypeNames).includes(String(errorType)))
    throw notImplemented(`writing Range.valuesAsJson of the error ${String(errorType)}`);
  throw invalidArgument(`"${String(errorType ?? basicValue)}" is no error that a cell can have`);
};
