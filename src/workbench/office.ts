import type { OfficeProvider } from "./office/office-provider";

/**
 * Loaded by the add-in's page in place of Microsoft's office.js: takes Office from the workbench that frames the page. Outside of a
 * workbench it provides nothing, like office.js outside of Office.
 */
const { workbench } = window.parent as unknown as { readonly workbench?: OfficeProvider };

if (workbench !== undefined) Object.assign(window, workbench.provideOffice(window));
