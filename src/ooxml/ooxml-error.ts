/** A file that cannot be read or written. The message is one sentence for the user. */
export class OoxmlError extends Error {
  override readonly name = "OoxmlError";
}

/** What `read` returns; undefined if it finds damage. For parts that can be kept without being shown. */
export const ifReadable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof OoxmlError) return undefined;
    throw error;
  }
};
