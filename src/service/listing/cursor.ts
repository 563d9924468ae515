import { createHash } from "node:crypto";
import { invalid, wrongElement } from "../http/problems";

const digest = (text: string): Buffer => createHash("sha1").update(text).digest();

/** Writes the opaque cursor after a record. It is bound to its listing. */
export const writeCursor = (listing: string, ordinal: number): string => {
  const bytes = Buffer.alloc(16);
  digest(listing).copy(bytes, 0, 0, 8);
  bytes.writeInt32BE(ordinal, 8);
  digest(`${listing}\n${ordinal}`).copy(bytes, 12, 0, 4);
  return bytes.toString("base64url");
};

/** Reads a cursor. @throws 400 for an invented cursor or one of another listing or other filters. */
export const readCursor = (listing: string, cursor: string): number => {
  const bytes = Buffer.from(cursor, "base64url");
  const ordinal = bytes.length === 16 ? bytes.readInt32BE(8) : -1;
  if (bytes.length !== 16 || writeCursor(listing, ordinal) !== cursor) {
    throw invalid([
      wrongElement("query.search_after", "The cursor does not belong to this listing with these filters"),
    ]);
  }
  return ordinal;
};
