import type { PaneTheme } from "../pane-world";

/** What the page knows of its next opening before any script has come: how Office looked, and whether somebody is signed in by himself then. */
export interface FrameNote {
  readonly theme: PaneTheme;
  readonly remembered: boolean;
}

const place = "spillway.frame";
const unknown: FrameNote = { theme: "light", remembered: false };

/** What was noted last on this device. */
export const readNote = (): FrameNote => {
  try {
    return { ...unknown, ...(JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<FrameNote>) };
  } catch {
    // No storage for this page, or not what was written: then the first frame is that of a new device.
    return unknown;
  }
};

/** Notes a part of it. */
export const note = (part: Partial<FrameNote>): void => {
  try {
    localStorage.setItem(place, JSON.stringify({ ...readNote(), ...part }));
  } catch {
    // Without storage every opening begins like the first.
  }
};
