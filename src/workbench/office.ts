import type { OfficeProvider } from "./host";

type Place = { readonly workbench?: OfficeProvider } | null;

/** A dialog's window may have been opened by a page of another origin, whose members nobody can read. */
const openerOf = (page: Window): OfficeProvider | undefined => {
  try {
    return (page.opener as Place)?.workbench;
  } catch {
    return undefined;
  }
};

/**
 * The add-in's page loads this script in place of Microsoft's office.js. It gets the globals from the workbench that
 * contains the page in an iframe, or that has opened it as a dialog. Elsewhere it provides nothing, like office.js
 * outside of Office.
 */
const workbench = (window.parent as unknown as Place)?.workbench ?? openerOf(window);

if (workbench !== undefined) Object.assign(window, workbench.provideOffice(window));
