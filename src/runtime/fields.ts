/** Whether all that is wanted is there. */
export const hasAll = (fields: readonly string[], wanted: readonly string[]): boolean => {
  if (fields === wanted) return true;
  for (const field of wanted) if (!fields.includes(field)) return false;
  return true;
};

/** All of several lists once, in alphabetical order, so that equal wishes make equal requests. */
export const union = (lists: Iterable<readonly string[]>): readonly string[] => {
  const seen = new Set<readonly string[]>();
  const all = new Set<string>();
  for (const list of lists) {
    if (seen.has(list)) continue;
    seen.add(list);
    for (const item of list) all.add(item);
  }
  return [...all].sort();
};
