// `npm run dev`: installs what is missing, serves the workbench and builds after each edit.
import { install } from "./install.mjs";

install("start");
process.argv.splice(2, 0, "scripts/run/dev.ts");
await import("./run.mjs");
