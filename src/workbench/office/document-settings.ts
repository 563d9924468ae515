/** What `saveAsync` and its like call back with. */
export type AsyncCallback = (result: { readonly status: "succeeded"; readonly value: unknown }) => void;

/** `Office.context.document.settings`: changes live in the page until they are saved, then they travel with the workbook. */
export class DocumentSettings {
  #present: Record<string, unknown> = {};
  #saved: Record<string, unknown> = {};
  #listener: () => void = () => undefined;

  onSaved(listener: () => void): void {
    this.#listener = listener;
  }

  /** What the file holds. */
  get saved(): Readonly<Record<string, unknown>> {
    return this.#saved;
  }

  /** Takes the settings of an opened file. */
  open(settings: Readonly<Record<string, unknown>>): void {
    this.#saved = { ...settings };
    this.#present = structuredClone(this.#saved);
  }

  readonly get = (name: string): unknown => this.#present[name] ?? null;

  readonly set = (name: string, value: unknown): void => {
    this.#present[name] = value;
  };

  readonly remove = (name: string): void => {
    this.#present = Object.fromEntries(Object.entries(this.#present).filter(([key]) => key !== name));
  };

  readonly saveAsync = (options?: unknown, callback?: AsyncCallback): void => {
    this.#saved = JSON.parse(JSON.stringify(this.#present)) as Record<string, unknown>;
    this.#listener();
    answer(options, callback);
  };

  readonly refreshAsync = (callback?: AsyncCallback): void => {
    this.#present = structuredClone(this.#saved);
    answer(callback);
  };

  readonly addHandlerAsync = (_type: string, _handler: unknown, callback?: AsyncCallback): void => answer(callback);
}

/** Calls the last argument back, as methods ending in Async do; options before it may be left out. */
export const answer = (...received: unknown[]): void => {
  const callback = received.findLast((each) => typeof each === "function") as AsyncCallback | undefined;
  callback?.({ status: "succeeded", value: undefined });
};
