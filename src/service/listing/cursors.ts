import { createHash } from "node:crypto";
import { invalid, wrongElement } from "../http/api-error";

const digest = (text: string): Buffer => createHash("sha1").update(text).digest();

/** Writes the cursor after a record: bound to the listing it came from, and unreadable for the client. */
export const writeCursor = (listing: string, ordinal: number): string => {
  const bytes = Buffer.alloc(16);
  digest(listing).copy(bytes, 0, 0, 8);
  bytes.writeInt32BE(ordinal, 8);
  digest(`${listing}\n${ordinal}`).copy(bytes, 12, 0, 4);
  return bytes.toString("base64url");
};

/** Reads a cursor of this listing; one of another listing or with other filters, or an invented one, is 400. */
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
