/** Calls that change something or start work: pane and commands only. Not remembered, not retried where a repeat could act twice. */
export interface Actions {
  readonly call: (
    route:
      | "startAnalysis"
      | "createUniverse"
      | "updateUniverse"
      | "extendCoverage"
      | "translateDocuments"
      | "downloadAnalysis"
      | "getTimeSeries",
    parameters: {
      readonly path?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, string>>;
      readonly body: unknown;
    },
    signal?: AbortSignal,
  ) => Promise<{ readonly status: number; readonly value: unknown }>;
}
