/** The kinds of failure a user can tell apart by what there is to do; office/cell-error.ts gives each its cell error. */
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
  | "interrupted"
  | "throttled"
  | "too-large"
  | "unavailable"
  | "unexpected";

/** One complaint of the service about one member of a request (specification, "v3 error body"). */
export interface Issue {
  readonly field: string;
  readonly message: string;
  readonly reason?: string;
}

/** What else is known of a failure: the cause, the service's status and issues, when a retry makes sense (ms since 1970), and how long the service asked to wait (ms). */
export interface ErrorDetails {
  readonly cause?: unknown;
  readonly status?: number;
  readonly issues?: readonly Issue[];
  readonly retryAt?: number;
  readonly retryAfter?: number;
}

/** The one error of the add-in: a literal code and one sentence that tells the user what to do. */
export class AddinError extends Error {
  override readonly name = "AddinError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, sentence: string, details: ErrorDetails = {}) {
    super(sentence, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}
