import { englishWork } from "./english-work";
import { voice } from "./voice";

/** Says why work of the pane ended without a result; only the pane asks. */
export const sayWork = voice(englishWork);
