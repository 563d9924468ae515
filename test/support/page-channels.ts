import type { PageChannel } from "../../src/engine/platform";

/** Channels of the pages of one browser profile: what one posts reaches all others in a later turn, as a clone. */
export const pageChannels = (count: number): readonly PageChannel[] => {
  const listeners: ((message: unknown) => void)[][] = Array.from({ length: count }, () => []);
  return listeners.map((own) => ({
    post: (message) => {
      const others = listeners.filter((each) => each !== own).flat();
      for (const listener of others) queueMicrotask(() => listener(structuredClone(message)));
    },
    onMessage: (listener) => own.push(listener),
  }));
};
