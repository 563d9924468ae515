import type { OfficeProvider } from "./host";

type OpenerWindow = { readonly workbench?: OfficeProvider } | null;

/** A dialog's window may have been opened by a page of another origin, whose members nobody can read. */
const findOpener = (page: Window): OfficeProvider | undefined => {
  try {
    return (page.opener as OpenerWindow)?.workbench;
  } catch {
    return undefined;
  }
};

/**
 * The add-in's page loads this script in place of Microsoft's office.js. It gets the globals from the workbench that
 * contains the page in an iframe, or that has opened it as a dialog. Elsewhere it provides nothing, like office.js
 * outside of Office.
 */
const workbench = (window.parent as unknown as OpenerWindow)?.workbench ?? findOpener(window);

if (workbench !== undefined) Object.assign(window, workbench.provideOffice(window));
