/** Long work that may pause at each step. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does all steps at once. */
export const runSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** Does the steps, and waits for `pause` after each. What `pause` throws ends the work. */
export const runStepsWithPauses = async <Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> | undefined,
): Promise<Result> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
};
