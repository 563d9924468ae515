import type { Clock } from "./clock";

/** The part of a Worker that the clock talks to. */
export interface TimerPort {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
}

/** One timer as it is told to the Worker: without `milliseconds` it is called off. */
interface TimerMessage {
  readonly id: number;
  readonly milliseconds?: number;
}

/** What runs in the timer Worker: answers each timer's id when it is due. A hidden page's own timers run once a second, a Worker's do not. */
export const runTimers = (port: TimerPort): void => {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  port.onmessage = ({ data }: MessageEvent): void => {
    const { id, milliseconds } = data as TimerMessage;
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (milliseconds === undefined) return;
    const due = (): void => {
      timers.delete(id);
      port.postMessage(id);
    };
    timers.set(id, setTimeout(due, milliseconds));
  };
};

const now = (): number => Date.now();
const steady = (): number => performance.now();
const random = (): number => Math.random();

const longWait = 60_000;

const pageTimer = (milliseconds: number, task: () => void): (() => void) => {
  const timer = setTimeout(task, milliseconds);
  // Under Node a renewal that is a day away must not keep the process alive; a page's timer is a number.
  if (milliseconds > longWait) (timer as { readonly unref?: () => void }).unref?.();
  return () => clearTimeout(timer);
};

/** The clock of the page itself: right where the page is never hidden (tests, the benchmark, Node). */
export const pageClock: Clock = { now, steady, random, after: pageTimer };

/** The clock of the add-in: timers in a Worker; where none can be made, or it dies, the page's own. */
export const createWorkerClock = (makeWorker: () => TimerPort): Clock => {
  const pending = new Map<number, { readonly task: () => void; readonly at: number }>();
  let nextId = 1;

  const ring = (id: number): void => {
    const timer = pending.get(id);
    pending.delete(id);
    timer?.task();
  };
  const byPage = (id: number, milliseconds: number): void => void setTimeout(() => ring(id), milliseconds);
  const died = (): void => {
    worker = undefined;
    for (const [id, { at }] of pending) byPage(id, Math.max(0, at - steady()));
  };
  let worker = tryWorker(makeWorker);
  if (worker !== undefined) {
    worker.onmessage = ({ data }: MessageEvent): void => ring(data as number);
    worker.onerror = died;
  }

  const after = (milliseconds: number, task: () => void): (() => void) => {
    const id = nextId;
    nextId += 1;
    pending.set(id, { task, at: steady() + milliseconds });
    if (worker === undefined) byPage(id, milliseconds);
    else worker.postMessage({ id, milliseconds });
    return () => {
      if (pending.delete(id)) worker?.postMessage({ id });
    };
  };
  return { now, steady, random, after };
};

const tryWorker = (make: () => TimerPort): TimerPort | undefined => {
  try {
    return make();
  } catch {
    return undefined;
  }
};
