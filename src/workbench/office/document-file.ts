import { type AsyncCallback, asyncFailure, callBack } from "./document-settings";

/** The size of a slice in bytes: the largest, and the default. */
const largestSlice = 4_194_304;
const mostOpen = 2;

interface Slice {
  readonly data: number[];
  readonly index: number;
  readonly size: number;
}

/** `Office.File`: the workbook as it was when it was read, in slices. */
class DocumentFile {
  readonly #bytes: Uint8Array;
  readonly #sliceSize: number;
  readonly #closed: () => void;
  #isOpen = true;

  constructor(bytes: Uint8Array, sliceSize: number, closed: () => void) {
    this.#bytes = bytes;
    this.#sliceSize = sliceSize;
    this.#closed = closed;
  }

  get size(): number {
    return this.#bytes.length;
  }

  get sliceCount(): number {
    return Math.ceil(this.#bytes.length / this.#sliceSize);
  }

  readonly getSliceAsync = (index: number, callback?: AsyncCallback<Slice>): void => {
    const start = index * this.#sliceSize;
    if (!this.#isOpen || !Number.isInteger(index) || index < 0 || start >= this.#bytes.length) {
      callback?.(asyncFailure(5_001, "Internal Error", "An internal error has occurred."));
      return;
    }
    const data = Array.from(this.#bytes.subarray(start, start + this.#sliceSize));
    callback?.({ status: "succeeded", value: { data, index, size: data.length } });
  };

  readonly closeAsync = (callback?: AsyncCallback): void => {
    if (this.#isOpen) this.#closed();
    this.#isOpen = false;
    callBack(callback);
  };
}

interface FileOptions {
  readonly sliceSize?: number;
}

/**
 * `Office.context.document.getFileAsync` with `Office.FileType.Compressed`. At most two files are open at a time, as
 * documented. Excel for the web gives a PDF only; Excel for the desktop also gives the .xlsx file.
 */
export const makeGetFile = (read: () => Uint8Array): ((fileType: string, ...rest: unknown[]) => void) => {
  let open = 0;
  return (fileType, ...rest) => {
    const callback = rest.findLast((one) => typeof one === "function") as AsyncCallback<DocumentFile> | undefined;
    const options = rest.find((one): one is FileOptions => typeof one === "object" && one !== null);
    const { sliceSize = largestSlice } = options ?? {};
    if (fileType !== "compressed") {
      callback?.(asyncFailure(1_009, "Data Read Error", "The specified file type is not supported."));
      return;
    }
    if (open >= mostOpen || !(sliceSize > 0 && sliceSize <= largestSlice)) {
      callback?.(asyncFailure(5_001, "Internal Error", "An internal error has occurred."));
      return;
    }
    open += 1;
    const file = new DocumentFile(read(), Math.trunc(sliceSize), () => (open -= 1));
    callback?.({ status: "succeeded", value: file });
  };
};
