/** The members of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
