// The script of the timer Worker: posts a timer's id when it is due.

/** Starts a timer; without `milliseconds`, cancels it. */
export interface TimerMessage {
  readonly id: number;
  readonly milliseconds?: number;
}

const timers = new Map<number, ReturnType<typeof setTimeout>>();

self.onmessage = ({ data }: MessageEvent): void => {
  const { id, milliseconds } = data as TimerMessage;
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (milliseconds === undefined) return;
  const due = (): void => {
    timers.delete(id);
    self.postMessage(id);
  };
  timers.set(id, setTimeout(due, milliseconds));
};
