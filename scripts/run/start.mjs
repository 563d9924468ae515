// `npm start`: installs what is missing, builds what changed, starts the local service and one origin for everything.
import { install } from "./install.mjs";

// The demo identity provider is one of the test tools.
install(process.argv.some((option) => option === "--team" || option === "--mcp") ? "all" : "start");
process.argv.splice(2, 0, "scripts/run/start.ts");
await import("./run.mjs");
