import { spanishFormula } from "./spanish-formula";
import { spanishFunctions } from "./spanish-functions";
import { spanishHealth } from "./spanish-health";
import { spanishOffice } from "./spanish-office";
import { spanishRuntime } from "./spanish-runtime";
import { spanishStart } from "./spanish-start";
import { spanishTable } from "./spanish-table";
import { spanishWork } from "./spanish-work";
import type { Translation } from "./language";

/** Every sentence the add-in says outside of the task pane, in Spanish; loaded when wanted. */
export const spanish: Translation = {
  ...spanishOffice,
  ...spanishTable,
  ...spanishRuntime,
  ...spanishFormula,
  ...spanishFunctions,
  ...spanishHealth,
  ...spanishStart,
  ...spanishWork,
};
