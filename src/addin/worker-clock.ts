import { type Clock, systemClock } from "../engine/clock";
import type { TimerMessage } from "./timer-worker";

/** The part of a Worker that the clock uses. */
export interface TimerPort {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
}

const { now, steady, random } = systemClock;

/**
 * The clock of the add-in, with timers in a Worker: a hidden page's own timers run once a second, a Worker's do not. Uses the page's timers
 * where no Worker can be created, or when it fails.
 */
export const createWorkerClock = (makeWorker: () => TimerPort): Clock => {
  const pending = new Map<number, { readonly task: () => void; readonly at: number }>();
  let nextId = 1;

  const run = (id: number): void => {
    const timer = pending.get(id);
    pending.delete(id);
    timer?.task();
  };
  const startPageTimer = (id: number, milliseconds: number): void => void setTimeout(() => run(id), milliseconds);
  const workerFailed = (): void => {
    worker = undefined;
    for (const [id, { at }] of pending) startPageTimer(id, Math.max(0, at - steady()));
  };
  let worker = tryWorker(makeWorker);
  if (worker !== undefined) {
    worker.onmessage = ({ data }: MessageEvent): void => run(data as number);
    worker.onerror = workerFailed;
  }

  const after = (milliseconds: number, task: () => void): (() => void) => {
    const id = nextId;
    nextId += 1;
    pending.set(id, { task, at: steady() + milliseconds });
    if (worker === undefined) startPageTimer(id, milliseconds);
    else worker.postMessage({ id, milliseconds } satisfies TimerMessage);
    return () => {
      if (pending.delete(id)) worker?.postMessage({ id } satisfies TimerMessage);
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
