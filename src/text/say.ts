import { englishOffice } from "./english-office";
import { englishRuntime } from "./english-runtime";
import { voice } from "./voice";

/** Says what the first script has to say: about Excel, the service and the session. `tell` has the rest. */
export const say = voice({ ...englishOffice, ...englishRuntime });
