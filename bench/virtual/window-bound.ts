/** What is asked of a client: which lengths windows may have (seconds), and how often it may be refused while it looks for the openings. */
export interface Search {
  readonly lengths: readonly number[];
  readonly refusals: number;
}

/** Seconds until a first window's worth is sent and refused. */
const sent = 0.3;
/** Seconds that the last answer takes: the best schedule has to wait for it too. */
const answered = 0.1;
const steps = 40;

/** How often a client must ask for the second opening, to be within the ratio wherever in `(after, by]` the first one was. */
const requestsNeeded = (
  after: number,
  by: number,
  { lengths, ratio }: { lengths: readonly number[]; ratio: number },
): number => {
  let requests = 0;
  let found = -Infinity;
  for (const length of [...lengths].sort((one, other) => one - other)) {
    if (length <= after) continue;
    // The window that held the first request was over one length after it.
    const last = length + Math.min(by, length);
    for (let opens = Math.max(length + after, found); opens < last - 1e-9; opens = found) {
      found = ratio * (opens + answered) - answered;
      requests += 1;
    }
  }
  return requests;
};

const reaches = ({ lengths, refusals }: Search, ratio: number): boolean => {
  const longest = Math.max(...lengths);
  let after = sent;
  for (let refused = 0; refused <= refusals && after < longest; refused += 1) {
    const fits = (by: number): boolean => requestsNeeded(after, by, { lengths, ratio }) <= refusals - refused + 1;
    if (fits(longest)) return true;
    let [least, most] = [after, longest];
    for (let step = 0; step < steps; step += 1) {
      const middle = (least + most) / 2;
      if (fits(middle)) least = middle;
      else most = middle;
    }
    after = least;
  }
  return after >= longest;
};

/**
 * The least worst ratio of any client to the best schedule, where three windows' worth is sent, nothing says when a window opens, and
 * lengths and phases are unknown: each asking that is refused excludes what came before it, and asking later costs the time until then.
 */
export const leastWorstRatio = (search: Search): number => {
  let [least, most] = [1, 10];
  for (let step = 0; step < steps; step += 1) {
    const middle = (least + most) / 2;
    if (reaches(search, middle)) most = middle;
    else least = middle;
  }
  return most;
};
