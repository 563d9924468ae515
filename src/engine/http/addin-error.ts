/** What went wrong, by what the user can do about it. src/formulas/table/matrix.ts maps each code to a cell error. */
export type ErrorCode =
  | "invalid-argument"
  | "rejected"
  | "ambiguous"
  | "signed-out"
  | "no-access"
  | "not-found"
  | "not-ready"
  | "stopped"
  | "no-rows"
  | "empty-list"
  | "interrupted"
  | "throttled"
  | "budget-spent"
  | "too-large"
  | "unavailable"
  | "unexpected";

/** Failures that a later try may not meet: an earlier value stands in. After any other error the formula shows the service's answer. */
export const temporaryFailures: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  "unavailable",
  "throttled",
  "budget-spent",
  "interrupted",
  "signed-out",
]);

/** One error the service reports for one field of a request (specification, "v3 error body"). */
export interface Issue {
  readonly field: string;
  readonly message: string;
  readonly reason?: string;
}

/** Everything optional about an error. */
export interface ErrorDetails {
  readonly cause?: unknown;
  /** HTTP status. */
  readonly status?: number;
  readonly issues?: readonly Issue[];
  /** When a retry makes sense, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** The response's `Retry-After`, in milliseconds. */
  readonly retryAfter?: number;
  /** The account of the request signed out or was replaced: cached rows of that account must not stand in. */
  readonly accountLeft?: true;
}

/** The only error class of the add-in. The message is one sentence that says what the user can do. */
export class AddinError extends Error {
  override readonly name = "AddinError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, sentence: string, details: ErrorDetails = {}) {
    // A typed text may be as long as a cell. What is wrong stands at the beginning, and what to do at the end.
    super(sentence.replace(/^(.{400}).{200,}(.{400})$/su, "$1…$2"), { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}
