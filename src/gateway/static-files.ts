import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".xml": "text/xml; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".md": "text/markdown; charset=utf-8",
  ".map": "application/json",
  ".woff2": "font/woff2",
};

/** Sends the file of this path under the root; false where there is none. Chunks carry their hash in the name and may be kept. */
export const sendFile = async (root: string, urlPath: string, response: ServerResponse): Promise<boolean> => {
  const file = path.join(root, path.normalize(decodeURIComponent(urlPath)));
  if (!file.startsWith(path.resolve(root) + path.sep)) return false;
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  response.writeHead(200, {
    "content-type": types[path.extname(file)] ?? "application/octet-stream",
    "content-length": found.size,
    "cache-control": /\.[0-9a-f]{8}\.js$/.test(file) ? "public, max-age=31536000, immutable" : "no-cache",
    // Excel on the web fetches functions.json from another origin.
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
  });
  createReadStream(file).pipe(response);
  return true;
};
