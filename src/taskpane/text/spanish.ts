import { spanishActivity } from "./spanish/activity";
import { spanishAnalysis } from "./spanish/analysis";
import { spanishBuild } from "./spanish/build";
import { spanishChrome } from "./spanish/chrome";
import { spanishCoverage } from "./spanish/coverage";
import { spanishDocuments } from "./spanish/documents";
import { spanishEverywhere } from "./spanish/everywhere";
import { spanishInsert } from "./spanish/insert";
import { spanishOverview } from "./spanish/overview";
import { spanishResolve } from "./spanish/resolve";
import { spanishSettings } from "./spanish/settings";
import { spanishSignIn } from "./spanish/sign-in";
import { spanishTasks } from "./spanish/tasks";
import { spanishUniverse } from "./spanish/universe";
import { spanishUniverses } from "./spanish/universes";
import { spanishUsage } from "./spanish/usage";
import type { PaneTexts } from "./say";

/** Every sentence of the pane in Spanish; loaded when wanted. */
export const spanish: PaneTexts = {
  ...spanishActivity,
  ...spanishAnalysis,
  ...spanishBuild,
  ...spanishChrome,
  ...spanishCoverage,
  ...spanishDocuments,
  ...spanishEverywhere,
  ...spanishInsert,
  ...spanishOverview,
  ...spanishResolve,
  ...spanishSettings,
  ...spanishSignIn,
  ...spanishTasks,
  ...spanishUniverse,
  ...spanishUniverses,
  ...spanishUsage,
};
