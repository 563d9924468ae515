import { enrichData } from "../../../../src/data/enrich/enrich-data";
import { importFile } from "../../../../src/data/import/import-file";
import { findKind } from "../../../../src/data/import/run-import";
import { openData } from "../../../../src/data/sql/open";

// Imports a file in small batches, or reads documents in small slices where there is none, and prints a line after each.
// `kill.slow.test.ts` kills it.
const main = async ([folder = "", kind = "", file]: readonly string[]): Promise<void> => {
  const database = await openData(folder);
  const printLine = (count: number): unknown => process.stdout.write(`${count}\n`);
  if (file === undefined)
    await enrichData(database, { sliceDocuments: 20, sliceGroups: 2, onProgress: ({ done }) => printLine(done) });
  else await importFile(database, findKind(kind), file, { batchRows: 100, onProgress: ({ rows }) => printLine(rows) });
  await database.close();
};

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
