import { filledText, isObject, type JsonObject } from "../facts/json";

/** One failing member of a request. */
export interface Issue {
  readonly field: string;
  readonly message: string;
  readonly reason: string;
}

/** The v3 error body. */
export interface V3Problem {
  readonly message: string;
  readonly code: number;
  readonly reason: string;
  readonly errors?: readonly Issue[];
}

/** The reason of a 403 of a team gateway: what the team may request today is used up. The service has no such reason. */
export const budgetReason = "budget_spent";

/** What any error body says, whatever its shape. */
export interface ReadProblem {
  readonly message: string;
  /** Only the v3 error body has one. */
  readonly reason?: string;
  readonly issues: readonly Issue[];
}

const filledTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === "string");

const readIssue = (value: unknown): Issue | undefined =>
  isObject(value)
    ? {
        field: filledText(value["field"]) ?? "",
        message: filledText(value["message"]) ?? "",
        reason: filledText(value["reason"]) ?? "",
      }
    : undefined;

const issuesByField = (body: JsonObject): Issue[] =>
  Object.entries(body).flatMap(([field, value]) =>
    isObject(value)
      ? issuesByField(value).map((issue) => ({ ...issue, field: `${field}.${issue.field}` }))
      : filledTexts(value).map((message) => ({ field: field === "_schema" ? "" : field, message, reason: "invalid" })),
  );

const sentence = (issues: readonly Issue[]): string =>
  issues.map((issue) => (issue.field === "" ? issue.message : `${issue.field}: ${issue.message}`)).join("; ");

const problemMembers = (body: JsonObject): ReadProblem | undefined => {
  const error = body["error"];
  if (isObject(error) && filledText(error["message"]) !== undefined)
    return { message: String(error["message"]), issues: [] };
  const oauth = filledText(body["error_description"]) ?? filledText(error);
  if (oauth !== undefined) return { message: oauth, issues: [] };
  const message = filledText(body["message"]);
  if (message !== undefined) {
    const errors = Array.isArray(body["errors"]) ? body["errors"] : [];
    const reason = filledText(body["reason"]);
    return {
      message,
      issues: errors.map(readIssue).filter((issue) => issue !== undefined),
      ...(reason !== undefined && { reason }),
    };
  }
  const value = filledText(body["value"]);
  if (value !== undefined) return { message: value, issues: [] };
  const issues = issuesByField(body);
  return issues.length > 0 ? { message: sentence(issues), issues } : undefined;
};

/** Reads an error body of any of the five shapes, told apart by content; HTML, empty and unknown bodies give the status only. */
export const readProblem = (status: number, body: unknown): ReadProblem => {
  const unknown = { message: `The service answered ${status}.`, issues: [] };
  return isObject(body) ? (problemMembers(body) ?? unknown) : unknown;
};
