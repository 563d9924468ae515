/** Stands for office.js where the pane alone is measured: answers what the add-in asks on its way to the first paint, and never a batch. */
export const officeStandIn = `
window.Office = {
  onReady: (ready) => Promise.resolve({ host: "Excel", platform: "OfficeOnline" }).then((told) => (ready?.(told), told)),
  context: {
    platform: "OfficeOnline",
    partitionKey: "",
    displayLanguage: "en-US",
    officeTheme: { bodyBackgroundColor: "#ffffff" },
    requirements: { isSetSupported: () => true },
    document: { settings: { get: () => null, set() {}, remove() {}, saveAsync() {} }, addHandlerAsync() {} },
  },
  PlatformType: { OfficeOnline: "OfficeOnline" },
  EventType: { OfficeThemeChanged: "officeThemeChanged" },
  addin: { onVisibilityModeChanged: () => Promise.resolve(), showAsTaskpane: () => Promise.resolve() },
  actions: { associate() {} },
};
window.CustomFunctions = { associate() {} };
window.Excel = { run: () => new Promise(() => {}) };
`;
