import { createHash } from "node:crypto";
import { invalid, wrongElement } from "../http/problems";

const digest = (text: string): Buffer => createHash("sha1").update(text).digest();

const marks = { listing: 8, position: 4 } as const;

/** Writes the opaque cursor behind a position. It is bound to its listing. */
export const writeCursor = (listing: string, position: string): string =>
  Buffer.concat([
    digest(listing).subarray(0, marks.listing),
    digest(`${listing}\n${position}`).subarray(0, marks.position),
    Buffer.from(position),
  ]).toString("base64url");

/** The position of a cursor. @throws 400 for an invented cursor or one of another listing or other filters. */
export const readCursor = (listing: string, cursor: string): string => {
  const position = Buffer.from(cursor, "base64url")
    .subarray(marks.listing + marks.position)
    .toString();
  if (writeCursor(listing, position) !== cursor) {
    throw invalid([
      wrongElement("query.search_after", "The cursor does not belong to this listing with these filters"),
    ]);
  }
  return position;
};
