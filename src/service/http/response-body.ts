import { yieldEvery } from "../common/clock";
import { invalid, wrongType } from "./problems";

/** A response body that is already JSON, as bytes. */
export class SerializedBody {
  readonly json: Buffer;

  constructor(pieces: readonly Buffer[]) {
    this.json = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  }
}

/** Maximum size of a response in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** How a list is written, if not as a JSON list. */
export interface ListFormat {
  /** Between two items; a comma by default. */
  readonly separator?: string;
  /** The member of the request that a refusal of a too large response names. */
  readonly field?: string;
}

/** Characters that are converted to bytes at once: converting a long text would block other requests. */
const pieceLength = 65_536;

/**
 * Serializes `head`, all items separated by commas, and `tail`, in time slices. @throws 400 if the response would be
 * larger than 64 MB.
 */
export const serializeList = async <T>(
  items: Iterable<T>,
  serialize: (item: T) => string | Promise<string>,
  head: string,
  tail: string,
  { separator: between = ",", field = "body" }: ListFormat = {},
): Promise<SerializedBody> => {
  const yieldIfDue = yieldEvery();
  const pieces: Buffer[] = [];
  let [text, separator, bytes] = [head, "", 0];
  for (const item of items) {
    const serialized = serialize(item);
    text += separator + (typeof serialized === "string" ? serialized : await serialized);
    separator = between;
    if (text.length > pieceLength) {
      const piece = Buffer.from(text);
      bytes += piece.length;
      if (bytes > mostBytes) throw invalid([wrongType(field, "The response would be larger than 64 MB: request less")]);
      pieces.push(piece);
      text = "";
    }
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  pieces.push(Buffer.from(text + tail));
  return new SerializedBody(pieces);
};
