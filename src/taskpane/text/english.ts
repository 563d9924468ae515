import { englishActivity } from "./english/activity";
import { englishAnalysis } from "./english/analysis";
import { englishBuild } from "./english/build";
import { englishChrome } from "./english/chrome";
import { englishCoverage } from "./english/coverage";
import { englishDocuments } from "./english/documents";
import { englishEverywhere } from "./english/everywhere";
import { englishInsert } from "./english/insert";
import { englishOverview } from "./english/overview";
import { englishResolve } from "./english/resolve";
import { englishSettings } from "./english/settings";
import { englishSignIn } from "./english/sign-in";
import { englishTasks } from "./english/tasks";
import { englishUniverse } from "./english/universe";
import { englishUniverses } from "./english/universes";
import { englishUsage } from "./english/usage";

/** Every sentence of the pane in English, the reference of the other languages. */
export const english = {
  ...englishActivity,
  ...englishAnalysis,
  ...englishBuild,
  ...englishChrome,
  ...englishCoverage,
  ...englishDocuments,
  ...englishEverywhere,
  ...englishInsert,
  ...englishOverview,
  ...englishResolve,
  ...englishSettings,
  ...englishSignIn,
  ...englishTasks,
  ...englishUniverse,
  ...englishUniverses,
  ...englishUsage,
} as const;
