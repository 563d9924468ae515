/** Seconds until a wait fails; enough for a busy machine with two cores. */
const patience = 60;

/**
 * Waits until the condition holds, looking every 50 ms.
 * @throws an Error with the description when it does not hold after `seconds`.
 */
export const until = async (
  description: string,
  condition: () => boolean | Promise<boolean>,
  seconds = patience,
): Promise<void> => {
  const end = Date.now() + seconds * 1_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${seconds} s in vain until ${description}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
