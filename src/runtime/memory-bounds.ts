/** More than this in bytes is forgotten, the longest unused first (it stays on the device). */
export const mostBytes = 96_000_000;

/** An answer that takes more is not kept in memory at all. */
export const largestAnswer = mostBytes / 3;
