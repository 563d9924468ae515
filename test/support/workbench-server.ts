import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".xml": "text/xml; charset=utf-8",
};

const built = path.join(__dirname, "../..", "dist", "workbench");

export interface WorkbenchServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the workbench with a small add-in of its own, so that its tests need neither the product nor the service.
 * @param files texts in place of files, by path
 */
export const startWorkbenchServer = async (
  files: Readonly<Record<string, string>>,
  port: number,
): Promise<WorkbenchServer> => {
  const fixture = path.join(__dirname, "../e2e/workbench/fixture");
  const server = createServer((request, response) => {
    const { pathname, origin } = new URL(request.url ?? "/", `http://${request.headers.host ?? ""}`);
    const name = pathname === "/workbench/" ? "/workbench/workbench.html" : pathname;
    const file = name.startsWith("/workbench/") ? path.join(built, name.slice(11)) : path.join(fixture, name);
    const text = files[name] ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
    response.writeHead(text === undefined ? 404 : 200, { "content-type": types[path.extname(name)] ?? "text/plain" });
    response.end(name === "/manifest.xml" ? text?.replaceAll("ORIGIN", origin) : text);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${port}`, close };
};
