/** The promise, or the signal's reason where that comes first; the promise itself runs on. */
export const untilAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise<Value>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else {
      signal.addEventListener("abort", stop, { once: true });
      const done = (): void => signal.removeEventListener("abort", stop);
      promise.then(
        (value) => {
          done();
          resolve(value);
        },
        (reason: unknown) => {
          done();
          reject(reason);
        },
      );
    }
  });
