import { createHash } from "node:crypto";

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** office.js loads its parts from its own origin, and the script library of older hosts from the second. */
const officeScripts = "https://appsforoffice.microsoft.com";
const officeLibrary = "https://ajax.aspnetcdn.com";

/**
 * The Content-Security-Policy of a built page (docs/decisions/0016-content-security-policy.md). Scripts are the
 * gateway's own files, the scripts that stand in the page, by their hash, and office.js if the page loads it.
 * @param connects origins that the page may call besides its own; any where undefined
 */
export const pagePolicy = (html: string, connects: readonly string[] | undefined): string => {
  const [, ...scripts] = html.split("<script>");
  const inline = scripts.map((text) => sha256(text.slice(0, text.indexOf("</script>"))));
  const forExcel = html.includes(`<script src="${officeScripts}/`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline, ...(forExcel ? [officeScripts, officeLibrary] : [])].join(" "),
    // Fluent UI and the spreadsheet insert style sheets; office.js sets style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    // The service's address can be changed in the settings, except with a team. A local one may speak http.
    ["connect-src 'self'", ...(connects ?? ["https:", "http://localhost:*", "http://127.0.0.1:*"])].join(" "),
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // Excel on the web frames the pane from many domains, also from those of other firms.
    ...(forExcel ? [] : ["frame-ancestors 'self'"]),
  ].join("; ");
};

/** For everything that is no page: nothing in it loads or runs, should a browser show it as one. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** On every response. */
export const commonHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
} as const;
