import type { Issue } from "../../wire/problems";

/** Why a request is refused; the error handler writes it in the shape that the route's family uses. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: { reason?: string; issues?: readonly Issue[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.reason = details.reason ?? reasons[status] ?? "invalid";
    this.issues = details.issues;
    this.headers = details.headers ?? {};
  }
}

const reasons: Readonly<Record<number, string>> = {
  401: "unauthorized",
  402: "forbidden",
  403: "forbidden",
  404: "not_found",
  429: "too_many_requests",
};

/** Invalid parameters: 400 with the failing members. */
export const invalid = (issues: readonly Issue[]): ApiError =>
  new ApiError(400, "The parameters are invalid. Please check the errors member.", { issues });

/** One member that has a wrong type, format or range. */
export const wrongType = (field: string, message: string): Issue => ({ field, message, reason: "invalid_type" });

/** One member that names something that does not exist. */
export const wrongElement = (field: string, message: string): Issue => ({ field, message, reason: "invalid_element" });

/** It does not exist, or the caller's company may not know that it does. */
export const notFound = (what: string): ApiError => new ApiError(404, `${what} was not found.`);

/** The caller lacks a permission. */
export const forbidden = (why: string): ApiError => new ApiError(403, why);

/** The caller's account has no access to the entity. */
export const noLicence = (): ApiError => new ApiError(402, "The account has no access to this entity.");
