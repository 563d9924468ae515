// `npm run excel`: installs what is missing, builds, serves https with the service behind the same origin, and opens Excel with the add-in.
import { install } from "./install.mjs";

if (process.platform !== "win32" && process.platform !== "darwin") {
  console.error(
    [
      `Excel does not run here (${process.platform}): the add-in can be put into it only on Windows and on a Mac, so nothing was started.`,
      "What can be done instead:",
      "  npm start                          the same add-in in the browser workbench",
      "  npm run build -- --origin https://HOST",
      "                                     dist/ for a web server, with dist/manifest.xml for its address;",
      "                                     open that manifest from Excel on the web, or copy it to a machine with Excel",
      "docs/excel.md says how.",
    ].join("\n"),
  );
  process.exit(1);
}

install("all");
process.argv.splice(2, 0, "scripts/run/excel.ts");
await import("./run.mjs");
