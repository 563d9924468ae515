/** What the workbench hands to the script that stands in for office.js. */
export interface OfficeProvider {
  /** The globals of office.js (Office, Excel, CustomFunctions, OfficeRuntime), and `matchMedia` with the workbench's contrast theme. */
  readonly provideOffice: (addin: Window) => Readonly<Record<string, unknown>>;
}
