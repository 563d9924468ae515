/** What the workbench hands to the script that stands in for office.js. */
export interface OfficeProvider {
  /** The globals of office.js: Office, Excel, CustomFunctions, OfficeRuntime. */
  readonly provideOffice: () => Readonly<Record<string, unknown>>;
}
