/** A file that cannot be read or written. The message is one sentence for the user. */
export class OoxmlError extends Error {
  override readonly name = "OoxmlError";
}
