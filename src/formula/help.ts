declare const __HELP__: boolean | undefined;

/** False in the core script: help texts are then dropped by the build, and travel in functions.json and lazy chunks instead. */
export const helpWanted = typeof __HELP__ === "undefined" || __HELP__;

/** The texts of a function for people: written once in its file, printed into functions.json, the reference and the builder. */
export interface Help {
  readonly description: string;
  /** By parameter; those every function shares are in shared-help.ts. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** By option key; likewise. */
  readonly options?: Readonly<Record<string, string>>;
  /** What a choice means, by parameter and value. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly examples: readonly { readonly formula: string; readonly shows: string }[];
}
