import type { OnAbort } from "./inquiry";

type Tell = (reason: Error) => void;

/** An early end, told to everybody who waits; its signal is made only where one is wanted, because a workbook has thousands. */
export class Cancellation {
  #reason: Error | undefined;
  // Most have one who waits at a time: no set is made for one.
  #only: Tell | undefined;
  #others: Set<Tell> | undefined;
  #controller: AbortController | undefined;

  /** For what takes a signal. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Has `tell` called at the end, at once where it has come; the answer calls that off. */
  onAbort(tell: Tell): () => void {
    if (this.#reason !== undefined) tell(this.#reason);
    else if (this.#only === undefined) this.#only = tell;
    else (this.#others ??= new Set()).add(tell);
    return () => {
      if (this.#only === tell) this.#only = undefined;
      else this.#others?.delete(tell);
    };
  }

  /** Ends it; the first reason counts. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#only?.(reason);
    for (const tell of this.#others ?? []) tell(reason);
    this.#only = undefined;
    this.#others = undefined;
  }
}

/** What a signal of the platform tells, as cancellations tell it. */
export const onAbortOf =
  (signal: AbortSignal): OnAbort =>
  (tell) => {
    const told = (): void => tell(signal.reason as Error);
    if (signal.aborted) told();
    else signal.addEventListener("abort", told, { once: true });
    return () => signal.removeEventListener("abort", told);
  };
