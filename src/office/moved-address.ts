/** A structural change of a sheet: `RowInserted` of `1:1`, `ColumnDeleted` of `C:D`. */
export interface Moved {
  readonly changeType: string;
  readonly address: string;
}

type Span = readonly [first: number, last: number];

/** Where a range without its sheet (`A2:A1201`) stands after a change, wider or narrower where the change was in it; undefined where it is gone. */
export const movedAddress = (range: string, { changeType, address }: Moved): string | undefined => {
  const place = read(range);
  const changed = read(address);
  if (place === undefined || changed === undefined) return undefined;
  const { rows, columns } = place;
  if (changeType === "RowInserted") return written({ rows: widened(rows, changed.rows), columns });
  if (changeType === "RowDeleted") return written({ rows: narrowed(rows, changed.rows), columns });
  if (changeType === "ColumnInserted") return written({ rows, columns: widened(columns, changed.columns) });
  if (changeType === "ColumnDeleted") return written({ rows, columns: narrowed(columns, changed.columns) });
  // Cells that made room or closed up: whichever way they went, what they touched stands no more where it stood.
  return touches(place, changed) ? undefined : range;
};

interface Place {
  readonly rows: Span | undefined;
  readonly columns: Span | undefined;
}

const lastRow = 1_048_576;
const lastColumn = 16_384;

const read = (address: string): { readonly rows: Span; readonly columns: Span } | undefined => {
  const match = /^([A-Z]+)?(\d+)?(?::([A-Z]+)?(\d+)?)?$/.exec(address.replaceAll("$", ""));
  if (match === null) return undefined;
  const [, column, row, column2 = column, row2 = row] = match;
  return {
    rows: row === undefined ? [1, lastRow] : [Number(row), Number(row2)],
    columns: column === undefined ? [1, lastColumn] : [numberOf(column), numberOf(column2 ?? column)],
  };
};

const written = ({ rows, columns }: Place): string | undefined => {
  if (rows === undefined || columns === undefined) return undefined;
  const first = `${lettersOf(columns[0])}${rows[0]}`;
  const last = `${lettersOf(columns[1])}${rows[1]}`;
  return first === last ? first : `${first}:${last}`;
};

const widened = ([first, last]: Span, [from, to]: Span): Span => {
  const count = to - from + 1;
  return [first >= from ? first + count : first, last >= from ? last + count : last];
};

const narrowed = ([first, last]: Span, [from, to]: Span): Span | undefined => {
  const count = to - from + 1;
  const start = first > to ? first - count : Math.min(first, from);
  const end = last > to ? last - count : Math.min(last, from - 1);
  return end < start ? undefined : [start, end];
};

const touches = (place: { rows: Span; columns: Span }, changed: { rows: Span; columns: Span }): boolean =>
  (overlap(place.columns, changed.columns) && changed.rows[0] <= place.rows[1]) ||
  (overlap(place.rows, changed.rows) && changed.columns[0] <= place.columns[1]);

const overlap = ([first, last]: Span, [from, to]: Span): boolean => first <= to && from <= last;

const numberOf = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const lettersOf = (number: number): string =>
  (number > 26 ? lettersOf(Math.floor((number - 1) / 26)) : "") + String.fromCharCode(65 + ((number - 1) % 26));
