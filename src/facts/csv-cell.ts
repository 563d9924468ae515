/** A cell of CSV (RFC 4180). A text that a spreadsheet would calculate begins with an apostrophe. */
export const csvCell = (value: string | number): string => {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
