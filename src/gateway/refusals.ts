import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { V3Problem } from "../contract/problems";
import { dataPolicy } from "./content-security";

/** Refuses a request in one sentence. */
export const refuse = (
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: OutgoingHttpHeaders = {},
): void => {
  response.writeHead(status, { "content-type": "text/plain", "content-security-policy": dataPolicy, ...headers });
  response.end(sentence);
};

/** Refuses a method at a path of the service, as the service does (docs/service.md). */
export const refuseMethod = (response: ServerResponse, allowed: readonly string[]): void => {
  const allow = allowed.join(", ");
  const problem: V3Problem = { message: `This route allows ${allow} only.`, code: 405, reason: "invalid" };
  refuse(response, 405, JSON.stringify(problem), { "content-type": "application/json", allow });
};
