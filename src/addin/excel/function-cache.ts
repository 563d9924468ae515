import { bypassesFunctionCache, functionCacheSetting as setting } from "./document-settings";
import { supports } from "./host";

/**
 * Excel's cache of functions.json, as far as an add-in has a say in it ("Troubleshoot custom functions"). Excel looks at
 * the setting of a workbook before it starts the add-in, so a change has its effect at the next opening.
 */
export interface FunctionCache {
  /** Whether the workbook asks for functions.json at each opening. */
  readonly isBypassed: () => boolean;
  /** Resolves with `false` if the workbook did not take the setting. */
  readonly bypass: (on: boolean) => Promise<boolean>;
}

/** Undefined where Excel does not listen: without the shared runtime. */
export const findFunctionCache = (): FunctionCache | undefined => {
  if (!supports("SharedRuntime", "1.1")) return undefined;
  const { document } = Office.context;
  return {
    isBypassed: bypassesFunctionCache,
    bypass: (on) =>
      new Promise((resolve) => {
        if (String(document.mode) === "readOnly") {
          resolve(false);
          return;
        }
        document.settings.set(setting, on);
        document.settings.saveAsync(({ status }) => resolve(String(status) === "succeeded"));
      }),
  };
};
