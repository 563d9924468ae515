/** Where the burst that used a window up took more than this part of its length, the window may well have changed meanwhile. */
const longBurst = 0.1;

/** When a window of this length had begun, which was used up by requests from `start` on until one was refused at `since`: at the latest, in milliseconds. */
export const beganBy = (
  { start, since }: { readonly start: number; readonly since: number },
  length: number,
): number => (since - start > longBurst * length ? since : start);
