import { readInChains } from "./score-chains";
import { Spills } from "./spills";
import { WalkedPages } from "./walked-pages";

/** Parts of the runtime that come with the definitions, before which no formula is answered: the first script need not hold them. */
export const lateParts = { readInChains, Spills, WalkedPages };

/** What comes with the definitions. */
export type LateParts = typeof lateParts;
