import { frenchActivity } from "./french/activity";
import { frenchAnalysis } from "./french/analysis";
import { frenchBuild } from "./french/build";
import { frenchChrome } from "./french/chrome";
import { frenchCoverage } from "./french/coverage";
import { frenchDocuments } from "./french/documents";
import { frenchEverywhere } from "./french/everywhere";
import { frenchInsert } from "./french/insert";
import { frenchOverview } from "./french/overview";
import { frenchResolve } from "./french/resolve";
import { frenchSettings } from "./french/settings";
import { frenchSignIn } from "./french/sign-in";
import { frenchTasks } from "./french/tasks";
import { frenchUniverse } from "./french/universe";
import { frenchUniverses } from "./french/universes";
import { frenchUsage } from "./french/usage";
import type { PaneTexts } from "./say";

/** Every sentence of the pane in French; loaded when wanted. */
export const french: PaneTexts = {
  ...frenchActivity,
  ...frenchAnalysis,
  ...frenchBuild,
  ...frenchChrome,
  ...frenchCoverage,
  ...frenchDocuments,
  ...frenchEverywhere,
  ...frenchInsert,
  ...frenchOverview,
  ...frenchResolve,
  ...frenchSettings,
  ...frenchSignIn,
  ...frenchTasks,
  ...frenchUniverse,
  ...frenchUniverses,
  ...frenchUsage,
};
