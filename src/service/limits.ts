/** Numbers that the specification sets or that are ours; tests lower them. */
export interface Limits {
  /** Seconds a token is valid. */
  readonly tokenSeconds: number;
  /** Largest request body in bytes; ours. */
  readonly bodyBytes: number;
  /** Coverage extension tasks that may wait per caller. */
  readonly waitingTasks: number;
  /** Milliseconds a task waits, and then runs; ours. */
  readonly taskWaitMs: number;
  readonly taskRunMs: number;
  /** Documents a company may have translated. */
  readonly translationQuota: number;
  /** Bytes of a title or text that are translated. */
  readonly translationBytes: number;
  /** Documents per download call. */
  readonly downloadDocuments: number;
  /** Computed limit up to which the detailed fields are returned. */
  readonly detailedDocuments: number;
  /** Documents of an analysis from which `date` is mandatory with `sort`. */
  readonly sortNeedsDate: number;
  /** Matching documents at which an analysis is stopped; ours. */
  readonly analysisDocuments: number;
  /** Milliseconds an analysis waits before it runs; ours. */
  readonly analysisWaitMs: number;
  /** Analyses of a company that may be in progress at once; ours. */
  readonly analysesInProgress: number;
}

/** The numbers the service runs with unless told otherwise. */
export const defaultLimits: Limits = {
  tokenSeconds: 86_400,
  bodyBytes: 8 * 1024 * 1024,
  waitingTasks: 3,
  taskWaitMs: 20_000,
  taskRunMs: 20_000,
  translationQuota: 10_000,
  translationBytes: 10_000,
  downloadDocuments: 500,
  detailedDocuments: 2_000,
  sortNeedsDate: 2_500_000,
  analysisDocuments: 3_000_000,
  analysisWaitMs: 50,
  analysesInProgress: 20,
};
