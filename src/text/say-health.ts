import { englishHealth } from "./english-health";
import { voice } from "./voice";

/** Says what the health check found; only the pane asks. */
export const sayHealth = voice(englishHealth);
