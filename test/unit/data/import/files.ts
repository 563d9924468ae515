import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BadRow, importLimits, type ImportLimits, type ReadRow } from "../../../../src/data/import/import-error";
import { openSourceFile, type SourceFile } from "../../../../src/data/import/source-file";

/** A folder for files of a test. */
export const createFiles = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "import-"));
  const write = (name: string, content: string | Uint8Array): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  return {
    folder,
    write,
    open: (name: string, content: string | Uint8Array, limits: Partial<ImportLimits> = {}): SourceFile =>
      openSourceFile(write(name, content), { ...importLimits, ...limits }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** All records and refused rows of a reader. */
export const readAll = async <Row>(
  rows: AsyncIterable<ReadRow<Row> | BadRow>,
): Promise<{ readonly records: readonly Row[]; readonly bad: readonly string[] }> => {
  const records: Row[] = [];
  const bad: string[] = [];
  for await (const row of rows) {
    if (row instanceof BadRow) bad.push(`${row.line}: ${row.reason}`);
    else records.push(row.record);
  }
  return { records, bad };
};
