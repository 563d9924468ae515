import { cpuLines } from "./cpu-layer";

// Measures the kernels and prints their lines as JSON; bundled as the add-in is and run in a process of its own by cpu-process.ts.
void cpuLines().then((lines) => console.log(JSON.stringify(lines)));
