/** Milliseconds that a request without readers stays alive: Excel may call a formula again just after it cancelled it. */
export const reuseWindow = 200;

type AbortListener = (reason: Error) => void;

/** Calls the listener once with the reason of the abort; at once if it has happened. Returns the function that unsubscribes. */
export type OnAbort = (listener: AbortListener) => () => void;

/** Something that can be aborted. `onAbort` avoids creating a signal. */
export interface Cancellable {
  readonly signal: AbortSignal;
  readonly onAbort?: OnAbort;
}

/** An AbortController that creates its signal only when somebody uses it: a workbook has thousands of requests. */
export class Cancellation {
  #reason: Error | undefined;
  // Most cancellations have one listener at a time, so that no set is needed.
  #listener: AbortListener | undefined;
  #moreListeners: Set<AbortListener> | undefined;
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Why it was aborted; undefined before. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** See `OnAbort`. */
  onAbort(listener: AbortListener): () => void {
    if (this.#reason !== undefined) listener(this.#reason);
    else if (this.#listener === undefined) this.#listener = listener;
    else (this.#moreListeners ??= new Set()).add(listener);
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
      else this.#moreListeners?.delete(listener);
    };
  }

  /** Only the first call has an effect. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#listener?.(reason);
    for (const listener of this.#moreListeners ?? []) listener(reason);
    this.#listener = undefined;
    this.#moreListeners = undefined;
  }
}

/** `onAbort` for a signal of the platform. */
export const onSignalAbort =
  (signal: AbortSignal): OnAbort =>
  (listener) => {
    const onAbort = (): void => listener(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    return () => signal.removeEventListener("abort", onAbort);
  };

/** Settles as the promise does, or rejects with the reason of an earlier abort. The promise's work continues. */
export const untilAborted = <Value>(
  promise: Promise<Value>,
  cancellable: { readonly onAbort: OnAbort },
): Promise<Value> =>
  new Promise<Value>((resolve, reject) => {
    const unsubscribe = cancellable.onAbort(reject);
    promise.finally(unsubscribe).then(resolve, reject);
  });
