import { germanFormula } from "./german-formula";
import { germanFunctions } from "./german-functions";
import { germanHealth } from "./german-health";
import { germanOffice } from "./german-office";
import { germanRuntime } from "./german-runtime";
import { germanStart } from "./german-start";
import { germanTable } from "./german-table";
import { germanWork } from "./german-work";
import type { Translation } from "./language";

/** Every sentence the add-in says outside of the task pane, in German; loaded when wanted. */
export const german: Translation = {
  ...germanOffice,
  ...germanTable,
  ...germanRuntime,
  ...germanFormula,
  ...germanFunctions,
  ...germanHealth,
  ...germanStart,
  ...germanWork,
};
