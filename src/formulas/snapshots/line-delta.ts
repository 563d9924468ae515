/** How lines follow from earlier ones: a range of earlier lines (its first place and its length), or a line of its own. */
export type LineDelta = readonly (string | readonly [from: number, count: number])[];

/** The lines as a delta of earlier lines. Lines that stand elsewhere than before are found too. */
export const lineDelta = (before: readonly string[], after: readonly string[]): LineDelta => {
  const places = new Map<string, number[]>();
  for (const [place, line] of before.entries()) {
    const same = places.get(line);
    if (same === undefined) places.set(line, [place]);
    else same.push(place);
  }
  const delta: (string | [number, number])[] = [];
  let expected = -1;
  for (const line of after) {
    const last = delta.at(-1);
    if (expected < before.length && before[expected] === line && Array.isArray(last)) {
      last[1] += 1;
      expected += 1;
      continue;
    }
    const place = places.get(line)?.[0];
    delta.push(place === undefined ? line : [place, 1]);
    expected = place === undefined ? -1 : place + 1;
  }
  return delta;
};

/** The lines of which `delta` was made. @throws Error where the earlier lines are others than those it was made of. */
export const applyDelta = (before: readonly string[], delta: LineDelta): readonly string[] => {
  const lines: string[] = [];
  for (const step of delta) {
    if (typeof step === "string") {
      lines.push(step);
      continue;
    }
    const [from, count] = step;
    if (from + count > before.length) throw new Error("The delta is not of these lines.");
    for (let place = from; place < from + count; place += 1) lines.push(before[place] ?? "");
  }
  return lines;
};
