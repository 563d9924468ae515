/** An error value that stood in a cell a formula refers to (`#N/A`, `#DIV/0!` …); it comes out of the formula again as it went in. */
export class CellError extends Error {
  override readonly name = "CellError";
  /** Excel's text of it: `#N/A`, `#VALUE!` … */
  readonly excelCode: string;

  constructor(excelCode: string, message = "") {
    super(message);
    this.excelCode = excelCode;
  }
}
