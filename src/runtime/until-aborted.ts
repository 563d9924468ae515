import type { Inquiry } from "./inquiry";

/** The promise, or the reason of the end where that comes first; the promise itself runs on. */
export const untilAborted = <Value>(promise: Promise<Value>, waiting: Pick<Inquiry, "onAbort">): Promise<Value> =>
  new Promise<Value>((resolve, reject) => {
    const cancel = waiting.onAbort(reject);
    promise.finally(cancel).then(resolve, reject);
  });
