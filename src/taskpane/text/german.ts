import { germanActivity } from "./german/activity";
import { germanAnalysis } from "./german/analysis";
import { germanBuild } from "./german/build";
import { germanChrome } from "./german/chrome";
import { germanCoverage } from "./german/coverage";
import { germanDocuments } from "./german/documents";
import { germanEverywhere } from "./german/everywhere";
import { germanInsert } from "./german/insert";
import { germanOverview } from "./german/overview";
import { germanResolve } from "./german/resolve";
import { germanSettings } from "./german/settings";
import { germanSignIn } from "./german/sign-in";
import { germanTasks } from "./german/tasks";
import { germanUniverse } from "./german/universe";
import { germanUniverses } from "./german/universes";
import { germanUsage } from "./german/usage";
import type { PaneTexts } from "./say";

/** Every sentence of the pane in German; loaded when wanted. */
export const german: PaneTexts = {
  ...germanActivity,
  ...germanAnalysis,
  ...germanBuild,
  ...germanChrome,
  ...germanCoverage,
  ...germanDocuments,
  ...germanEverywhere,
  ...germanInsert,
  ...germanOverview,
  ...germanResolve,
  ...germanSettings,
  ...germanSignIn,
  ...germanTasks,
  ...germanUniverse,
  ...germanUniverses,
  ...germanUsage,
};
