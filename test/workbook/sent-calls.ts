import type { Request, Route } from "playwright-core";
import type { WorkbenchPage } from "../workbench/page";

/** A call to the service as the browser sent it. */
export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const isService = (pathname: string): boolean => /^\/(v3|api|oauth)\//.test(pathname);

const sentCall = (request: Request): SentCall => {
  const { pathname, searchParams } = new URL(request.url());
  const text = request.postData();
  return {
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === null ? undefined : (JSON.parse(text) as unknown),
  };
};

/** Listens to every call to the service; answers those sent while an action runs, and until nothing moves. */
export const recordCalls = (
  workbench: WorkbenchPage,
): { readonly during: (action: () => Promise<unknown>) => Promise<readonly SentCall[]> } => {
  let calls: SentCall[] = [];
  workbench.page.on("request", (request) => {
    if (isService(new URL(request.url()).pathname)) calls.push(sentCall(request));
  });
  return {
    during: async (action) => {
      calls = [];
      await action();
      await workbench.settled();
      return calls;
    },
  };
};

/** Holds requests back until they are let go, one by one. */
export interface Gate {
  readonly release: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Closes the way for requests to an address. */
export const holdCalls = async ({ page }: WorkbenchPage, address: string): Promise<Gate> => {
  const held: Route[] = [];
  let arrived: () => void = () => undefined;
  await page.route(address, (route) => {
    held.push(route);
    arrived();
  });
  const release = async (): Promise<void> => {
    while (held.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    await held.shift()?.continue();
  };
  return {
    release,
    open: async () => {
      while (held.length > 0) await release();
      await page.unroute(address);
    },
  };
};
