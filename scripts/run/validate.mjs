// `npm run validate`: installs what is missing (the tools of the tests too), then checks manifest.xml and functions.json.
import { install } from "./install.mjs";

install("all");
process.argv.splice(2, 0, "scripts/validate/validate.ts");
await import("./run.mjs");
