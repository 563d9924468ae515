import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { Page } from "../wire/page";

const isPage = (value: unknown): value is Page<Readonly<Record<string, unknown>>> =>
  typeof value === "object" && value !== null && "data" in value && Array.isArray(value.data);

/** Takes a reply's value for one page of a listing; anything else is an answer that cannot be read. */
export const readPage = (value: unknown): Page<Readonly<Record<string, unknown>>> => {
  if (isPage(value)) return value;
  throw new AddinError("unavailable", say("runtime.unreadable"), { cause: value });
};
