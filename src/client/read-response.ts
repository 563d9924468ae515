import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { Reply } from "./call";
import { failureOf } from "./failure";

const unavailable = (key: "runtime.brokenOff" | "runtime.unreadable", cause: unknown): AddinError =>
  new AddinError("unavailable", say(key), { cause });

const bodyOf = async (response: Response): Promise<string> => {
  try {
    return await response.text();
  } catch (cause) {
    throw unavailable("runtime.brokenOff", cause);
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw unavailable("runtime.unreadable", cause);
  }
};

const parseProblem = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Reads a response into its value, or throws the AddinError of its status (functions.md, "Errors in cells"); `as` says what a good body holds. */
export const readResponse = async (response: Response, as: "json" | "text"): Promise<Reply> => {
  const { status } = response;
  const text = await bodyOf(response);
  if (!response.ok) throw failureOf(response, parseProblem(text));
  if (status === 202 || status === 204) return { status, value: undefined };
  return { status, value: as === "text" ? text : parse(text) };
};
