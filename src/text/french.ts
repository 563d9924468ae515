import { frenchFormula } from "./french-formula";
import { frenchFunctions } from "./french-functions";
import { frenchHealth } from "./french-health";
import { frenchOffice } from "./french-office";
import { frenchRuntime } from "./french-runtime";
import { frenchStart } from "./french-start";
import { frenchTable } from "./french-table";
import { frenchWork } from "./french-work";
import type { Translation } from "./language";

/** Every sentence the add-in says outside of the task pane, in French; loaded when wanted. */
export const french: Translation = {
  ...frenchOffice,
  ...frenchTable,
  ...frenchRuntime,
  ...frenchFormula,
  ...frenchFunctions,
  ...frenchHealth,
  ...frenchStart,
  ...frenchWork,
};
