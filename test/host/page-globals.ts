import type { DOMWindow } from "jsdom";

/** Gives a jsdom page what a browser has and jsdom lacks (Node's own fetch family, crypto, storage), and what Excel adds to it. */
export const fillPage = (window: DOMWindow, device: IDBFactory): void => {
  const { href } = window.location;
  const fetchFromPage = (input: Request | string, init?: RequestInit): Promise<Response> =>
    fetch(typeof input === "string" ? new URL(input, href) : input, init);
  const globals = {
    Request,
    Response,
    Headers,
    AbortController,
    AbortSignal,
    TextEncoder,
    TextDecoder,
    structuredClone,
  };
  Object.assign(window, globals, { fetch: fetchFromPage });
  Object.defineProperty(window, "crypto", { value: crypto });
  Object.defineProperty(window, "indexedDB", { value: device });
  Object.assign(window, { Excel: { run } });
};

/** An open workbook in which nothing moves: enough for a page whose pane is closed. */
const run = (_: object, batch: (context: object) => Promise<unknown>): Promise<unknown> =>
  batch({ workbook: { worksheets: { onChanged: { add: () => undefined } } }, sync: () => Promise.resolve() });
