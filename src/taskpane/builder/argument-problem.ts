import type { ParameterDescription } from "../../formula/definition";
import type { Say } from "../text/say";
import { isExpression } from "./written";

const conditions = /^(?:eq|neq|lt|lte|gt|gte|in|nin|between|ilike):/i;
const span = /^(?:today|ytd|-\d+[dmy]|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)$/i;

const byControl: Partial<Record<ParameterDescription["control"], (say: Say, text: string) => string | undefined>> = {
  number: (say, text) => (Number.isFinite(Number(text)) ? undefined : say("build.number")),
  limit: (say, text) => (/^(?:all|[1-9]\d*)$/i.test(text) ? undefined : say("build.limit")),
  date: (say, text) => (span.test(text) ? undefined : say("build.badDate")),
};

/** What is wrong with an argument as far as its kind tells; the function itself knows the rest and says it at the preview. */
export const problemOf = (
  say: Say,
  { control, choices }: ParameterDescription,
  written: string,
): string | undefined => {
  const text = written.trim();
  if (text === "" || isExpression(text) || conditions.test(text)) return undefined;
  const allowed = choices?.map(({ value }) => String(value));
  if (allowed?.some((one) => one.toLowerCase() === text.toLowerCase()) === false)
    return say("build.oneOf", { allowed: allowed.join(", ") });
  return byControl[control]?.(say, text);
};
