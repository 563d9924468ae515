import type { Route } from "playwright-core";
import type { WorkbenchPage } from "../workbench/page";

/** Holds requests back until they are let go, one by one. */
export interface Gate {
  readonly release: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Closes the way for requests to an address. */
export const holdCalls = async ({ page }: WorkbenchPage, address: string): Promise<Gate> => {
  const held: Route[] = [];
  let arrived: () => void = () => undefined;
  let isOpen = false;
  await page.route(address, (route) => {
    if (isOpen) return route.continue();
    held.push(route);
    arrived();
    return undefined;
  });
  const release = async (): Promise<void> => {
    while (held.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    await held.shift()?.continue();
  };
  return {
    release,
    open: async () => {
      // What comes before the gate is gone is not held any more.
      isOpen = true;
      while (held.length > 0) await release();
      await page.unroute(address);
    },
  };
};
