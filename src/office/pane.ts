/** Calls back whenever Excel shows or hides the pane. */
export const watchPane = async (changed: () => void): Promise<void> => {
  try {
    await Office.addin.onVisibilityModeChanged(changed);
  } catch {
    // Hosts without SharedRuntime 1.1 show the page itself, which the caller sees without us.
  }
};

/** Shows the pane where the host lets an add-in do so; elsewhere the user opens it from the ribbon. */
export const showPane = async (): Promise<void> => {
  try {
    await Office.addin.showAsTaskpane();
  } catch {
    // Ignored for add-ins from the marketplace since 2026; the ribbon button still opens the pane.
  }
};
