import { frenchActivity } from "./french/activity";
import { frenchBuild } from "./french/build";
import { frenchChrome } from "./french/chrome";
import { frenchCoverage } from "./french/coverage";
import { frenchEverywhere } from "./french/everywhere";
import { frenchInsert } from "./french/insert";
import { frenchResolve } from "./french/resolve";
import { frenchSettings } from "./french/settings";
import { frenchSignIn } from "./french/sign-in";
import { frenchUniverse } from "./french/universe";
import { frenchUniverses } from "./french/universes";
import { frenchUsage } from "./french/usage";
import type { PaneTexts } from "./say";

/** Every sentence of the pane in French; loaded when wanted. */
export const french: PaneTexts = {
  ...frenchActivity,
  ...frenchBuild,
  ...frenchChrome,
  ...frenchCoverage,
  ...frenchEverywhere,
  ...frenchInsert,
  ...frenchResolve,
  ...frenchSettings,
  ...frenchSignIn,
  ...frenchUniverse,
  ...frenchUniverses,
  ...frenchUsage,
};
