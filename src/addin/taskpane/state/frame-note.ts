import type { PaneTheme } from "../pane-deps";

/** What the first frame needs before any script is loaded: the theme of Office, and whether the user gets signed in automatically. */
export interface FrameNote {
  readonly theme: PaneTheme;
  readonly remembered: boolean;
}

const noteKey = "spillway.frame";
const unknownFrame: FrameNote = { theme: "light", remembered: false };

/** The last note on this device, or defaults. */
export const readFrameNote = (): FrameNote => {
  try {
    return { ...unknownFrame, ...(JSON.parse(localStorage.getItem(noteKey) ?? "{}") as Partial<FrameNote>) };
  } catch {
    // No storage or invalid content: use the frame of a new device.
    return unknownFrame;
  }
};

/** Updates a part of the note. */
export const saveFrameNote = (part: Partial<FrameNote>): void => {
  try {
    localStorage.setItem(noteKey, JSON.stringify({ ...readFrameNote(), ...part }));
  } catch {
    // Without storage the first frame is always that of a new device.
  }
};
