import { analyses } from "./analyses";
import { core } from "./core";
import { firstFunctions } from "./first-functions";
import { functions } from "./functions";
import { office } from "./office";
import { pane } from "./pane";
import { team } from "./team";
import { views } from "./views";

/** The English texts of code by file. A script of the add-in imports only the files that it needs. */
export const english = {
  core,
  "first-functions": firstFunctions,
  functions,
  office,
  team,
  pane,
  views,
  analyses,
} as const;

/** All of them by key. */
export const englishTexts = {
  ...core,
  ...firstFunctions,
  ...functions,
  ...office,
  ...team,
  ...pane,
  ...views,
  ...analyses,
} as const;
