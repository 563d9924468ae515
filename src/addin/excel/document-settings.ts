import type { DocumentSettings } from "../../engine/storage";

/** Names of our settings in a document begin with this. */
export const settingsPrefix = "spillway.";

/**
 * The settings that travel with the workbook (`Office.context.document.settings`): anybody who has the file can read them, so never a
 * secret, and saving costs the undo history, so they are saved only when a user's action changed something.
 */
export const createDocumentSettings = (): DocumentSettings => {
  const { settings } = Office.context.document;
  return {
    get: (key) => settings.get(settingsPrefix + key) as unknown,
    set: (key, value) => {
      if (value === undefined) settings.remove(settingsPrefix + key);
      else settings.set(settingsPrefix + key, value);
      settings.saveAsync();
    },
  };
};

/** True in a workbook: Excel fetches functions.json anew when the workbook is opened with the add-in. */
export const functionCacheSetting = "Office.ForceRefreshCustomFunctionsCache";

/** Whether the workbook asks for functions.json at each opening. */
export const bypassesFunctionCache = (): boolean => Office.context.document.settings.get(functionCacheSetting) === true;
