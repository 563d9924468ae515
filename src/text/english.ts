import { englishFormula } from "./english-formula";
import { englishFunctions } from "./english-functions";
import { englishOffice } from "./english-office";
import { englishRuntime } from "./english-runtime";
import { englishTable } from "./english-table";

/** Every sentence the add-in says outside of the task pane, in English; one file per layer that speaks. */
export const english = {
  ...englishOffice,
  ...englishTable,
  ...englishRuntime,
  ...englishFormula,
  ...englishFunctions,
} as const;

/** The key of a sentence. */
export type SentenceKey = keyof typeof english;
