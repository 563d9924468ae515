import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { csvCell } from "../../facts/csv-cell";
import type { BadRow } from "./import-error";
import type { SourceFile } from "./source-file";

/** A file beside another one; in the current folder where that folder cannot be written. */
const openBeside = (wanted: string): { readonly path: string; readonly descriptor: number } => {
  try {
    return { path: wanted, descriptor: openSync(wanted, "w") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EROFS" && code !== "EPERM") throw error;
    const here = path.resolve(path.basename(wanted));
    return { path: here, descriptor: openSync(here, "w") };
  }
};

/** The rows that an import refuses, with line and reason. The file is made with the first of them. */
export class BadRowsFile {
  private readonly wanted: string;
  private open: ReturnType<typeof openBeside> | undefined;

  constructor(file: SourceFile) {
    this.wanted = `${file.path}.bad.csv`;
    // That of an earlier import.
    rmIfThere(this.wanted);
  }

  /** Undefined as long as no row is refused. */
  get path(): string | undefined {
    return this.open?.path;
  }

  add({ line, reason, text }: BadRow): void {
    if (this.open === undefined) {
      this.open = openBeside(this.wanted);
      writeSync(this.open.descriptor, "line,reason,text\n");
    }
    writeSync(this.open.descriptor, `${[line, reason, text].map(csvCell).join(",")}\n`);
  }

  close(): void {
    if (this.open !== undefined) closeSync(this.open.descriptor);
  }
}

const rmIfThere = (file: string): void => {
  try {
    rmSync(file, { force: true });
  } catch {
    // A folder that cannot be written holds none of ours.
  }
};
