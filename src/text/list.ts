import { tell } from "./tell";

/** `a, b or c`, for sentences that say what is allowed. */
export const listOf = (items: readonly (string | number)[]): string =>
  items.length < 2
    ? String(items[0] ?? "")
    : tell("text.or", { first: items.slice(0, -1).join(", "), last: String(items.at(-1)) });
