// Written into the page itself by the build: the first frame waits for no script.
import { showFrame, type FrameTexts } from "./taskpane/shell/show-frame";

/** The sentences of the first frame in every language, from the pane's own. */
declare const __FRAME_TEXTS__: FrameTexts;

showFrame(window, __FRAME_TEXTS__);
