/** The error of `context.sync()` (`OfficeExtension.Error`). */
export class OfficeError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "RichApi.Error";
    this.code = code;
  }
}

/** The error for a member of Office.js that the workbench lacks, as Excel documents it. */
export const notImplemented = (member: string): OfficeError =>
  new OfficeError("NotImplemented", `The requested feature isn't implemented: ${member}.`);
