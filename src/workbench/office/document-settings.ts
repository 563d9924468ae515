/** `Office.AsyncResult`. */
type AsyncResult<Value> =
  | { readonly status: "succeeded"; readonly value: Value }
  | {
      readonly status: "failed";
      readonly value: undefined;
      readonly error: { readonly code: number; readonly name: string; readonly message: string };
    };

/** The callback of `saveAsync` and similar methods. */
export type AsyncCallback<Value = unknown> = (result: AsyncResult<Value>) => void;

/** A failure with its code of the common API. */
export const asyncFailure = (code: number, name: string, message: string): AsyncResult<never> => ({
  status: "failed",
  value: undefined,
  error: { code, name, message },
});

type SettingsHandler = (event: object) => unknown;

/**
 * `Office.context.document.settings`. Changes stay in the page until they are saved; then they are part of the
 * workbook.
 */
export class HostDocumentSettings {
  #present: Record<string, unknown> = {};
  #saved: Record<string, unknown> = {};
  #listener: () => void = () => undefined;
  readonly #handlers = new Set<SettingsHandler>();

  onSaved(listener: () => void): void {
    this.#listener = listener;
  }

  /** The settings in the file. */
  get saved(): Readonly<Record<string, unknown>> {
    return this.#saved;
  }

  /** Loads the settings of an opened file. */
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
    callBack(options, callback);
  };

  readonly refreshAsync = (callback?: AsyncCallback): void => {
    this.#present = structuredClone(this.#saved);
    callBack(callback);
  };

  /** Somebody else has saved settings. This page sees them after `refreshAsync`. */
  receive(changes: Readonly<Record<string, unknown>>): void {
    this.#saved = JSON.parse(JSON.stringify({ ...this.#saved, ...changes })) as Record<string, unknown>;
    this.#listener();
    for (const handler of [...this.#handlers]) handler({ type: "settingsChanged", settings: this });
  }

  /** `settingsChanged` comes only when a co-author has saved settings, as in Excel on the web. */
  readonly addHandlerAsync = (type: string, handler: SettingsHandler, ...rest: unknown[]): void => {
    if (type === "settingsChanged") this.#handlers.add(handler);
    callBack(...rest);
  };

  readonly removeHandlerAsync = (type: string, ...rest: unknown[]): void => {
    const [options] = rest as [{ readonly handler?: SettingsHandler } | undefined];
    if (type === "settingsChanged") this.removeHandlers(options?.handler);
    callBack(...rest);
  };

  /** Removes a handler, or all of them. */
  removeHandlers(handler?: SettingsHandler): void {
    if (handler === undefined) this.#handlers.clear();
    else this.#handlers.delete(handler);
  }
}

/** Calls the last argument, like methods whose names end in Async. Options before it are optional. */
export const callBack = (...parameters: unknown[]): void => {
  const callback = parameters.findLast((each) => typeof each === "function") as AsyncCallback | undefined;
  callback?.({ status: "succeeded", value: undefined });
};
