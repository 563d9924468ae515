import { systemClock } from "../../../src/engine/clock";

/** Whether the timer that this wait makes keeps the process alive. */
const keepsAlive = (milliseconds: number): boolean => {
  const made = jest.spyOn(globalThis, "setTimeout");
  const cancel = systemClock.after(milliseconds, () => undefined);
  const timer = made.mock.results[0]?.value as NodeJS.Timeout;
  made.mockRestore();
  const alive = timer.hasRef();
  cancel();
  return alive;
};

test("a renewal that is a day away does not keep a process alive that has nothing else to do; a short wait does", () => {
  expect(keepsAlive(86_400_000)).toBe(false);
  expect(keepsAlive(1_000)).toBe(true);
});
