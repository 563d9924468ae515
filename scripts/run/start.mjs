// `npm start`: installs what is missing, builds what changed, starts the local service and one origin for everything.
import { install } from "./install.mjs";

install("start");
process.argv.splice(2, 0, "scripts/run/start.ts");
await import("./run.mjs");
