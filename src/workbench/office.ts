import type { OfficeProvider } from "./host";

/**
 * The add-in's page loads this script in place of Microsoft's office.js. It gets the globals from the workbench that
 * contains the page in an iframe. Elsewhere it provides nothing, like office.js outside of Office.
 */
const { workbench } = window.parent as unknown as { readonly workbench?: OfficeProvider };

if (workbench !== undefined) Object.assign(window, workbench.provideOffice(window));
