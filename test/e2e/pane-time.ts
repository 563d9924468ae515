import type { Request } from "playwright-core";
import { until } from "../support/until";
import { isHeld } from "./hold-calls";
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

/** Moves the add-in's time on by milliseconds: everything that falls due happens, in order. */
export type PassTime = (milliseconds: number) => Promise<void>;

/** Resolves when a body that has not ended by now is one that nobody reads. */
const longestBody = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5_000));

/**
 * Moves the time of a page that was opened with `movableTime`. Requests under way are answered first: a service takes real
 * time, and a second of it must not count as a minute, after which the add-in would give the request up. Held ones stay.
 */
export const timeOf = ({ page, pane }: WorkbenchPage): PassTime => {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("response", (response) => {
    const answered = (): void => void underWay.delete(response.request());
    // The add-in does not read the body of "still running" (202), so its end may never come.
    if (response.status() === 202) answered();
    else void Promise.race([response.finished(), longestBody()]).then(answered, answered);
  });
  page.on("requestfailed", (request) => underWay.delete(request));
  return async (milliseconds) => {
    await until("requests under way are answered", () => [...underWay].every(isHeld));
    await pane().evaluate((given) => (window as unknown as MovableTime).passTime(given), milliseconds);
  };
};
