import { createPacer } from "../clock";

/** An answer whose JSON is written already, as bytes. */
export class Written {
  readonly json: Buffer;

  constructor(pieces: readonly Buffer[]) {
    this.json = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  }
}

/** Text is made into bytes in pieces of about this many characters: a long text would hold up everybody else. */
const pieceLength = 65_536;

/** Writes `head`, the texts of all items with commas between them, and `tail`; other requests have their turn meanwhile. */
export const writeList = async <T>(
  items: Iterable<T>,
  write: (item: T) => string | Promise<string>,
  { head, tail }: { readonly head: string; readonly tail: string },
): Promise<Written> => {
  const pace = createPacer();
  const pieces: Buffer[] = [];
  let [text, separator] = [head, ""];
  for (const item of items) {
    const written = write(item);
    text += separator + (typeof written === "string" ? written : await written);
    separator = ",";
    if (text.length > pieceLength) {
      pieces.push(Buffer.from(text));
      text = "";
    }
    const pause = pace();
    if (pause !== undefined) await pause;
  }
  pieces.push(Buffer.from(text + tail));
  return new Written(pieces);
};
