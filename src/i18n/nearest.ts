/** The candidate that is spelled most like the text, without case; undefined where none comes close. */
export const nearest = (text: string, candidates: readonly string[]): string | undefined => {
  const typo = text.toLowerCase();
  let best: string | undefined;
  let least = Math.max(2, Math.ceil(typo.length / 2)) + 1;
  for (const candidate of candidates) {
    const distance = distanceBetween(typo, candidate.toLowerCase());
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
};

/** Letters to insert, delete or replace; a text that begins or ends the other counts half. */
const distanceBetween = (one: string, other: string): number => {
  if (one === other) return 0;
  const edits = editDistance(one.slice(0, 60), other.slice(0, 60));
  const contained = one.length > 2 && other.length > 2 && (one.includes(other) || other.includes(one));
  return contained ? edits / 4 : edits;
};

const editDistance = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (previous[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    previous = next;
  }
  return previous[other.length] ?? 0;
};
