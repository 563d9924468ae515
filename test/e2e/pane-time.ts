import type { WorkbenchPage } from "./workbench/page";

interface MovableTime {
  readonly passTime: (milliseconds: number) => Promise<void>;
}

/**
 * An init script for every frame. The add-in keeps its timers in a Worker; this one keeps them in a list, so that `passTime`
 * can move them. Otherwise they run in real time. A reload keeps the time that has passed.
 */
export const movableTime = (): void => {
  if (window === window.top) return;
  interface Timer {
    readonly at: number;
    readonly fire: () => void;
    readonly real: number;
  }
  const storageKey = "test-time";
  const wall = Date.now.bind(Date);
  const steady = performance.now.bind(performance);
  const before = Number(sessionStorage.getItem(storageKey) ?? 0);
  let passed = 0;
  Date.now = () => wall() + before + passed;
  performance.now = () => steady() + passed;
  const timers = new Map<number, Timer>();
  class TimerWorker {
    onmessage: ((event: { data: number }) => void) | null = null;
    postMessage({ id, milliseconds }: { id: number; milliseconds?: number }): void {
      clearTimeout(timers.get(id)?.real);
      timers.delete(id);
      if (milliseconds === undefined) return;
      const fire = (): void => {
        if (timers.delete(id)) this.onmessage?.({ data: id });
      };
      timers.set(id, { at: performance.now() + milliseconds, fire, real: window.setTimeout(fire, milliseconds) });
    }
  }
  const next = (end: number): Timer | undefined =>
    [...timers.values()].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  const passTime: MovableTime["passTime"] = async (milliseconds) => {
    const end = performance.now() + milliseconds;
    for (let timer = next(end); timer !== undefined; timer = next(end)) {
      passed += Math.max(0, timer.at - performance.now());
      clearTimeout(timer.real);
      timer.fire();
      await new Promise((resolve) => setTimeout(resolve));
    }
    passed += Math.max(0, end - performance.now());
    sessionStorage.setItem(storageKey, String(before + passed));
    for (const [id, timer] of timers) {
      clearTimeout(timer.real);
      const left = Math.max(0, timer.at - performance.now());
      timers.set(id, { ...timer, real: window.setTimeout(timer.fire, left) });
    }
  };
  Object.assign(window, { Worker: TimerWorker, passTime });
};

/** Moves the add-in's time on: everything that falls due happens, in order. */
export const passTime = (workbench: WorkbenchPage, milliseconds: number): Promise<void> =>
  workbench.pane().evaluate((given) => (window as unknown as MovableTime).passTime(given), milliseconds);
