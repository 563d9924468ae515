// Opens each named .xlsx file with one library and writes it again; a line of JSON for each file. Runs in a process of its own,
// because a library may hang or run out of memory. Arguments: library, folder of the libraries, folder for the results, files.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [, , library, modules, out, list] = process.argv;
const load = createRequire(path.join(modules, "package.json"));

const rewrite = {
  exceljs: async (file) => {
    const { Workbook } = load("exceljs");
    const book = new Workbook();
    await book.xlsx.load(readFileSync(file));
    return Buffer.from(await book.xlsx.writeBuffer());
  },
  sheetjs: (file) => {
    const { read, write } = load("xlsx");
    const options = { cellStyles: true, cellFormula: true, bookVBA: true, cellDates: false };
    return write(read(readFileSync(file), options), { ...options, type: "buffer", bookType: "xlsx" });
  },
}[library];

for (const file of JSON.parse(readFileSync(list, "utf8"))) {
  let error;
  try {
    writeFileSync(path.join(out, `${file.number}.xlsx`), await rewrite(file.path));
  } catch (reason) {
    error = String(reason?.message ?? reason);
  }
  process.stdout.write(`${JSON.stringify({ number: file.number, error })}\n`);
}
