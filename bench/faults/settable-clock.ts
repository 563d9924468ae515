import type { Page } from "playwright-core";

/**
 * Runs in every frame: the clock of the machine can be set with `setClock`; timers go on. Only methods, because the compiler adds names to
 * functions and classes with a helper that the page does not have.
 */
export const makeClockSettable = (): void => {
  const real = Date;
  const clock = {
    offset: 0,
    now() {
      return real.now() + this.offset;
    },
    setClock(by: number) {
      this.offset += by;
    },
  };
  const settable = new Proxy(real, {
    construct(target, given: readonly number[]) {
      return given.length === 0 ? new target(clock.now()) : (Reflect.construct(target, given) as Date);
    },
    get(target, name) {
      return name === "now" ? clock.now.bind(clock) : (Reflect.get(target, name) as unknown);
    },
  });
  Object.assign(window, { Date: settable, setClock: clock.setClock.bind(clock) });
};

/** Sets the clock of a page with this script forward or back, by milliseconds; steady time and timers go on. */
export const setClock = async (page: Page, by: number): Promise<void> => {
  for (const frame of page.frames())
    await frame.evaluate((each) => (window as unknown as { setClock: (by: number) => void }).setClock(each), by);
};
