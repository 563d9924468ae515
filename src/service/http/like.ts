/** A test of one lowercase text. */
export type LikeTest = (text: string) => boolean;

const isPair = (text: string, at: number): boolean => {
  const code = text.codePointAt(at) ?? 0;
  return code > 0xffff;
};

/** Where a part that begins here ends, or -1; `_` stands for one character, however many units it has. */
const endAt = (part: string, text: string, from: number): number => {
  let at = from;
  for (let index = 0; index < part.length; index += 1, at += 1) {
    if (at >= text.length) return -1;
    if (part[index] === "_") at += isPair(text, at) ? 1 : 0;
    else if (part[index] !== text[at]) return -1;
  }
  return at;
};

/** Where the first occurrence of a part from here on ends, or -1. */
const endOfNext = (part: string, text: string, from: number): number => {
  if (!part.includes("_")) {
    const found = text.indexOf(part, from);
    return found === -1 ? -1 : found + part.length;
  }
  for (let begin = from; begin <= text.length; begin += 1) {
    const end = endAt(part, text, begin);
    if (end !== -1) return end;
  }
  return -1;
};

/** Whether a part stands at the very end, not before `from`. */
const isLast = (part: string, text: string, from: number): boolean => {
  for (let begin = Math.max(from, text.length - 2 * part.length); begin <= text.length; begin += 1)
    if (endAt(part, text, begin) === text.length) return true;
  return false;
};

/**
 * The test of `ilike`: without case, `%` any characters, `_` one; without either it is a part. Its parts are looked for one after
 * another, so that no pattern takes long; a regular expression made of it would, or would be too large.
 */
export const likeTest = (pattern: string): LikeTest => {
  const lower = pattern.toLowerCase();
  if (!/[%_]/.test(lower)) return (text) => text.includes(lower);
  const [first = "", ...others] = lower.split("%");
  const last = others.pop();
  const middle = others.filter((part) => part !== "");
  return (text) => {
    let at = endAt(first, text, 0);
    if (last === undefined || at === -1) return at === text.length;
    for (const part of middle) {
      at = endOfNext(part, text, at);
      if (at === -1) return false;
    }
    return isLast(last, text, at);
  };
};
