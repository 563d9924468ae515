import type { Request, Route } from "playwright-core";
import { until } from "../support/until";
import type { WorkbenchPage } from "./workbench/page";

/** Holds requests back until they are let go, one by one. */
export interface Gate {
  readonly release: () => Promise<void>;
  readonly open: () => Promise<void>;
}

const heldRequests = new WeakSet<Request>();

/** Whether a gate holds this request back. */
export const isHeld = (request: Request): boolean => heldRequests.has(request);

/** Closes the way for requests to an address. */
export const holdCalls = async ({ page }: WorkbenchPage, address: string): Promise<Gate> => {
  const held: Route[] = [];
  let isOpen = false;
  // A read that is held too long is made again: the first request has ended then, and letting it go would do nothing.
  page.on("requestfailed", (request) => {
    const index = held.findIndex((route) => route.request() === request);
    if (index !== -1) held.splice(index, 1);
  });
  await page.route(address, (route) => {
    if (isOpen) return route.continue();
    held.push(route);
    heldRequests.add(route.request());
    return undefined;
  });
  const release = async (): Promise<void> => {
    await until(`a request to ${address} is held`, () => held.length > 0);
    const route = held.shift();
    if (route === undefined) return;
    heldRequests.delete(route.request());
    await route.continue();
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
