import type { WorkbenchPage } from "./workbench/page";

/** Waits in a cell until an analysis is ready, as a user does: it is computed when it is first asked for, and the cell heals by itself. */
export const awaitAnalysis = async (workbench: WorkbenchPage, cell: string, instance: string): Promise<void> => {
  await workbench.enter(cell, `=ANALYSIS.STATUS("${instance}")`);
  const isReady = (address: string): boolean => {
    const { workbench: bench } = window as unknown as {
      workbench: { read: (range: string) => { value: unknown }[][] };
    };
    return bench.read(address)[0]?.[0]?.value === "ready";
  };
  await workbench.page.waitForFunction(isReady, cell, { timeout: 60_000, polling: 200 });
};
