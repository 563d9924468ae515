/** Seconds until a wait fails; enough for a busy machine with two cores. */
const patience = 60;

/** Real milliseconds between two looks: few at first, for what is nearly there. */
const leastPause = 2;
const longestPause = 50;

/**
 * Waits until the condition holds, looking after 2 ms, then less and less often, at last every 50 ms.
 * @throws an Error with the description when it does not hold after `seconds`.
 */
export const until = async (
  description: string,
  condition: () => boolean | Promise<boolean>,
  seconds = patience,
): Promise<void> => {
  const end = Date.now() + seconds * 1_000;
  for (let pause = leastPause; !(await condition()); pause = Math.min(longestPause, pause * 1.5)) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain until ${description}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
