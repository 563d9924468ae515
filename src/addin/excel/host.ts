// What the add-in uses of Office, except for the workbook.
import type { HostCapabilities } from "../../formulas/define/invocation";

const web = { maxCharacters: 1_900_000, maxCells: 5_000_000 };
const elsewhere = { maxCharacters: 64_000_000, maxCells: 5_000_000 };

/** Whether the host has this version of a requirement set. */
export const supports = (set: string, version: string): boolean => {
  try {
    return Office.context.requirements.isSetSupported(set, version);
  } catch {
    // Outside of an Office host `Office.context` is an empty object, and the call throws.
    return false;
  }
};

/** True in Excel on the web, which accepts messages of at most 5 MB ("Resource limits and performance optimization"). */
export const isWeb = (): boolean => {
  try {
    return Office.context.platform === Office.PlatformType.OfficeOnline;
  } catch {
    return true;
  }
};

/** Call it once Office is ready. */
export const readCapabilities = (): HostCapabilities => {
  const dataTypes = supports("CustomFunctionsRuntime", "1.4");
  return { formattedValues: dataTypes, entityCards: dataTypes, ...(isWeb() ? web : elsewhere) };
};

/** Office's display language, such as `de-DE`. */
export const readLocale = (): string => Office.context.displayLanguage || "en-US";

/** Calls `changed` whenever Excel shows or hides the pane. */
export const watchPane = async (changed: () => void): Promise<void> => {
  try {
    await Office.addin.onVisibilityModeChanged(changed);
  } catch {
    // Hosts without SharedRuntime 1.1 show the page itself; the caller notices that by the page's visibility.
  }
};

/** Shows the pane where the host allows it; elsewhere the user opens it from the ribbon. */
export const showPane = async (): Promise<void> => {
  try {
    await Office.addin.showAsTaskpane();
  } catch {
    // Not allowed for add-ins from the marketplace since 2026; the ribbon button still opens the pane.
  }
};

/** Connects the buttons of the ribbon and of the context menu with their actions. Each completes its event, even when it fails. */
export const registerCommands = (
  commands: readonly { readonly id: string; readonly run: () => Promise<void> }[],
  failed: (error: unknown) => void,
): void => {
  for (const { id, run } of commands)
    Office.actions.associate(id, (event?: Partial<Office.AddinCommands.Event>) => {
      void run()
        .catch(failed)
        .finally(() => event?.completed?.());
    });
};
