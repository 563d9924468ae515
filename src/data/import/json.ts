import { isObject } from "../../facts/json";
import { BadRow, ImportError, type ReadRow } from "./import-error";
import { fileLines, wholeText, type SourceFile } from "./source-file";

/** Texts of PostgreSQL hold no NUL, and JSON there no half of a pair. */
export const cleanText = (text: string): string =>
  text
    .replaceAll("\0", "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** A JSON value whose texts can be stored. @throws SyntaxError */
const parseJson = (text: string): unknown =>
  /\\u(?:0000|d[89a-f])/i.test(text)
    ? JSON.parse(text, (_name, value: unknown) => (typeof value === "string" ? cleanText(value) : value))
    : JSON.parse(text);

/** The objects of a file that has one in each line. */
export async function* jsonLines(file: SourceFile): AsyncGenerator<ReadRow<unknown> | BadRow, void> {
  for await (const { line, text } of fileLines(file)) {
    if (text.trim() === "") continue;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      yield new BadRow(line, `is no JSON (${(error as Error).message})`, text.slice(0, 500));
      continue;
    }
    if (isObject(value)) yield { line, record: value };
    else yield new BadRow(line, "is no JSON object", text.slice(0, 500));
  }
}

/** The value of a JSON file. @throws ImportError if it is none */
export const jsonFile = async (file: SourceFile): Promise<unknown> => {
  try {
    return parseJson(await wholeText(file));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file.path} is no JSON (${(error as Error).message}).`);
  }
};
