import { englishStart } from "./english-start";
import { voice } from "./voice";

/** Says why the add-in could not start; loaded then. */
export const sayStart = voice(englishStart);
