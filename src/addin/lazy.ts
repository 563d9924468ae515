import { t } from "../i18n/t";

/** The methods of a part that may not be loaded yet: each loads it first. */
export type LazyMethods<Part> = {
  readonly [
    Name in keyof Part as Part[Name] extends (...values: never[]) => unknown ? Name : never
  ]: Part[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Awaited<Result>>
    : never;
};

/** A part of the add-in whose script is loaded when it is first used. */
export interface Lazy<Part> {
  /** Loads it once. Rejects with a sentence for users where its script is missing; the next use then loads it again. */
  readonly load: () => Promise<Part>;
  /** Undefined until it is loaded. */
  readonly loaded: () => Part | undefined;
  readonly methods: LazyMethods<Part>;
}

/** `create` imports the script and makes the part. */
export const lazy = <Part>(create: () => Promise<Part>): Lazy<Part> => {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;
  const load = (): Promise<Part> => {
    loading ??= create().then(
      (created) => (part = created),
      (error: unknown) => {
        loading = undefined;
        // webpack's name for a script that could not be loaded.
        throw error instanceof Error && error.name === "ChunkLoadError" ? new Error(t("start.partMissing")) : error;
      },
    );
    return loading;
  };
  const call = async (name: string, values: unknown[]): Promise<unknown> => {
    const methods = (await load()) as Readonly<Record<string, (...all: unknown[]) => unknown>>;
    return methods[name]?.(...values);
  };
  const methods = new Proxy(
    {},
    {
      // Whatever has a method `then` passes for a promise.
      get: (_, name: string) => (name === "then" ? undefined : (...values: unknown[]) => call(name, values)),
    },
  );
  return { load, loaded: () => part, methods: methods as LazyMethods<Part> };
};
