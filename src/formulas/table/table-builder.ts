import { forLookups, type RequestLogWriter } from "../../engine/requests/request-context";
import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { FormulaResult, joinKey, type RowOrigin } from "./formula-result";
import { formattedSize } from "./cell-size";
import { type Column, joinedFields, type TableRecord } from "./columns";
import type { EngineAccess, TableContext, TableHost } from "./context";
import { keepsRecordOrder, type Layout, toReadOptions, type ShownColumns } from "./layout";
import { CellError, type CellValue, plainValue } from "./matrix";
import type { ReadOptions, Scalar } from "./nested/values";
import { formattedShare, numberFormats } from "./dates";
import { isRecord, rowOrigin, type Row, type RowMaker, rowMaker, SizedRows } from "./rows";
import { sorted, sortValue } from "./sort";
import { unlessAllFailed } from "./target-cell";

/** How many rows a table shows. */
export interface RowLimit {
  readonly rows: number;
  /** True where the workbook's row cap set it, so that a result cut by it says so; false where a person asked for so many rows. */
  readonly isCap: boolean;
  /** The member whose values each have so many rows of their own (one listing per entity); undefined: all rows together. */
  readonly per?: string;
  /** The sentence of the last row, where it is not the usual one. */
  readonly sentence?: (rows: number) => string;
}

/** The rows that the argument `limit` asks for; the workbook's row cap where it is omitted or `all`. */
export const rowLimit = (
  { runtime, requestContext }: EngineAccess,
  limit: number | "all" | undefined,
): Pick<RowLimit, "rows" | "isCap"> => {
  if (typeof limit === "number") return { rows: limit, isCap: false };
  requestContext.log.dependsOn("settings");
  return { rows: runtime.settings.get().rowCap, isCap: true };
};

/** What the last row of a result says that shows only so many rows. */
const partialSentence = ({ sentence }: RowLimit, rows: number): string =>
  sentence?.(rows) ?? t("table.moreExist", { count: rows });

/**
 * The last row of a partial result: the sentence, and `#N/A` in the other columns, so that a sum over a part fails. With one column
 * or without a header row it is `#N/A` throughout; the sentence is then the message of the error.
 */
const lastRowNote = (sentence: string, columns: number, hasHeader: boolean): CellValue[] => {
  const row: CellValue[] = new Array<CellValue>(columns).fill(new CellError("#N/A", sentence));
  if (hasHeader && columns > 1) row[0] = sentence;
  return row;
};

/** The layout of a table, the limits of the host, and the source of the entities for joined columns. */
export interface TableTarget {
  readonly layout: Layout;
  readonly host: TableHost;
  /** Finds entities by distinct ids; an unknown id has no entry or an undefined one. */
  readonly findEntities: (ids: readonly string[]) => Promise<ReadonlyMap<string, TableRecord | undefined>>;
  /** Is told that the service has more than the table shows. */
  readonly truncatedLog?: Pick<RequestLogWriter, "setTruncated" | "setPartial">;
}

/** The rows of one record, until all records are there. The cells of its entity are still blank. */
interface WaitingRows {
  readonly rows: readonly CellValue[][];
  readonly origin: RowOrigin | undefined;
  /** The values of the key columns. */
  readonly values: Scalar[];
  readonly entityId: unknown;
  /** The value whose rows the limit counts separately. */
  readonly per: unknown;
}

/** Rows between two looks at the clock. */
const slice = 32;
/** The same for work that needs less time per row. */
const longSlice = 512;
/** The size of a smaller table is not stored, because measuring it again is faster. */
const smallRows = 32;

/** How the records of a table ended. */
export interface End {
  /** The service has more than the limit let through. */
  readonly truncated: boolean;
  /** Why reading had to end although the service says that it has more, as a sentence. */
  readonly note?: string | undefined;
}

const complete: End = { truncated: false, note: undefined };

/** With fewer rows nothing is gained by dropping some early. */
const leastPruned = 2_000;

/**
 * Makes a result while its records still come, so that records can be dropped page by page. `sort`, `distinct`,
 * `explode` and entity columns need all rows: those rows wait with their keys and are placed at the end, and one look-up fills
 * the entity columns. `limit` counts rows after `sort` and `distinct` and before `explode`; the workbook's cap counts rows shown.
 */
export class TableBuilder {
  readonly #shown: ShownColumns;
  readonly #target: TableTarget;
  readonly #limit: RowLimit | undefined;
  readonly #readOptions: ReadOptions;
  readonly #makeRow: RowMaker;
  /** The columns of `sort`, then that of `distinct`. */
  readonly #keyColumns: readonly Column[];
  /** True if rows must wait until all records have arrived. */
  readonly #rowsWait: boolean;
  /** True if later rows cannot replace earlier ones: the rows within the limit are shown for certain. */
  readonly #isSettled: boolean;
  /** The rows of the result. If rows wait, the rows received so far; they show whether the result grows too large. */
  #rows: SizedRows;
  #waiting: WaitingRows[] = [];
  /** The values of `distinct` so far; undefined if the first row of a value is known only after sorting or the look-up. */
  #seen: Set<Scalar> | undefined;
  /** The limit left rows out. */
  #leftOut = false;
  /** The currencies of the amounts to sort by. */
  #currencies = new Set<string>();

  constructor(tableColumns: ShownColumns, target: TableTarget, limit?: RowLimit) {
    const { layout, host } = target;
    const { sort, distinct } = tableColumns.operations;
    this.#shown = tableColumns;
    this.#target = target;
    this.#limit = limit;
    this.#readOptions = toReadOptions(layout, tableColumns.entity);
    this.#makeRow = rowMaker(tableColumns.columns, layout, this.#readOptions);
    this.#keyColumns = [...sort.map(({ column }) => column), ...(distinct === undefined ? [] : [distinct])];
    this.#rowsWait =
      !keepsRecordOrder(tableColumns.operations) ||
      joinedFields(tableColumns.needed).length > 0 ||
      limit?.per !== undefined;
    this.#rows = new SizedRows(host);
    this.#seen = this.#newSeen();
    this.#isSettled = sort.length === 0 && (distinct === undefined || this.#seen !== undefined) && !limit?.per;
  }

  /** Drops everything that was added. */
  restart(): void {
    this.#rows = new SizedRows(this.#target.host);
    this.#waiting = [];
    this.#seen = this.#newSeen();
    this.#leftOut = false;
    this.#currencies = new Set();
  }

  /**
   * Adds records, when more will come.
   * @throws AddinError `too-large` where the rows, or one more row of the usual size, do not fit.
   */
  async add(records: readonly TableRecord[]): Promise<void> {
    const total = t("table.moreThan", { rows: this.#count + records.length });
    await this.#take(records, total);
    if (this.#rows.count < this.#most) await this.#rows.requireRoomForOneMore(total, this.#target.host.yieldToHost);
    if (this.#waiting.length >= Math.max(2 * this.#most, leastPruned) && !this.#keysAreJoined)
      this.#waiting = [...(await this.#select())];
  }

  /**
   * Adds the last rows and makes the result. `failures` follow after all rows, whatever the order; the row that says that more
   * exist comes last.
   * @throws AddinError `too-large`; `no-rows` where there is nothing to show.
   */
  async finish(rows: readonly Row[], failures: readonly Row[] = [], end: End = complete): Promise<FormulaResult> {
    await this.#take(rows, this.#count + rows.length + (this.#rowsWait ? 0 : failures.length));
    if (this.#rowsWait) await this.#placeRows();
    const rowCount = this.#rows.count;
    for (const failure of failures) this.#rows.add(this.#makeRow(failure));
    return this.#toResult(this.#partialSentence(rowCount, end));
  }

  /** Why the result shows a part that nobody asked for; undefined where it does not. The request log says so too. */
  #partialSentence(rows: number, { truncated, note }: End): string | undefined {
    const { truncatedLog: log } = this.#target;
    const isCut = truncated || this.#leftOut;
    if (this.#limit === undefined || !isCut) return undefined;
    if (!this.#limit.isCap && note === undefined) {
      log?.setTruncated(t("runtime.moreAtService"));
      return undefined;
    }
    const sentence = note ?? partialSentence(this.#limit, rows);
    log?.setPartial(sentence);
    return sentence;
  }

  get #count(): number {
    return this.#rowsWait ? this.#waiting.length : this.#rows.count;
  }

  get #most(): number {
    return this.#limit?.rows ?? Infinity;
  }

  get #keysAreJoined(): boolean {
    return joinedPlaces(this.#keyColumns).length > 0;
  }

  #newSeen(): Set<Scalar> | undefined {
    const { sort, distinct } = this.#shown.operations;
    return sort.length === 0 && distinct !== undefined && distinct.joins === undefined ? new Set() : undefined;
  }

  async #take(rows: readonly Row[], total: number | string): Promise<void> {
    const { yieldToHost } = this.#target.host;
    for (let start = 0; start < rows.length; start += slice) {
      const turn = yieldToHost();
      if (turn !== undefined) await turn;
      const end = Math.min(rows.length, start + slice);
      for (let index = start; index < end; index += 1) this.#takeRow(rows[index]);
      if (!this.#rows.fits()) await this.#rows.measure(total, yieldToHost);
    }
  }

  #takeRow(row: Row): void {
    if (this.#rowsWait) this.#keepWaiting(row);
    else if (this.#rows.count < this.#most) this.#rows.add(this.#makeRow(row), rowOrigin(row, this.#shown.identity));
    else this.#leftOut = true;
  }

  /** Each part of an exploded record is a record of its own. */
  #originOfPart(origin: RowOrigin | undefined, row: readonly CellValue[]): RowOrigin | undefined {
    const { operations, columns } = this.#shown;
    const { explode } = operations;
    if (origin === undefined || explode === undefined) return origin;
    const place = columns.findIndex(({ member }) => member?.name === explode.name);
    return { ...origin, key: joinKey([origin.key, String(plainValue(row[place]))]) };
  }

  #keepWaiting(row: Row): void {
    const record = isRecord(row) ? row : undefined;
    if (record !== undefined) this.#noteCurrencies(record);
    const values = record === undefined ? [] : this.#keysOf(record);
    if (this.#seen?.has(values[0]) === true) return;
    this.#seen?.add(values[0]);
    const isWithin = this.#waiting.length < this.#most;
    if (this.#isSettled && !isWithin) {
      this.#leftOut = true;
      return;
    }
    const rows = record === undefined ? [this.#makeRow(row)] : this.#explode(record).map(this.#makeRow);
    this.#waiting.push({ values, rows, origin: rowOrigin(row, this.#shown.identity), ...this.#idsOf(record) });
    // Which rows an open `distinct` keeps is not known yet, so they cannot make the result too large.
    if (isWithin && !this.#hasOpenDistinct) for (const row of rows) this.#rows.add(row);
  }

  #noteCurrencies(record: TableRecord): void {
    for (const { column, currency } of this.#shown.operations.sort)
      if (currency !== undefined && column.read(record, this.#readOptions) !== undefined)
        this.#currencies.add(String(currency.read(record, this.#readOptions) ?? "?"));
  }

  /** @throws AddinError `invalid-argument` where amounts of several currencies would be sorted. */
  async #requireOneCurrency(): Promise<void> {
    if (this.#currencies.size < 2) return;
    const { severalCurrencies } = await import(/* webpackChunkName: "later-functions" */ "./currencies");
    throw severalCurrencies(this.#currencies);
  }

  #idsOf(record: TableRecord | undefined): Pick<WaitingRows, "entityId" | "per"> {
    return { entityId: record?.["entity_id"], per: record?.[this.#limit?.per ?? ""] };
  }

  get #hasOpenDistinct(): boolean {
    return this.#shown.operations.distinct !== undefined && this.#seen === undefined;
  }

  #keysOf(record: TableRecord): Scalar[] {
    return this.#keyColumns.map((column) => sortValue(column, record, this.#readOptions));
  }

  #explode(record: TableRecord): readonly TableRecord[] {
    const { explode } = this.#shown.operations;
    const parts = explode?.nested.split(record[explode.name]) ?? [];
    return explode === undefined || parts.length === 0
      ? [record]
      : parts.map((part) => ({ ...record, [explode.name]: part }));
  }

  /** Fills the cells and keys of entity columns. Asks for each entity once, and for none where no column is joined. */
  async #fillEntityCells(waiting: readonly WaitingRows[]): Promise<void> {
    const { host, findEntities } = this.#target;
    const cellPlaces = joinedPlaces(this.#shown.columns);
    const keyPlaces = joinedPlaces(this.#keyColumns);
    if (cellPlaces.length + keyPlaces.length === 0) return;
    const ids = [...new Set(waiting.map(({ entityId }) => entityId))].filter((id) => typeof id === "string");
    const entities = await findEntities(ids);
    const cellsById = new Map<unknown, { readonly cells: readonly CellValue[]; readonly values: readonly Scalar[] }>();
    for (const id of ids) {
      const record = { entity: entities.get(id) };
      this.#noteCurrencies(record);
      cellsById.set(id, { cells: this.#makeRow(record), values: this.#keysOf(record) });
    }
    for (const [index, { rows, values, entityId }] of waiting.entries()) {
      const turn = index % longSlice === 0 ? host.yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      const known = cellsById.get(entityId);
      if (known === undefined) continue;
      for (const place of keyPlaces) values[place] = known.values[place];
      for (const row of rows) for (const place of cellPlaces) row[place] = known.cells[place] ?? "";
    }
  }

  /** Sorts the waiting rows, keeps the first of each distinct value, up to the limit, and measures what is left. */
  async #placeRows(): Promise<void> {
    const { host } = this.#target;
    const { yieldToHost } = host;
    // Where entities decide nothing, only those of the rows that are shown are looked up.
    if (this.#keysAreJoined) await this.#fillEntityCells(this.#waiting);
    await this.#requireOneCurrency();
    const selection = await this.#select();
    if (!this.#keysAreJoined) await this.#fillEntityCells(selection);
    const mostShown = this.#limit?.isCap === true ? this.#limit.rows : Infinity;
    this.#rows = new SizedRows(host);
    for (const [index, { rows, origin }] of selection.entries()) {
      const turn = index % slice === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      for (const row of rows)
        if (this.#rows.count < mostShown) this.#rows.add(row, this.#originOfPart(origin, row));
        else this.#leftOut = true;
    }
  }

  /** The waiting rows that are shown, as far as they came. */
  async #select(): Promise<readonly WaitingRows[]> {
    const { yieldToHost } = this.#target.host;
    const { sort } = this.#shown.operations;
    const inOrder = sort.length === 0 ? this.#waiting : await sorted(this.#waiting, sort, yieldToHost);
    const selected: WaitingRows[] = [];
    const values = new Set<Scalar>();
    const counts = new Map<unknown, number>();
    for (const [index, waiting] of inOrder.entries()) {
      const turn = index % longSlice === 0 ? yieldToHost() : undefined;
      if (turn !== undefined) await turn;
      const value = waiting.values[sort.length];
      if (this.#hasOpenDistinct && values.has(value)) continue;
      values.add(value);
      const count = counts.get(waiting.per) ?? 0;
      counts.set(waiting.per, count + 1);
      if (count < this.#most) selected.push(waiting);
      else this.#leftOut = true;
    }
    return selected;
  }

  /** Headers, number formats, the row that says that more exist, and rows as columns where the layout asks for it. */
  async #toResult(partial: string | undefined): Promise<FormulaResult> {
    const { layout, host } = this.#target;
    const { columns } = this.#shown;
    const header = headerRow(columns, layout, host);
    if (header === undefined && this.#rows.count === 0) throw new AddinError("no-rows", t("table.noRows"));
    const formats = columns.map(
      ({ type, numberFormat }) => numberFormat ?? (layout.dates === "excel" ? numberFormats[type] : undefined),
    );
    const hasFormats =
      formats.some((format) => format !== undefined) || columns.some((column) => column.formats !== undefined);
    const isFormatted = hasFormats && (await this.#fitsFormatted(formats));
    const rows = isFormatted ? await withFormats(this.#rows, formats, columns, this.#target) : this.#rows;
    if (partial !== undefined && layout.more) rows.add(lastRowNote(partial, columns.length, header !== undefined));
    await rows.measure(rows.count, host.yieldToHost);
    const result = FormulaResult.ofTable(header, rows.rows, {
      identity: this.#shown.identity,
      columns,
      origins: rows.origins,
      formats: hasFormats && !isFormatted ? formats : undefined,
      bytes: rows.count > smallRows ? await rows.bytes(host.yieldToHost) : undefined,
    });
    return layout.transpose ? result.transpose() : result;
  }

  /** Whether dates and shares may be formatted values: they take a small share of the message, and the rest still fits. */
  async #fitsFormatted(formats: readonly (string | undefined)[]): Promise<boolean> {
    const { formattedValues, maxCharacters, yieldToHost } = this.#target.host;
    const formatCharacters = this.#rows.count * formats.filter((format) => format !== undefined).length * formattedSize;
    if (!formattedValues || formatCharacters > formattedShare * maxCharacters) return false;
    return (await this.#rows.bytes(yieldToHost)) + formatCharacters <= maxCharacters;
  }
}

const joinedPlaces = (columns: readonly Column[]): readonly number[] =>
  columns.flatMap(({ joins }, place) => (joins === undefined ? [] : [place]));

const headerRow = (columns: readonly Column[], layout: Layout, host: TableHost): readonly CellValue[] | undefined => {
  if (layout.headers === "no") return undefined;
  const takesDates =
    layout.dates === "excel" &&
    host.formattedValues &&
    columns.length * formattedSize <= formattedShare * host.maxCharacters;
  return columns.map(({ name, label, header }): CellValue => {
    const isShown = typeof header === "number" || (header !== undefined && takesDates);
    return isShown ? header : layout.headers === "names" ? name : label;
  });
};

const withFormats = async (
  sized: SizedRows,
  formats: readonly (string | undefined)[],
  columns: readonly Column[],
  { host }: TableTarget,
): Promise<SizedRows> => {
  const rows = new SizedRows(host);
  for (const [index, row] of sized.rows.entries()) {
    const turn = index % longSlice === 0 ? host.yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    rows.add(
      row.map((cell, column) => withNumberFormat(cell, ownFormat(cell, columns[column]) ?? formats[column])),
      sized.origins[index],
    );
  }
  return rows;
};

const ownFormat = (cell: CellValue, column: Column | undefined): string | undefined =>
  typeof cell === "number" ? column?.formats?.get(cell) : undefined;

const withNumberFormat = (cell: CellValue, numberFormat: string | undefined): CellValue =>
  numberFormat === undefined || typeof cell !== "number" ? cell : { kind: "formatted", value: cell, numberFormat };

/** An empty table of these columns. */
export const newTable = (context: TableContext, tableColumns: ShownColumns, limit?: RowLimit): TableBuilder =>
  new TableBuilder(
    tableColumns,
    {
      layout: context.layout,
      host: context.host,
      findEntities: (ids) => findEntities(context, ids, joinedFields(tableColumns.needed)),
      truncatedLog: context.requestContext.log,
    },
    limit,
  );

/** Asks for each entity by id; the loader sends them in shared batches. */
export const findEntities = async (
  { runtime, requestContext }: EngineAccess,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, TableRecord | undefined>> => {
  const lookups = forLookups(requestContext);
  const records = await Promise.all(ids.map((id) => runtime.entities.byId(id, fields, lookups)));
  return new Map(ids.map((id, index) => [id, records[index]]));
};

/** How many rows a table of records that were read before shows, and whether the service has more. */
export interface TableExtent extends End {
  readonly limit: RowLimit;
}

/**
 * A table of records, with failures behind all rows, and `last` behind them (totals).
 * @throws AddinError the first failure where all rows failed; `too-large`; `no-rows`.
 */
export const tabulate = async (
  context: TableContext,
  inputRows: readonly Row[],
  tableColumns: ShownColumns,
  last: readonly Row[] = [],
  extent?: TableExtent,
): Promise<FormulaResult> => {
  const rows = unlessAllFailed(inputRows);
  const records = rows.every(isRecord) ? rows : rows.filter(isRecord);
  const failures = records.length === rows.length ? [] : rows.filter((row) => row !== undefined && !isRecord(row));
  return newTable(context, tableColumns, extent?.limit).finish(records, [...failures, ...last], extent);
};

/**
 * A table that answers one row for each cell of an argument: failures and blank rows keep their places. `last` follows (totals).
 * @throws AddinError the first failure where all rows failed; `too-large`; `no-rows`.
 */
export const alignRows = async (
  context: TableContext,
  inputRows: readonly Row[],
  tableColumns: ShownColumns,
  last: readonly Row[] = [],
): Promise<FormulaResult> => newTable(context, tableColumns).finish(unlessAllFailed(inputRows), last);
