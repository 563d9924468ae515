import { readInChains } from "./score-chains";
import { Spills } from "./spills";

/** Parts of the runtime that come with the definitions, before which no formula is answered: the first script need not hold them. */
export const lateParts = { readInChains, Spills };

/** What comes with the definitions. */
export type LateParts = typeof lateParts;
