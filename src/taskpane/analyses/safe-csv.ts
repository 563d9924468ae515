/** What a spreadsheet would calculate; a number with its sign is none of it. */
const calculates = /^(?:[=@\t\r＝＋－＠]|[+-](?!\d*\.?\d+(?:e[+-]?\d+)?$))/i;

const cell = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r?\n|$)/g;

const safeCell = (written: string): string => {
  const text = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
  return calculates.test(text) ? `"'${text.replaceAll('"', '""')}"` : written;
};

/** A CSV that a spreadsheet may open: a text that begins like a formula, such as an entity named `=cmd`, gets an apostrophe before it. */
export const safeCsv = (csv: string): string =>
  csv.replaceAll(cell, (_, written: string, end: string) => safeCell(written) + end);
