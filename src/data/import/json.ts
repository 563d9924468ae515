import { BadRow, ImportError, type ReadRow } from "./import-error";
import { fileLines, wholeText, type SourceFile } from "./source-file";

/** The objects of a file that has one in each line. */
export async function* jsonLines(file: SourceFile): AsyncGenerator<ReadRow<unknown> | BadRow, void> {
  for await (const { line, text } of fileLines(file)) {
    if (text.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      yield new BadRow(line, `is no JSON (${(error as Error).message})`, text.slice(0, 500));
      continue;
    }
    if (typeof value === "object" && value !== null && !Array.isArray(value)) yield { line, record: value };
    else yield new BadRow(line, "is no JSON object", text.slice(0, 500));
  }
}

/** The value of a JSON file. @throws ImportError if it is none */
export const jsonFile = async (file: SourceFile): Promise<unknown> => {
  try {
    return JSON.parse(await wholeText(file)) as unknown;
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file.path} is no JSON (${(error as Error).message}).`);
  }
};
