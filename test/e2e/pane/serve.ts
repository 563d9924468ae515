import { build } from "esbuild";
import { readFile, stat } from "node:fs/promises";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { createService } from "../../../src/service/service";

const out = path.resolve(".cache/pane-page");
const html = (width: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Spillway</title><style>html,body,#pane{height:100%;margin:0}body{font:14px "Segoe UI",system-ui,sans-serif${width}}</style></head><body><div id="pane"></div><script type="module" src="/page/page.js"></script></body></html>`;

/** The page with the pane, its code, and the service behind one origin. */
export interface PaneServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const bundle = (): Promise<unknown> =>
  build({
    entryPoints: [path.resolve("test/e2e/pane/page.tsx")],
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: out,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });

const sendFile = async (name: string, response: ServerResponse): Promise<void> => {
  const file = path.join(out, path.normalize(name));
  await stat(file);
  response.writeHead(200, { "content-type": "text/javascript" }).end(await readFile(file));
};

const forward = (port: number, incoming: IncomingMessage, response: ServerResponse): void => {
  const { method, url, headers } = incoming;
  const outgoing = ask({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  incoming.pipe(outgoing);
};

export const servePane = async (port: number, size: "test" | "small" = "small"): Promise<PaneServer> => {
  await bundle();
  const address = `http://127.0.0.1:${port}`;
  const service = await createService({ size, seed: 1, localControls: true, audiences: [`${address}/`] });
  const behind = Number(new URL(await service.listen(0)).port);
  const server = createServer((incoming, response) => {
    const url = incoming.url ?? "/";
    if (url.startsWith("/page/")) void sendFile(url.slice(6), response).catch(() => response.writeHead(404).end());
    else if (url === "/" || url.startsWith("/?"))
      response.writeHead(200, { "content-type": "text/html" }).end(html(""));
    else forward(behind, incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    address,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
};
