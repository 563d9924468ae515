/** The item of a list that is never empty, counted around: position 7 of five is position 2. */
export const itemAt = <T>(list: readonly T[], position: number): T => {
  const item = list[position % list.length];
  if (item === undefined) throw new Error(`no item ${position} among ${list.length}`);
  return item;
};
