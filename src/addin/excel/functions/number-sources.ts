import { AddinError } from "../../../engine/http/addin-error";
import type { RequestLogEntry } from "../../../engine/requests/request-log";
import type { AddSources } from "../../../formulas/define/invocation";
import { type FormulaResult, partsOfKey, type RowOrigin } from "../../../formulas/table/formula-result";
import { type CellValue, plainValue } from "../../../formulas/table/matrix";
import { cellSize } from "../../../formulas/table/cell-size";
import { numberProperties, type NumberProperties, NumberWithProperties } from "../../../formulas/table/data-types";
import { toSerial } from "../../../formulas/table/dates";
import { formatNumber, t } from "../../../i18n/t";
import { supports } from "../host";

/** Rows between two looks at the clock. */
const recordsPerSlice = 128;

/**
 * A result whose numbers carry where they come from: `=A7.source`, `=A7.fetched_at`. Numbers with properties need ExcelApi 1.16, and
 * those with a number format 1.19: dates and shares of older hosts have no properties.
 */
export const addSources: AddSources = async (result, entry, { maxCharacters, yieldToHost }) => {
  if (!supports("ExcelApi", "1.16")) return result;
  const isFormatTaken = supports("ExcelApi", "1.19");
  const { headers, transposed } = result.records;
  const propertiesOf = sourcesByRecord(result, entry);
  const matrix: CellValue[][] = [];
  let [bytes, fitting] = [0, 0];
  for (const [row, cells] of result.cells.entries()) {
    const turn = row % recordsPerSlice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    const made = cells.map((cell, column): CellValue => {
      const record = (transposed ? column : row) - headers;
      const isNumber = typeof cell === "number" || (isFormatTaken && isFormatted(cell));
      return isNumber && record >= 0 ? new NumberWithProperties(cell, propertiesOf(record)) : cell;
    });
    for (const cell of made) bytes += cell instanceof NumberWithProperties ? cell.bytes : cellSize(cell);
    if (bytes <= maxCharacters) fitting += 1;
    matrix.push(made);
  }
  if (bytes > maxCharacters) throw tooLarge(bytes, maxCharacters, transposed ? undefined : fitting - headers);
  return result.replaceCells(matrix, bytes);
};

const isFormatted = (cell: CellValue): cell is Extract<CellValue, { readonly kind: "formatted" }> =>
  typeof cell === "object" && "kind" in cell && cell.kind === "formatted";

/** `fit`: how many rows fit; undefined where that is not counted. */
const tooLarge = (bytes: number, maxCharacters: number, fit: number | undefined): AddinError => {
  const megabytes = (count: number): string => formatNumber(count / 1_000_000, 1);
  const values = { size: megabytes(bytes), limit: megabytes(maxCharacters) };
  return new AddinError(
    "too-large",
    fit === undefined ? t("table.sourcesTooLarge", values) : t("table.sourcesTooManyRows", { ...values, fit }),
  );
};

/** The properties of the numbers of a record, made once for each. */
const sourcesByRecord = (result: FormulaResult, entry: RequestLogEntry): ((record: number) => NumberProperties) => {
  const made = new Map<number, NumberProperties>();
  const fetchedAt = entry.fetchedAt ?? entry.lookupsAt ?? entry.capturedAt;
  const moments = { ...(fetchedAt !== undefined && { fetched_at: toSerial(fetchedAt) }) };
  const state = entry.source ?? "";
  const { identity, origins } = result.records;
  const isRow = identity === undefined || identity.kind === "row";
  const warning = sourceWarning(entry);
  return (record) => {
    const known = made.get(record);
    if (known !== undefined) return known;
    const origin = origins[record];
    const key = originId(origin);
    const what = isRow ? `${entry.what} ${key}`.trim() : `${identity.kind} ${key}`.trim();
    const properties = numberProperties(
      {
        source: state === "" ? what : `${what}, ${state}`,
        query: entry.query,
        record: key,
        company: origin?.entityId ?? "",
        link: recordLink(result, record),
        warning,
      },
      moments,
    );
    made.set(record, properties);
    return properties;
  };
};

const originId = (origin: RowOrigin | undefined): string =>
  origin === undefined ? "" : partsOfKey(origin.key).join(" ");

/** What a reader of the number must know: it is older, or of fewer records, than was asked for. Blank where nothing is wrong. */
const sourceWarning = ({ staleReason, partial, truncated, earlierAccount }: RequestLogEntry): string =>
  [staleReason, partial ? truncated : undefined, earlierAccount ? t("functions.earlierAccount") : undefined]
    .filter((sentence) => sentence !== undefined)
    .join(" ");

/** The address of the record, where the row shows one. */
const recordLink = ({ cells, records: { columns, headers, transposed } }: FormulaResult, record: number): string => {
  for (const name of ["dashboard_url", "url"]) {
    const place = columns.findIndex((column) => column.name === name);
    if (place === -1) continue;
    const [row, column] = transposed ? [place, record + headers] : [record + headers, place];
    const text = plainValue(cells[row]?.[column]);
    if (typeof text === "string" && /^https?:\/\//i.test(text)) return text;
  }
  return "";
};
