import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "../scripts/build/build";
import { readOptions, runProgram, text, whole } from "../scripts/run/command-line";
import { rehearse } from "../test/e2e/deployments";

// npm run deployments [-- --pages 20] [--built DIR]: deploys three releases and goes back, under workbooks that stay open and
// calculate in Chromium, and says what failed. The releases are made of one production build: the same code, other names
// of all late scripts, and each script notes its release.

const main = async (): Promise<void> => {
  const { pages, built } = readOptions({ pages: whole([3, 60], 20), built: text("a folder with a build", undefined) });
  if (built !== undefined) return report(built, pages);
  const made = mkdtempSync(path.join(tmpdir(), "deployments-build-"));
  try {
    await build({ mode: "production", workbench: true, out: made });
    await report(made, pages);
  } finally {
    rmSync(made, { recursive: true });
  }
};

const report = async (built: string, pages: number): Promise<void> => {
  const { failedCells, failedScripts, foreignScripts, ...figures } = await rehearse(built, pages, console.log);
  const failures = { failedCells, failedScripts, foreignScripts };
  for (const [name, list] of Object.entries(figures)) console.log(`${name}: ${String(list)}`);
  for (const [name, list] of Object.entries(failures)) {
    console.log(`${name}: ${list.length}`);
    for (const each of list.slice(0, 10)) console.log(`  ${each}`);
  }
  if (Object.values(failures).some((list) => list.length > 0)) process.exitCode = 1;
};

runProgram(main);
