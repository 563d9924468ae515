import type { Say } from "../text/say";

/** `23 h 59 min`: whole minutes that are surely left. */
export const timeLeft = (say: Say, milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor((milliseconds - 1) / 60_000));
  return say("chrome.timeLeft", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
};
