import { importFile } from "../../../../src/data/import/import-file";
import { findKind } from "../../../../src/data/import/run-import";
import { openData } from "../../../../src/data/sql/open";

// Imports a file in small batches, and prints a line after each. `kill.slow.test.ts` kills it.
const main = async ([folder = "", kind = "", file = ""]: readonly string[]): Promise<void> => {
  const database = await openData(folder);
  await importFile(database, findKind(kind), file, {
    batchRows: 100,
    onProgress: ({ rows }) => process.stdout.write(`${rows}\n`),
  });
  await database.close();
};

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
