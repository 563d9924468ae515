import type { Say } from "../text/say";

const hour = 3_600_000;
const day = 24 * hour;

/** How long ago something was, in hours or days; undefined for less than an hour, which is called fresh. */
export const timeSince = (say: Say, milliseconds: number): string | undefined => {
  if (milliseconds < hour) return undefined;
  const ago = new Intl.RelativeTimeFormat(say.locale);
  return milliseconds < day
    ? ago.format(-Math.floor(milliseconds / hour), "hour")
    : ago.format(-Math.floor(milliseconds / day), "day");
};

/** `23 h 59 min`: whole minutes that are surely left. */
export const timeLeft = (say: Say, milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor((milliseconds - 1) / 60_000));
  return say("chrome.timeLeft", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
};
