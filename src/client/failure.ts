import { AddinError, type ErrorCode } from "../error/addin-error";
import { say } from "../text/say";
import { readProblem, type ReadProblem } from "../wire/problems";

const codes: Readonly<Record<number, ErrorCode>> = {
  400: "rejected",
  401: "signed-out",
  402: "no-access",
  403: "no-access",
  404: "not-found",
  409: "rejected",
  429: "throttled",
};

const described = ({ message, issues }: ReadProblem): string =>
  issues.length === 0
    ? message
    : issues.map((issue) => (issue.field === "" ? issue.message : `${issue.field}: ${issue.message}`)).join("; ");

const sentenceOf = (status: number, problem: ReadProblem): string => {
  if (status === 400 || status === 409) return say("runtime.rejected", { message: described(problem) });
  if (status === 401) return say("runtime.signedOut");
  if (status === 402) return say("runtime.noAccess");
  if (status === 403) return say("runtime.forbidden", { message: described(problem) });
  if (status === 404) return say("runtime.notFound");
  if (status === 429) return say("runtime.busyNow", { message: described(problem) });
  return status >= 500 ? say("runtime.failed", { status }) : say("runtime.unexpected");
};

/** How long the service asks to wait, in milliseconds: seconds, or a date measured by the response's own. */
const retryAfterOf = ({ headers }: Response): number | undefined => {
  const asked = headers.get("Retry-After");
  if (asked === null) return undefined;
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get("Date") ?? "");
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
};

/** The AddinError of an error response, whatever the shape of its body. */
export const failureOf = (response: Response, body: unknown): AddinError => {
  const { status } = response;
  const problem = readProblem(status, body);
  const retryAfter = retryAfterOf(response);
  return new AddinError(codes[status] ?? (status >= 500 ? "unavailable" : "unexpected"), sentenceOf(status, problem), {
    status,
    issues: problem.issues,
    cause: problem.message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
};
