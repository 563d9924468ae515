/** Limits of the service. Those marked "ours" are not in the specification. Tests lower them. */
export interface Limits {
  /** Seconds a token is valid. */
  readonly tokenSeconds: number;
  /** Maximum size of a request body in bytes; ours. */
  readonly bodyBytes: number;
  /** Waiting coverage extension tasks per caller. */
  readonly waitingTasks: number;
  /** Milliseconds a task waits, and milliseconds it then runs; ours. */
  readonly taskWaitMs: number;
  readonly taskRunMs: number;
  /** Translated documents per company. */
  readonly translationQuota: number;
  /** Bytes of a title or text that are translated. */
  readonly translationBytes: number;
  /** Documents per download request. */
  readonly downloadDocuments: number;
  /** Computed limit up to which the detailed fields are returned. */
  readonly detailedDocuments: number;
  /** Documents of an analysis from which `sort` needs `date`. */
  readonly sortNeedsDate: number;
  /** Matching documents at which an analysis is stopped; ours. */
  readonly analysisDocuments: number;
  /** Milliseconds an analysis waits before it runs; ours. */
  readonly analysisWaitMs: number;
  /** Analyses in progress per company; ours. */
  readonly analysesInProgress: number;
}

export const defaultLimits: Limits = {
  tokenSeconds: 86_400,
  bodyBytes: 1024 * 1024,
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
