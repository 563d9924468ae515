import type { Strategy } from "../strategy";
import { answerAlone, signedIn } from "./plain-calls";

/** One fetch per cell, as tutorials show it; an error stays in the cell. */
export const naive: Strategy = {
  name: "naive",
  start: async (network) => {
    const call = await signedIn(network);
    return (cell) => answerAlone(call, cell);
  },
};

const tries = 6;

/** One fetch per cell, and five more at once where it fails. */
export const naiveWithRetries: Strategy = {
  name: "naive + 5 immediate retries",
  start: async (network) => {
    const call = await signedIn(network);
    return async (cell) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await answerAlone(call, cell);
        } catch (error) {
          if (attempt === tries) throw error;
        }
      }
    };
  },
};
