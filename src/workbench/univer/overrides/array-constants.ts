import { ArrayValueObject, StringValueObject, ValueObjectFactory } from "@univerjs/engine-formula";
import { show } from "./references";

type Values = ReturnType<typeof ValueObjectFactory.create>[][];

// The members without published types. Check them after an update of Univer.
interface ArrayParts {
  _rowCount: number;
  _columnCount: number;
  _formatValue: (this: ArrayParts, raw: unknown) => Values;
}

const prototype = ArrayValueObject.prototype as unknown as ArrayParts;
const format = prototype._formatValue;

/** Splits at separators outside of quotes. Quotes in texts are hidden. */
const split = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1)
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  return [...parts, text.slice(start)];
};

const readCell = (text: string): Values[number][number] =>
  text.startsWith('"') ? StringValueObject.create(show(text.slice(1, -1))) : ValueObjectFactory.create(text);

/**
 * Reads array constants whose texts have commas and semicolons, such as `{"Smith, Jones";"B"}`. Univer splits them at each one.
 */
export const readArrayConstants = (): void => {
  prototype._formatValue = function formatValue(raw) {
    if (typeof raw !== "string" || !raw.includes('"')) return format.call(this, raw);
    const rows = split(raw.slice(1, -1), ";").map((row) => split(row, ",").map((cell) => readCell(cell.trim())));
    this._rowCount = rows.length;
    this._columnCount = Math.max(...rows.map((row) => row.length));
    return rows;
  };
};
