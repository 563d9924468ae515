/** What a step has observed. Facts are compared; they contain no times. */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [member: string]: Fact };

export interface StepTrace {
  readonly name: string;
  readonly topic: string;
  /** By what was looked at, such as `values B1`. */
  readonly facts: Readonly<Record<string, Fact>>;
  /** For people; never compared. */
  readonly milliseconds: number;
}

/** What the probe has found in one host. */
export interface Trace {
  readonly format: 1;
  readonly host: {
    /** `Excel`, as Office names it. */
    readonly name: string;
    /** `PC`, `Mac` or `OfficeOnline`. */
    readonly platform: string;
    /** The build. */
    readonly version: string;
    readonly language: string;
    /** The highest version of each requirement set. */
    readonly sets: Readonly<Record<string, string>>;
  };
  /** An ISO day. */
  readonly recorded: string;
  readonly steps: readonly StepTrace[];
}

/** A value of any kind as a fact. What JSON lacks is named: `{ "$": "undefined" }`. */
export const toFact = (value: unknown): Fact => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : { $: String(value) };
  if (Array.isArray(value)) return value.map(toFact);
  if (typeof value !== "object") return { $: typeof value };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toFact(one)]));
};

/** The code of an error, or its message if it has none: the message of an error with a code is in Excel's language. */
export const errorCode = (error: unknown): string => {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code ?? message ?? String(error);
};
